import Testing
import TodoCore

/// What rings in one turn: `d` a day task, `t` a timed one, capitals are late, `o` the count of older ones, `p` a timed
/// one that has its popup already.
@Suite struct TurnTests {
  @Test(
    arguments: [
      ("t", 4, [0], [], "a timed one is itself"),
      ("ttt", 4, [0, 1, 2], [], "up to three timed ones are themselves"),
      ("tttt", 4, [], [0, 1, 2, 3], "more are one digest"),
      ("d", 4, [0], [], "a day task alone is itself"),
      ("dd", 4, [], [0, 1], "two are the day's digest"),
      ("o", 4, [], [0], "a count alone is a digest"),
      ("do", 4, [], [0, 1], "a day task and a count too"),
      ("tdd", 4, [0], [1, 2], "a timed one stands beside the digest"),
      ("td", 4, [1, 0], [], "a day task alone beside a timed one"),
      ("T", 4, [0], [], "one late one is itself"),
      ("TT", 4, [], [0, 1], "more than one late one is a digest"),
      ("TTt", 4, [2], [0, 1], "what is on time stands beside it"),
      ("TD", 4, [], [0, 1], "late ones of both kinds"),
      ("TDdt", 4, [3], [0, 1, 2], "the day's tasks join them"),
      ("ttt", 2, [0, 1], [2], "what finds no popup joins a digest"),
      ("t", 0, [], [0], "even alone"),
      ("d", 0, [], [0], "a day task alone as well"),
      ("p", 0, [0], [], "its own popup needs no place"),
      ("ptt", 1, [0, 1], [2], "nor takes it one from others"),
      ("tttt", 0, [], [0, 1, 2, 3], "a digest needs no place"),
    ] as [(String, Int, [Int], [Int], String)])
  func popupsAreShared(ringing: String, free: Int, singles: [Int], digest: [Int], remark: String) {
    let turn = Turn(
      ringing.map { letter in
        Turn.Ringing(
          ringsSingly: "tTp".contains(letter), isLate: letter.isUppercase, hasPopup: letter == "p",
          isCount: letter == "o")
      }, groupAbove: 3, free: free)
    #expect(turn.singles == singles, "\(remark)")
    #expect(turn.digest == digest, "\(remark)")
  }
}
