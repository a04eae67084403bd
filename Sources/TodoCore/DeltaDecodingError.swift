/// Stored bytes are no delta or checkpoint: cut short, or of a format not known here.
package enum DeltaDecodingError: Error, Hashable, Sendable {
  case unknownFormat(UInt8)
  case cutShort
  /// A value that no encoding makes, such as an item id of 0.
  case impossible
}
