import TodoTxt

/// How alike two lines are by their words, where a rare word counts for more than a common one.
struct IdentitySimilarity {
  private let weights: [Double]

  /// Counts words in the given lines; one that stands in all of them weighs 1, in one of 1000 about 11.
  init(wordCount: Int, lines: some Sequence<[Int32]>) {
    var frequencies = [Int32](repeating: 0, count: wordCount)
    var count = 0
    for words in lines {
      count += 1
      var previous: Int32 = -1
      for word in words where word != previous {
        frequencies[Int(word)] += 1
        previous = word
      }
    }
    weights = frequencies.map { 1 + IdentitySimilarity.logarithm(Double(count) / Double(max($0, 1))) }
  }

  /// The binary logarithm but for at most 0.09, straight between the powers of two.
  private static func logarithm(_ value: Double) -> Double {
    value <= 1 ? 0 : Double(value.exponent) + value.significand - 1
  }

  func weight(of word: Int32) -> Double { weights[Int(word)] }

  /// The shared part of both lines' words, 0 to 1: by number, and by weight.
  func shared(_ left: [Int32], _ right: [Int32]) -> (count: Double, weight: Double) {
    var count = 0
    var weight = 0.0
    var total = 0.0
    var l = 0
    var r = 0
    while l < left.count, r < right.count {
      if left[l] == right[r] {
        count += 1
        weight += weights[Int(left[l])]
        total += 2 * weights[Int(left[l])]
        l += 1
        r += 1
      } else if left[l] < right[r] {
        total += weights[Int(left[l])]
        l += 1
      } else {
        total += weights[Int(right[r])]
        r += 1
      }
    }
    total += left[l...].reduce(0) { $0 + weights[Int($1)] } + right[r...].reduce(0) { $0 + weights[Int($1)] }
    guard total > 0 else { return (0, 0) }
    return (2 * Double(count) / Double(left.count + right.count), 2 * weight / total)
  }

  /// The shared part of all pairs of adjacent bytes, 0 to 1: finds a word that was only mended.
  static func sharedPairsOfBytes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Double {
    guard left.count > 1, right.count > 1 else { return 0 }
    var counts: [UInt16: Int] = [:]
    for (first, second) in zip(left, left.dropFirst()) { counts[UInt16(first) << 8 | UInt16(second), default: 0] += 1 }
    var shared = 0
    for (first, second) in zip(right, right.dropFirst()) {
      let pair = UInt16(first) << 8 | UInt16(second)
      guard let count = counts[pair], count > 0 else { continue }
      counts[pair] = count - 1
      shared += 1
    }
    return 2 * Double(shared) / Double(left.count + right.count - 2)
  }
}
