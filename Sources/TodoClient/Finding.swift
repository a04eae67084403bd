/// What one check of `doctor` found.
package struct Finding: Hashable, Sendable {
  /// The name of what was checked, which programs know it by.
  package let check: String
  /// Nil where it is neither: something to know, or nothing that can be known here.
  package let isWell: Bool?
  package let says: String
  /// What to do about it.
  package var hint: String?
  /// Only a running todod could have told.
  package var needsDaemon = false

  package static func well(_ check: String, _ says: String) -> Finding {
    Finding(check: check, isWell: true, says: says, hint: nil)
  }

  package static func wrong(_ check: String, _ says: String, _ hint: String) -> Finding {
    Finding(check: check, isWell: false, says: says, hint: hint)
  }

  package static func note(_ check: String, _ says: String, _ hint: String? = nil) -> Finding {
    Finding(check: check, isWell: nil, says: says, hint: hint)
  }

  static func unknown(_ check: String) -> Finding {
    Finding(check: check, isWell: nil, says: "not known: todod does not answer", hint: nil, needsDaemon: true)
  }
}
