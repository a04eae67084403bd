import TodoCore
import TodoExchange
import TodoTxt

extension ForeignList {
  /// Reads a text as import does; `notes` are calcurse's.
  init(_ text: String, in zone: Zone = .utc, notes: [String: String] = [:]) {
    self.init(reading: Array(text.utf8), zone: zone) { notes[$0] }
  }

  var lines: [String] { tasks.map { $0.line.description } }
  var remarks: [String] { tasks.flatMap(\.remarks) }
  var words: [String] { complaints.map(\.words) }
}

/// One task of Taskwarrior's with these members beside its text and status.
func exported(_ members: String, status: String = "pending") -> String {
  #"[{"description":"Call mum","status":"\#(status)"\#(members.isEmpty ? "" : ",")\#(members)}]"#
}
