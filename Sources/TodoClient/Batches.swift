package import TodoProtocol

extension [Request] {
  /// The requests in parts of which the daemon takes each as one batch: 1000 of them, and 256 KiB.
  package var batches: [ArraySlice<Request>] {
    var batches: [ArraySlice<Request>] = []
    var (start, size) = (startIndex, 0)
    for (place, request) in zip(indices, self) {
      let bytes = request.bytes.count
      size += bytes
      guard place > start, place - start == 1000 || size > 256 * 1024 else { continue }
      batches.append(self[start..<place])
      (start, size) = (place, bytes)
    }
    return start < endIndex ? batches + [self[start...]] : batches
  }
}
