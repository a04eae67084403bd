internal import CSystemd
internal import Linux

/// A method call being written, and the values of one that was read.
final class BusMessage {
  private let handle: OpaquePointer

  init(
    _ bus: OpaquePointer, _ destination: String, _ path: String, _ interface: String, _ member: String
  ) throws(SystemError) {
    var made: OpaquePointer?
    try checked(
      "sd_bus_message_new_method_call",
      sd_bus_message_new_method_call(bus, &made, destination, path, interface, member))
    guard let made else { throw SystemError(12, "sd_bus_message_new_method_call") }
    handle = made
    try checked("sd_bus_message_set_auto_start", sd_bus_message_set_auto_start(made, 0))
  }

  deinit { sd_bus_message_unref(handle) }

  private final class Reply {
    let handler: (Result<[BusValue], BusError>) -> Void
    init(_ handler: @escaping (Result<[BusValue], BusError>) -> Void) { self.handler = handler }
  }

  func send(
    on bus: OpaquePointer, _ timeoutMilliseconds: Int64, _ handler: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(SystemError) {
    let reply = Unmanaged.passRetained(Reply(handler))
    var slot: OpaquePointer?
    let result = sd_bus_call_async(
      bus, &slot, handle,
      { message, userdata, _ in
        guard let message, let userdata else { return 0 }
        let reply = Unmanaged<Reply>.fromOpaque(userdata).takeUnretainedValue()
        reply.handler(BusMessage.result(of: message))
        return 0
      }, reply.toOpaque(), UInt64(timeoutMilliseconds) * 1000)
    if result < 0 {
      reply.release()
      throw SystemError(-result, "sd_bus_call_async")
    }
    // The slot goes with the reply or with the bus, and takes the handler along.
    sd_bus_slot_set_destroy_callback(slot) { userdata in
      if let userdata { Unmanaged<Reply>.fromOpaque(userdata).release() }
    }
    sd_bus_slot_set_floating(slot, 1)
    sd_bus_slot_unref(slot)
  }

  private static func result(of message: OpaquePointer) -> Result<[BusValue], BusError> {
    if let error = sd_bus_message_get_error(message), let name = error.pointee.name {
      let text = error.pointee.message.map { String(cString: $0) } ?? ""
      return .failure(BusError(name: String(cString: name), message: text))
    }
    guard let values = values(in: message) else {
      return .failure(BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "the reply cannot be read"))
    }
    return .success(values)
  }
}

// MARK: - Writing values

extension BusMessage {
  func append(_ value: BusValue) throws(SystemError) {
    switch value {
    case .byte(let number): try basic("y", number)
    case .bool(let flag): try basic("b", Int32(flag ? 1 : 0))
    case .int16(let number): try basic("n", number)
    case .uint16(let number): try basic("q", number)
    case .int32(let number): try basic("i", number)
    case .uint32(let number): try basic("u", number)
    case .int64(let number): try basic("x", number)
    case .uint64(let number): try basic("t", number)
    case .double(let number): try basic("d", number)
    case .string(let text): try self.text("s", text)
    case .objectPath(let text): try self.text("o", text)
    case .signature(let text): try self.text("g", text)
    case .descriptor(let number): try basic("h", number)
    case .array(let values, let element): try container("a", element, values)
    case .structure(let fields): try container("r", fields.map(\.signature).joined(), fields)
    case .entry(let key, let value): try container("e", key.signature + value.signature, [key, value])
    case .variant(let inner): try container("v", inner.signature, [inner])
    }
  }

  private func basic<Number>(_ type: Unicode.Scalar, _ number: Number) throws(SystemError) {
    var number = number
    let result = withUnsafeBytes(of: &number) { sd_bus_message_append_basic(handle, code(type), $0.baseAddress) }
    try checked("sd_bus_message_append_basic", result)
  }

  private func text(_ type: Unicode.Scalar, _ text: String) throws(SystemError) {
    try checked("sd_bus_message_append_basic", text.withCString { sd_bus_message_append_basic(handle, code(type), $0) })
  }

  private func container(
    _ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]
  ) throws(SystemError) {
    try checked("sd_bus_message_open_container", sd_bus_message_open_container(handle, code(type), contents))
    for value in values { try append(value) }
    try checked("sd_bus_message_close_container", sd_bus_message_close_container(handle))
  }
}

private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

// MARK: - Reading values

extension BusMessage {
  /// All values of a message; nil when it is malformed or holds what we do not read (descriptors).
  static func values(in message: OpaquePointer) -> [BusValue]? {
    var values: [BusValue] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      let result = sd_bus_message_peek_type(message, &type, &contents)
      if result < 0 { return nil }
      if result == 0 { return values }
      guard let value = value(in: message, Unicode.Scalar(UInt8(bitPattern: type)), contents) else { return nil }
      values.append(value)
    }
  }

  private static func value(
    in message: OpaquePointer, _ type: Unicode.Scalar, _ contents: UnsafePointer<CChar>?
  ) -> BusValue? {
    switch type {
    case "y": number(message, type, UInt8(0)).map { .byte($0) }
    case "b": number(message, type, Int32(0)).map { .bool($0 != 0) }
    case "n": number(message, type, Int16(0)).map { .int16($0) }
    case "q": number(message, type, UInt16(0)).map { .uint16($0) }
    case "i": number(message, type, Int32(0)).map { .int32($0) }
    case "u": number(message, type, UInt32(0)).map { .uint32($0) }
    case "x": number(message, type, Int64(0)).map { .int64($0) }
    case "t": number(message, type, UInt64(0)).map { .uint64($0) }
    case "d": number(message, type, Double(0)).map { .double($0) }
    case "s": text(message, type).map { .string($0) }
    case "o": text(message, type).map { .objectPath($0) }
    case "g": text(message, type).map { .signature($0) }
    case "a", "r", "e", "v": container(message, type, contents)
    default: nil
    }
  }

  private static func container(
    _ message: OpaquePointer, _ type: Unicode.Scalar, _ contents: UnsafePointer<CChar>?
  ) -> BusValue? {
    // The contents belong to the message and may move with it: take them before going in.
    guard let contents = contents.map({ String(cString: $0) }) else { return nil }
    guard sd_bus_message_enter_container(message, code(type), contents) > 0, let inner = values(in: message),
      sd_bus_message_exit_container(message) >= 0
    else { return nil }
    switch type {
    case "a": return .array(inner, of: contents)
    case "r": return .structure(inner)
    case "e": return inner.count == 2 ? .entry(inner[0], inner[1]) : nil
    default: return inner.count == 1 ? .variant(inner[0]) : nil
    }
  }

  private static func number<Number>(_ message: OpaquePointer, _ type: Unicode.Scalar, _ zero: Number) -> Number? {
    var number = zero
    let result = withUnsafeMutableBytes(of: &number) { sd_bus_message_read_basic(message, code(type), $0.baseAddress) }
    return result > 0 ? number : nil
  }

  private static func text(_ message: OpaquePointer, _ type: Unicode.Scalar) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, code(type), &text) > 0, let text else { return nil }
    return String(cString: text)
  }
}
