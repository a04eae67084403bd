internal import CSystemd
internal import Linux

/// Where the program reports: the journal with fields, a supervisor with prefixes, or a terminal in plain words.
package struct Journal: Sendable {
  /// As in syslog(3).
  package enum Level: Int, Sendable, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// A field beside the message; the name in capitals, digits and `_`.
  package typealias Field = (name: String, value: String)

  /// Where lines go.
  package enum Sink: Hashable, Sendable {
    case journal
    case prefixed
    case plain
  }

  package let sink: Sink
  private let identifier: String
  private let threshold: Level
  private let output: @Sendable ([UInt8]) -> Void

  /// - Parameter threshold: lines above it (less urgent) are left out.
  package init(identifier: String, environment: [String: String], threshold: Level = .info) {
    self.init(identifier: identifier, sink: Self.sink(for: environment), threshold: threshold) { bytes in
      // Whoever read our errors is gone: there is nobody left to tell.
      try? Standard.error.write(bytes)
    }
  }

  package init(
    identifier: String, sink: Sink, threshold: Level, output: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.identifier, self.sink, self.threshold, self.output) = (identifier, sink, threshold, output)
  }

  /// The journal when standard error leads there (JOURNAL_STREAM, systemd.exec(5)).
  package static func sink(for environment: [String: String]) -> Sink {
    if let stream = environment["JOURNAL_STREAM"], let error = Standard.error.identity,
      stream == "\(error.device):\(error.inode)"
    {
      return .journal
    }
    return Standard.error.isTerminal ? .plain : .prefixed
  }

  /// Reports one event.
  ///
  /// - Parameter message: an id of 32 hexadecimal digits that the catalog explains; nil for what needs none.
  package func log(_ level: Level, _ text: String, message: String? = nil, fields: [Field] = []) {
    if level > threshold { return }
    switch sink {
    case .journal:
      var entries = ["MESSAGE=\(text)", "PRIORITY=\(level.rawValue)", "SYSLOG_IDENTIFIER=\(identifier)"]
      if let message { entries.append("MESSAGE_ID=\(message)") }
      entries += fields.map { "\($0.name)=\($0.value)" }
      if !Self.send(entries) { writeLines(text, "<\(level.rawValue)>") }
    case .prefixed: writeLines(text, "<\(level.rawValue)>")
    case .plain: writeLines(text, "\(identifier): ")
    }
  }

  private func writeLines(_ text: String, _ prefix: String) {
    let lines = text.split(whereSeparator: \.isNewline).map { "\(prefix)\($0)\n" }
    output(Array(lines.joined().utf8))
  }

  /// False when the journal does not take it.
  private static func send(_ entries: [String]) -> Bool {
    let storage = entries.map { Array($0.utf8) }
    let total = storage.reduce(0) { $0 + $1.count }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: total) { bytes in
      guard let start = bytes.baseAddress else { return false }
      var vectors: [iovec] = []
      var offset = 0
      for entry in storage {
        entry.withUnsafeBufferPointer { source in
          if let base = source.baseAddress { (start + offset).initialize(from: base, count: source.count) }
        }
        vectors.append(iovec(iov_base: start + offset, iov_len: entry.count))
        offset += entry.count
      }
      return sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
    }
  }
}
