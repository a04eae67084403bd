import Linux
import TodoProtocol

/// The file in which an editor shows tasks: for the user alone, and named so that editors know what it is.
struct EditorFile {
  let path: String

  /// Makes it in the first directory that takes it: XDG_RUNTIME_DIR, which is never on a disk, else TMPDIR, else /tmp.
  init(_ bytes: [UInt8], environment: (String) -> String?) throws(Problem) {
    let directories = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(environment).filter { $0.hasPrefix("/") } + ["/tmp"]
    var failure: SystemError?
    for directory in directories {
      let name = "todoctl-\(String(CurrentProcess.random(), radix: 36)).todo.txt"
      let path = Path.join(directory, name)
      do throws(SystemError) {
        let file = try FileDescriptor.open(path, .creating(mode: 0o600))
        do throws(SystemError) { try file.writeAll(bytes) } catch {
          try? Directory.unlink(path)
          throw error
        }
        self.path = path
        return
      } catch {
        failure = error
      }
    }
    throw Problem(
      .file, "no file for the editor can be written: \(failure?.text ?? "no directory")",
      hint: "set TMPDIR to a directory that has room")
  }

  /// By its name: an editor may have put another file there.
  func read() throws(Problem) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor.open(path, .reading).readAll(limit: 16 << 20)
    } catch {
      throw Problem(
        .file, "what you wrote cannot be read: \(error.text)", hint: "nothing was changed; it was in \(path)")
    }
  }

  func remove() { try? Directory.unlink(path) }
}
