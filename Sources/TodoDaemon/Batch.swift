import TodoProtocol

/// What a client said between `begin` and `commit`.
struct Batch {
  var requests: [Request] = []
  var byteCount = 0
  /// A line in it was bad: `commit` refuses all.
  var isSpoiled = false

  static let maximumRequests = 1000
  static let maximumBytes = 256 * 1024
}
