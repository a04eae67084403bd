import TodoProtocol
import TodoTxt

extension Edit {
  /// The line with this one change made to it.
  func applied(to line: Line) -> Line {
    switch self {
    case .key(let key, let value): line.setting(key, to: value)
    case .clear(let key): line.removing(key: key)
    case .priority(let letter): line.settingPriority(letter.flatMap(Priority.init))
    case .addTag(let tag): line.addingTag(tag)
    case .removeTag(let tag): line.removingTag(tag)
    }
  }
}
