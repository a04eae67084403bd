/// A change of the files that is in the state and may not be in the files yet.
///
/// At a start the bytes of the files judge it: `todoAfter` confirms it, `todoBefore` drops it, neither means that
/// somebody else wrote and the file wins.
package struct Intent: Hashable, Sendable {
  /// The revision of the store once the change stands.
  package var revision: Int64
  package var todoBefore: Fingerprint
  package var todoAfter: Fingerprint
  /// Are nil where the done file is not touched.
  package var doneBefore: Fingerprint?
  package var doneAfter: Fingerprint?
  /// The numbers of the steps it made.
  package var steps: ClosedRange<Int64>?

  package init(
    revision: Int64, todoBefore: Fingerprint, todoAfter: Fingerprint, doneBefore: Fingerprint? = nil,
    doneAfter: Fingerprint? = nil, steps: ClosedRange<Int64>? = nil
  ) {
    self.revision = revision
    self.todoBefore = todoBefore
    self.todoAfter = todoAfter
    self.doneBefore = doneBefore
    self.doneAfter = doneAfter
    self.steps = steps
  }
}
