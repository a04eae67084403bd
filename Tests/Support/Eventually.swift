import Foundation

/// Waits until a condition holds, looking every 2 ms; false when it does not within `seconds`.
package func eventually(within seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while true {
    if try condition() { return true }
    if Date() > end { return false }
    usleep(2000)
  }
}
