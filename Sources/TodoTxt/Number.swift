/// Reads digits only, as many as `places` of them at most (9 fit); nil for anything else.
func decimal(_ digits: ArraySlice<UInt8>, places: Int) -> Int32? {
  guard !digits.isEmpty, digits.count <= places, digits.allSatisfy(isDigit) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
}
