/// How `export` writes tasks.
package enum ExportFormat: Hashable, Sendable {
  case json, todoTxt, taskwarrior
}
