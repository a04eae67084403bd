internal import CLinux
internal import Glibc

/// One inotify(7) instance: what happened to the watched files and directories, as events to read.
package struct Inotify: ~Copyable {
  /// Readable when there are events.
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying("inotify_init1") { clinux_inotify_open() })
  }

  /// One watched inode; numbers are not reused.
  package struct Watch: Hashable, Sendable {
    let number: Int32
  }

  /// Kinds of events, as in inotify(7).
  package struct Kind: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let modified = Kind(rawValue: 0x2)
    package static let attributes = Kind(rawValue: 0x4)
    package static let closedAfterWriting = Kind(rawValue: 0x8)
    package static let closedAfterReading = Kind(rawValue: 0x10)
    package static let opened = Kind(rawValue: 0x20)
    package static let movedFrom = Kind(rawValue: 0x40)
    package static let movedTo = Kind(rawValue: 0x80)
    package static let created = Kind(rawValue: 0x100)
    package static let deleted = Kind(rawValue: 0x200)
    package static let deletedSelf = Kind(rawValue: 0x400)
    package static let movedSelf = Kind(rawValue: 0x800)
    /// Only told, never asked for.
    package static let unmounted = Kind(rawValue: 0x2000)
    /// Events were lost: anything may have happened. Only told.
    package static let overflow = Kind(rawValue: 0x4000)
    /// The watch is gone, by removal or with its inode. Only told.
    package static let ignored = Kind(rawValue: 0x8000)

    /// The names in a directory.
    package static let names: Kind = [.movedFrom, .movedTo, .created, .deleted, .deletedSelf, .movedSelf]
  }

  package struct Event: Hashable, Sendable {
    /// nil for an overflow.
    package let watch: Watch?
    package let kind: Kind
    /// The name inside a watched directory; empty for an event of the watched inode itself.
    package let name: String
  }

  /// Watches what the path leads to; the same inode again gives the same watch, with the new kinds.
  package func add(_ path: String, _ kinds: Kind) throws(SystemError) -> Watch {
    let number = descriptor.raw
    return Watch(number: try retrying("inotify_add_watch \(path)") { inotify_add_watch(number, path, kinds.rawValue) })
  }

  /// Watches an open file, whatever its name is now.
  package func add(_ file: borrowing FileDescriptor, _ kinds: Kind) throws(SystemError) -> Watch {
    try add(file.pathOfItself, kinds)
  }

  /// Ends a watch; one that has ended already is fine.
  package func remove(_ watch: Watch) { _ = inotify_rm_watch(descriptor.raw, watch.number) }

  /// The events there are; empty when there is none.
  package func read() throws(SystemError) -> [Event] {
    var events: [Event] = []
    while case .bytes(let bytes) = try descriptor.read(atMost: 16_384) {
      bytes.withUnsafeBytes { Self.decode($0, into: &events) }
    }
    return events
  }

  /// Whether there is an event to read; also where that cannot be told.
  package var hasEvents: Bool { (try? descriptor.wait(for: .reading, milliseconds: 0)) ?? true }

  private static func decode(_ buffer: UnsafeRawBufferPointer, into events: inout [Event]) {
    let header = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + header <= buffer.count {
      let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      // The name is a flexible array member, padded with zeros: it begins right behind the header.
      let field = buffer[(offset + header)..<min(buffer.count, offset + header + Int(event.len))]
      let name = String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
      let watch = event.wd < 0 ? nil : Watch(number: event.wd)
      events.append(Event(watch: watch, kind: Kind(rawValue: event.mask), name: name))
      offset += header + Int(event.len)
    }
  }
}
