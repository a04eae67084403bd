/// All that todod understands of one line, found once.
package struct Meaning: Hashable, Sendable {
  package init(of line: Line) {}
}
