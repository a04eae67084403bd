package import Linux

/// Why a call on the bus had no answer: the D-Bus error name, `org.freedesktop.DBus.Error.ServiceUnknown`.
package struct BusError: Error, Hashable, Sendable {
  package let name: String
  package let message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// What went wrong before the call was on its way.
  package init(_ error: SystemError) {
    name = "System.Error.\(error.name)"
    message = error.description
  }
}
