/// One line of a todo file: its bytes as they stand, without the LF, with a CR if there is one.
package struct Line: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
}

extension Line: CustomStringConvertible {
  /// For people only: bytes that are not UTF-8 become U+FFFD.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
