import Support
import Testing
import TodoTxt

@testable import TodoCore

/// Lines in parts are what an array of them would be, and a copy shares what was not changed.
struct RowsTests {
  private func row(_ number: Int) -> Row { .blank(Line(String(number))) }

  private func texts(_ rows: some Sequence<Row>) -> [String] { rows.map { $0.line.description } }

  @Test(arguments: [0, 1, 511, 512, 513, 1024, 1300])
  func aListOfAnyLengthIsLikeAnArray(count: Int) {
    let array = (0..<count).map(row)
    let rows = Rows(array)
    #expect(rows.count == count && texts(rows) == texts(array))
    for position in Set([0, 1, count / 2, count - 1, count]).filter({ (0...count).contains($0) }) {
      var (longer, expected) = (rows, array)
      longer.insert(row(-1), at: position)
      expected.insert(row(-1), at: position)
      #expect(texts(longer) == texts(expected))
      #expect(longer.remove(at: position).line == row(-1).line)
      #expect(texts(longer) == texts(array))
      longer.removeAll(from: position)
      #expect(texts(longer) == texts(array[..<position]))
      longer.append(contentsOf: array[position...])
      #expect(texts(longer) == texts(array) && texts(rows) == texts(array))
    }
  }

  @Test func changesOfRandomListsAreThoseOfAnArray() {
    var random = Seeded()
    for round in 0..<60 {
      var array = (0..<Int.random(in: 0..<1600, using: &random)).map(row)
      var rows = Rows(array)
      for number in 0..<12 {
        let place = Int.random(in: 0...array.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          array.insert(row(-number), at: place)
          rows.insert(row(-number), at: place)
        case 1 where place < array.count:
          array.remove(at: place)
          rows.remove(at: place)
        case 2 where place < array.count:
          array[place] = row(-number)
          rows[place] = row(-number)
        default:
          array.append(row(-number))
          rows.append(row(-number))
        }
      }
      #expect(texts(rows) == texts(array), "seed \(random.seed), round \(round)")
    }
  }

  @Test func whatACopyDoesNotChangeIsShared() {
    let rows = Rows((0..<1300).map(row))
    #expect(rows.sharedStart(with: rows) == 1300 && rows.sharedEnd(with: rows) == 1300)
    var copy = rows
    copy[600] = row(-1)
    #expect(rows.sharedStart(with: copy) == 512 && rows.sharedEnd(with: copy) == 1300 - 1024)
    copy = rows
    copy.append(row(-1))
    #expect(rows.sharedStart(with: copy) == 1024 && rows.sharedEnd(with: copy) == 0)
    copy.removeAll(from: 1024)
    #expect(rows.sharedStart(with: copy) == 1024)
  }
}
