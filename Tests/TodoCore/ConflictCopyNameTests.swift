import Testing
import TodoCore

/// A copy of this very file, and of no other.
struct ConflictCopyNameTests {
  static let names: [(name: String, file: String, isCopy: Bool, remark: String)] = [
    ("todo.sync-conflict-20260301-090000-ABCDEF2.txt", "todo.txt", true, "Syncthing"),
    ("done.sync-conflict-20260301-090000-ABCDEF2.txt", "done.txt", true, "of the done file"),
    ("done.sync-conflict-20260301-090000-ABCDEF2.txt", "todo.txt", false, "another file"),
    ("todo2.sync-conflict-20260301-090000-ABCDEF2.txt", "todo.txt", false, "a longer stem"),
    ("tod.sync-conflict-20260301-090000-ABCDEF2.txt", "todo.txt", false, "a shorter stem"),
    ("Todo.sync-conflict-20260301-090000-ABCDEF2.txt", "todo.txt", false, "another case"),
    ("todo.sync-conflict-20260301-090000-ABCDEF2.md", "todo.txt", false, "another extension"),
    ("todo.sync-conflict-20260301-090000-ABCDEF2", "todo.txt", false, "no extension"),
    ("todo.sync-conflict-20260301-090000-ABCDEF2", "todo", true, "nor has the file one"),
    ("my.todo.sync-conflict-20260301-090000-ABCDEF2.txt", "my.todo.txt", true, "a dot in the stem"),
    (".sync-conflict-20260301-090000-ABCDEF2.todo", ".todo", true, "a hidden file is all extension"),
    ("todo.sync-conflict-20260301-090000.txt", "todo.txt", false, "no device"),
    ("todo.sync-conflict-20260301-090000-ABCDEF.txt", "todo.txt", false, "a short device"),
    ("todo.sync-conflict-20260301-090000-ABCDEF1.txt", "todo.txt", false, "no letter of base 32"),
    ("todo.sync-conflict-20260301-0900-ABCDEF2.txt", "todo.txt", false, "a short time"),
    ("todo.sync-conflict-2026030x-090000-ABCDEF2.txt", "todo.txt", false, "no date"),
    (
      "todo.sync-conflict-20260301-090000-ABCDEF2.sync-conflict-20260302-090000-ABCDEF2.txt", "todo.txt", false,
      "the copy of a copy"
    ),
    ("todo.txt.sync-conflict-20260301-090000-ABCDEF2", "todo.txt", false, "behind the extension"),
    ("todo (Anna's conflicted copy 2026-03-01).txt", "todo.txt", true, "Dropbox"),
    ("todo (Anna's phone's conflicted copy 2026-03-01 (1)).txt", "todo.txt", true, "with brackets in it"),
    ("todo (conflicted copy 2026-03-01 090000).txt", "todo.txt", true, "Nextcloud"),
    ("todo (Conflicted Copy 2026-03-01).txt", "todo.txt", true, "in capitals"),
    ("todo (conflicted copy 2026-03-01 090000)", "todo", true, "of a file without extension"),
    ("todo (copy).txt", "todo.txt", false, "a copy by hand"),
    ("todo (unconflicted copy).txt", "todo.txt", false, "another word"),
    ("todo(conflicted copy 2026-03-01).txt", "todo.txt", false, "no blank"),
    ("todo (conflicted copy 2026-03-01.txt", "todo.txt", false, "no end"),
    ("todo (a) (conflicted copy 2026-03-01).txt", "todo.txt", false, "the copy of a copy, or of another file"),
    ("todo (Anna's\nconflicted copy 2026-03-01).txt", "todo.txt", false, "two lines"),
    ("todo_conflict_01234567-89ab-CDEF-0123-456789abcdef.txt", "todo.txt", true, "Simpletask"),
    ("todo_conflict_0123456789abCDEF0123456789abcdef.txt", "todo.txt", false, "no UUID"),
    ("todo_conflict_01234567-89ab-CDEF-0123-456789abcdeg.txt", "todo.txt", false, "not hexadecimal"),
    ("todo.txt", "todo.txt", false, "the file itself"),
    (".todo.txt", "todo.txt", false, "as short as the stem and the ending"),
    (".syncthing.todo.txt.tmp", "todo.txt", false, "on its way"),
    ("", "todo.txt", false, "nothing"),
    ("größe (conflicted copy 2026-03-01 090000).txt", "größe.txt", true, "beyond ASCII"),
  ]

  @Test(arguments: names)
  func isRecognizedByItsWholeName(name: String, file: String, isCopy: Bool, remark: String) {
    #expect(ConflictCopyName.isCopy(name, of: file) == isCopy, "\(remark)")
  }
}
