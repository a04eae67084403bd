extension [String] {
  /// As `joined(separator:)`, whose generic code takes a short-lived program longer to prepare than the joining does.
  func joined(by separator: String) -> String {
    var text = first ?? ""
    for word in dropFirst() {
      text += separator
      text += word
    }
    return text
  }
}
