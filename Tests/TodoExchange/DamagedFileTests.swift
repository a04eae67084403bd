import Support
import Testing
import TodoCore
import TodoExchange
import TodoTxt

/// Whatever a file holds, reading ends, and what it gives can stand in a line.
struct DamagedFileTests {
  private static let whole: [String] = [
    #"[{"description":"Call mum","status":"pending","entry":"20260301T000000Z","due":"20260701T070000Z","priority":"H","#
      + #""project":"Home.Garden","tags":["a","b"],"annotations":[{"entry":"20260301T000000Z","description":"out"}],"#
      + #""depends":["11111111-1111-4111-8111-111111111111"],"todod":"rem:1d pri:D","n":-1.5e3},"#
      + #"{"description":"W\u00e4sche \ud83d\ude00","status":"recurring","due":"20260105T000000Z","recur":"2w","#
      + #""uuid":"11111111-1111-4111-8111-111111111111","until":"20270101T000000Z"},"#
      + #"{"description":"x","status":"completed","end":"20260105T000000Z","recur":"2w","imask":0,"#
      + #""parent":"11111111-1111-4111-8111-111111111111","due":"20260105T000000Z"}]"#,
    "[1]>16ec9d66 Call mum\n[-5] Done due:fri\n[0] x\n",
    "(A) 2026-01-01 Call mum +family due:2026-03-01\nx 2026-01-02 done\r\n",
    #"[{"line":"(B) ours","uuid":"11111111-1111-4111-8111-111111111111","id":1}]"#,
  ]

  @Test func readingItEndsWithLinesOrComplaints() {
    var random = Seeded()
    let pieces = ["\"", "\\", "\\u", "{", "}", "[", "]", ",", ":", "9", "-", "0", "\n", " ", "\u{0}", "null", "P", "Z"]
    for text in Self.whole {
      for _ in 0..<3000 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          case 2: bytes.insert(contentsOf: random.pick(pieces).utf8, at: place)
          default: bytes.removeSubrange(place...)
          }
          if bytes.isEmpty { break }
        }
        let list = ForeignList(reading: bytes, zone: .utc) { _ in "a note" }
        for task in list.tasks {
          #expect(
            task.line.bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 } && !task.line.isBlank,
            "seed \(random.seed): \(task.line) of \(String(decoding: bytes, as: UTF8.self))")
        }
        for complaint in list.complaints { #expect(!complaint.words.isEmpty) }
      }
    }
  }
}
