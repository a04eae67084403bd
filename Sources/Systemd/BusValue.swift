/// A value of a D-Bus message.
package enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// An open descriptor to be passed; the message has its own copy. Only ever written.
  case descriptor(Int32)
  /// Values of one type, whose signature is needed for an empty one.
  indirect case array([BusValue], of: String)
  indirect case structure([BusValue])
  /// One entry of a dictionary, which is an array of these.
  indirect case entry(BusValue, BusValue)
  indirect case variant(BusValue)

  package var string: String? {
    switch self {
    case .string(let value), .objectPath(let value), .signature(let value): value
    case .variant(let inner): inner.string
    default: nil
    }
  }

  package var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .variant(let inner): inner.bool
    default: nil
    }
  }

  package var uint32: UInt32? {
    switch self {
    case .uint32(let value): value
    case .variant(let inner): inner.uint32
    default: nil
    }
  }

  package var int32: Int32? {
    switch self {
    case .int32(let value): value
    case .variant(let inner): inner.int32
    default: nil
    }
  }

  /// What is in a variant, or the value itself.
  package var content: BusValue {
    guard case .variant(let inner) = self else { return self }
    return inner.content
  }

  package var array: [BusValue]? {
    switch self {
    case .array(let values, _): values
    case .variant(let inner): inner.array
    default: nil
    }
  }

  /// A dictionary with string keys; of a key given twice the last value.
  package var dictionary: [String: BusValue]? {
    guard let entries = array else { return nil }
    var result: [String: BusValue] = [:]
    for case .entry(let key, let value) in entries {
      guard let name = key.string else { return nil }
      result[name] = value
    }
    return result
  }

  /// The D-Bus type signature.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .array(_, let element): "a" + element
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }
}
