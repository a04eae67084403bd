import Linux
import TodoCore

extension Daemon {
  /// Whether these bytes are a version from before, whole: then somebody put that back, with `git checkout` or from a
  /// backup, and is obeyed, seen or not. A save of somebody who has not seen the newest version has an edit in it.
  func isFormerVersion(_ bytes: [UInt8]) -> Bool {
    // Nobody puts back a file without a line.
    guard !bytes.isEmpty, let steps = try? ports.state.steps(Self.rebuilt, nil) else { return false }
    let current = StoredVersion(revision: revision, lines: list.rows.map(StoredLine.init), frame: list.frame)
    // Most versions are told apart by their length alone.
    var size: Int? = list.bytes.count
    for step in steps where step.revision <= revision && !step.delta.isEmpty {
      size = step.delta.growth.flatMap { growth in size.map { $0 - growth } }
      if let size, size != bytes.count { continue }
      guard let version = (try? ports.state.version(step.revision - 1, current)) ?? nil else { return false }
      if TaskList(stored: version.lines, frame: version.frame, ids: IDPool()).bytes.isSame(as: bytes) { return true }
    }
    return false
  }
  /// How many versions back.
  private static let rebuilt = 50
}
