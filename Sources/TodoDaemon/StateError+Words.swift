import TodoProtocol

extension StateError {
  package var words: String {
    switch self {
    case .newer(let version): "the state was written by a newer todod (layout \(version)): start that one"
    case .notMigrated(let version, let error):
      "the state of layout \(version) could not be brought to this todod's and is as it was: \(error.message) "
        + "(SQLite \(error.code))"
    case .sqlite(let error) where error.isDiskFull:
      "no space left for the state: nothing was changed, make room and try again"
    case .sqlite(let error): "the state says: \(error.message) (SQLite \(error.code)); `todoctl doctor` says more"
    case .system(let error): "the state: \(error); `todoctl doctor` says more"
    case .damaged(let what): "the state is damaged: \(what); `todoctl doctor` says more"
    }
  }

  /// Nothing was changed: the intent is committed before any file is touched.
  var failure: Failure { Failure(isDiskFull ? .file : .internal, words) }
}
