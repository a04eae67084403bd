internal import Glibc

/// Questions about names of files.
package enum Path {
  /// The directory part: `.` for a bare name, `/` at the top.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  package static func join(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// Whether this process may read it (access(2)); opening it would wake whoever watches it.
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// The absolute form, without looking at links.
  package static func absolute(_ path: String) throws(SystemError) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else { throw .last("getcwd") }
    defer { free(current) }
    return join(String(cString: current), path)
  }

  /// What a symbolic link says; throws EINVAL where there is none.
  package static func target(ofLink path: String) throws(SystemError) -> String {
    var failure: SystemError?
    let text = String(unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer in
      do throws(SystemError) {
        return try buffer.withMemoryRebound(to: CChar.self) { buffer throws(SystemError) in
          guard let start = buffer.baseAddress else { return 0 }
          return try retrying("readlink \(path)") { readlink(path, start, buffer.count) }
        }
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return text
  }
}

/// A name in a directory.
package struct Place: Hashable, Sendable {
  package let directory: String
  package let name: String

  package var path: String { Path.join(directory, name) }
}

/// Where a path leads, link by link.
package struct ResolvedPath: Hashable, Sendable {
  /// Where the last link points; the file need not be there. No part of it is a link.
  package let target: Place
  /// Every link on the way, in the order met: renaming one of them changes where the path leads.
  package let links: [Place]

  /// The real path.
  package var path: String { target.path }

  /// Follows a path; names that are missing are taken literally. ELOOP after 40 links.
  package init(_ path: String) throws(SystemError) {
    var links: [Place] = []
    var rest = Array(try Path.absolute(path).split(separator: "/").map(String.init).reversed())
    var done: [String] = []
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        _ = done.popLast()
        continue
      }
      let place = Place(directory: "/" + done.joined(separator: "/"), name: part)
      guard let linked = try? Path.target(ofLink: place.path) else {
        done.append(part)
        continue
      }
      links.append(place)
      if links.count > 40 { throw SystemError(ELOOP, "resolve \(path)") }
      if linked.hasPrefix("/") { done = [] }
      rest += linked.split(separator: "/").map(String.init).reversed()
    }
    guard let name = done.popLast() else { throw SystemError(EISDIR, "resolve \(path)") }
    target = Place(directory: "/" + done.joined(separator: "/"), name: name)
    self.links = links
  }
}
