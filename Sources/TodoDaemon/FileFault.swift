package import Linux
import TodoProtocol

/// Why a file cannot be read or written. Whatever it is, the old file is as it was.
package enum FileFault: Error, Equatable {
  case system(SystemError, path: String)
  case notAFile(path: String)
  case tooLarge(path: String, bytes: Int64)
  /// Somebody keeps writing to it, or is replacing it right now.
  case busy(path: String)

  init(_ unusable: FileKeeper.Unusable, path: String) {
    switch unusable {
    case .notAFile: self = .notAFile(path: path)
    case .tooLarge(let bytes): self = .tooLarge(path: path, bytes: bytes)
    case .failed(let error): self = .system(error, path: path)
    }
  }

  /// What is wrong, for people, and what to do.
  package var words: String {
    switch self {
    case .system(let error, let path) where error.isFull:
      "no space left for \(path) (\(error.name)): nothing was changed, make room and try again"
    case .system(let error, let path) where error.isDenied || error.isReadOnly:
      "\(path) cannot be written or read (\(error.name)): nothing was changed, see its permissions and those of its "
        + "directory"
    case .system(let error, let path): "\(path): \(error): nothing was changed, `todoctl doctor` says more"
    case .notAFile(let path): "\(path) is not a regular file: put one there, or set Todo= to another"
    case .tooLarge(let path, let bytes):
      "\(path) has \(bytes) bytes, more than the 16 MiB that are read: move done lines to another file"
    case .busy(let path): "\(path) is being written by another program; nothing was changed: try again"
    }
  }

  var failure: Failure {
    if case .busy = self { return Failure(.fileBusy, words) }
    return Failure(.file, words)
  }
}
