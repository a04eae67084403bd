/// How much the rows of a list say.
package enum RowForm: String, Hashable, Sendable {
  /// With all attributes.
  case full
  /// The id and the line alone, for programs that read nothing else: much less to make and to send.
  case plain
}
