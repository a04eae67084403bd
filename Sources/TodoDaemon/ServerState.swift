/// What is known of the desktop's notification server.
package struct ServerState: Equatable {
  /// The bus name of the server; empty while there is none.
  package var owner = ""
  package var name = ""
  package var version = ""
  package var hasActions = false
  package var doNotDisturb = false

  package init() {}

  package init(owner: String, name: String, version: String, hasActions: Bool, doNotDisturb: Bool) {
    self.owner = owner
    self.name = name
    self.version = version
    self.hasActions = hasActions
    self.doNotDisturb = doNotDisturb
  }

  package var description: String {
    if owner.isEmpty { return "none" }
    return [name, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
