/// A saved query of `[Views]`: in a query `view:NAME` stands for it.
package struct View: Hashable, Sendable {
  package let name: String
  package let query: String

  package init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}
