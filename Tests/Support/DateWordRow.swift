import Foundation
package import TodoCore

/// One row of `date-words.txt`: what is typed at a place, when and where, and what it comes to.
package struct DateWordRow: Sendable {
  package enum Place: String, Sendable {
    case date, time, due, moment, task, title
  }

  package let place: Place
  package let text: String
  package let now: Instant
  package let zone: Zone
  /// An error begins with `! `.
  package let result: String

  package static func all() throws -> [DateWordRow] {
    let text = String(decoding: try Fixture.bytes("date-words.txt"), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let columns = line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
      guard columns.count == 5, let place = Place(rawValue: columns[0]), let civil = CivilTime(columns[2]) else {
        throw BadRow(line: String(line))
      }
      let zone = try Zone.fixture(columns[3])
      return DateWordRow(
        place: place, text: columns[1], now: zone.instant(of: civil), zone: zone, result: columns[4])
    }
  }

  private struct BadRow: Error {
    let line: String
  }
}
