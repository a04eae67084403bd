extension Popup {
  /// The body as notify-send's argument: its own backslashes doubled, as notify-send takes them for escapes.
  ///
  /// - Parameter isMarkup: the server reads the body as markup, so that `&`, `<`, `>` must be escaped. Of one that has
  ///   not said so it is assumed: an `&amp;` too much is better than a popup that is cut or refused.
  package func bodyArgument(isMarkup: Bool) -> String {
    var argument: [UInt8] = []
    argument.reserveCapacity(body.utf8.count + 16)
    for byte in body.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): argument += "\\\\".utf8
      case UInt8(ascii: "&") where isMarkup: argument += "&amp;".utf8
      case UInt8(ascii: "<") where isMarkup: argument += "&lt;".utf8
      case UInt8(ascii: ">") where isMarkup: argument += "&gt;".utf8
      default: argument.append(byte)
      }
    }
    return String(decoding: argument, as: UTF8.self)
  }
}
