/// The layout of the state's database, with the way from each older one to it.
package struct StateSchema: Sendable {
  /// What `PRAGMA user_version` says of this layout.
  package let version: Int
  /// Makes an empty database.
  package let creation: String
  /// By the version it starts from: what makes the next one out of it.
  package let migrations: [Int: String]

  package init(version: Int, creation: String, migrations: [Int: String]) {
    self.version = version
    self.creation = creation
    self.migrations = migrations
  }

  /// What `PRAGMA application_id` says of a database of ours: "todo".
  static let applicationID: Int64 = 0x746F_646F

  package static let current = StateSchema(
    version: 4,
    creation: """
      -- One todo file, by its real path.
      CREATE TABLE list(
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        revision INTEGER NOT NULL DEFAULT 0,
        next_step INTEGER NOT NULL DEFAULT 1,
        -- The revision of the newest step that history has forgotten: no version before it can be rebuilt.
        forgotten INTEGER NOT NULL DEFAULT 0,
        -- When history was last trimmed, in microseconds.
        trimmed INTEGER,
        -- The last step (and its revision) that the checkpoint contains.
        checkpoint_step INTEGER NOT NULL DEFAULT 0,
        checkpoint_revision INTEGER NOT NULL DEFAULT 0
      ) STRICT;

      -- The file as it once was, in runs of lines; the steps after it lead to the file as it is.
      CREATE TABLE checkpoint(
        list INTEGER NOT NULL,
        number INTEGER NOT NULL,
        hash INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY(list, number)
      ) STRICT;

      -- The history. The id is the list's id times 2^40 plus the number of the step: one tree, in order, no index.
      CREATE TABLE step(
        id INTEGER PRIMARY KEY,
        revision INTEGER NOT NULL,
        time INTEGER NOT NULL,
        author TEXT NOT NULL,
        title TEXT NOT NULL,
        delta BLOB NOT NULL,
        -- The lines that went to (or, undone, came from) the end of another file, and its name: none for the done file.
        archived BLOB,
        beside TEXT,
        undoes INTEGER,
        undone_by INTEGER,
        -- What it did to snoozes, dismissals and pauses; see StoredFacts.
        facts BLOB
      ) STRICT;

      -- Tasks that left the file, by the hash of their line, and the step with which they left.
      CREATE TABLE departed(
        list INTEGER NOT NULL,
        hash INTEGER NOT NULL,
        step INTEGER NOT NULL,
        item INTEGER NOT NULL,
        PRIMARY KEY(list, hash, step, item)
      ) STRICT, WITHOUT ROWID;

      -- Ledger rows, snoozes, pauses, open popups, notes: by kind and key.
      CREATE TABLE record(
        list INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        key BLOB NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY(list, kind, key)
      ) STRICT, WITHOUT ROWID;

      -- The change that is on its way into the files, at most one a list.
      CREATE TABLE intent(
        list INTEGER PRIMARY KEY,
        revision INTEGER NOT NULL,
        first_step INTEGER,
        last_step INTEGER,
        todo_before_hash INTEGER NOT NULL,
        todo_before_count INTEGER NOT NULL,
        todo_after_hash INTEGER NOT NULL,
        todo_after_count INTEGER NOT NULL,
        done_before_hash INTEGER,
        done_before_count INTEGER,
        done_after_hash INTEGER,
        done_after_count INTEGER
      ) STRICT;

      -- What the records held that the open intent replaced; null where there was none.
      CREATE TABLE replaced(
        list INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        key BLOB NOT NULL,
        value BLOB,
        PRIMARY KEY(list, kind, key)
      ) STRICT, WITHOUT ROWID;

      -- Which step had taken back a step that the open intent marks; ids as in step.
      CREATE TABLE replaced_mark(
        id INTEGER PRIMARY KEY,
        undone_by INTEGER
      ) STRICT;
      """,
    migrations: [
      1: "ALTER TABLE step ADD COLUMN beside TEXT",
      2: "ALTER TABLE step ADD COLUMN facts BLOB",
      3: StateSchema.redosByName,
    ])
  /// An undo of an undo was an undo too; of a row of them every other one is a redo.
  private static let redosByName = """
    WITH RECURSIVE row(id, is_redo) AS (
      SELECT id, 0 FROM step WHERE author = 'undo' AND NOT EXISTS (
        SELECT 1 FROM step AS base
        WHERE base.id = (step.id & ~0xFFFFFFFFFF | step.undoes) AND base.author = 'undo')
      UNION ALL
      SELECT step.id, 1 - row.is_redo FROM row JOIN step
        ON step.undoes = row.id & 0xFFFFFFFFFF AND step.id > row.id AND step.id & ~0xFFFFFFFFFF = row.id & ~0xFFFFFFFFFF)
    UPDATE step SET author = 'redo' WHERE id IN (SELECT id FROM row WHERE is_redo)
    """
}
