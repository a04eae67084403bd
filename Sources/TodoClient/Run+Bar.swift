import TodoCore
import TodoProtocol

/// `status --format`: one line for a bar or a prompt.
extension Run {
  /// Exit code 3 without a word where todod does not run: a prompt has no place for it.
  func bar(_ format: BarFormat) throws(Problem) -> Int32 {
    let answers: [Answer]
    do throws(Problem) {
      let conversation = try open()
      conversation.setPatience(Run.promptPatience)
      answers = try conversation.ask(format.questions.map { Request($0) })
    } catch {
      guard error.failure.name == ErrorName.notRunning.rawValue else { throw error }
      if format.tellsOff { write(try line(format, BarStatus(off: error)) + "\n") }
      return error.exitCode
    }
    write(try line(format, try barStatus(answers)) + "\n")
    return 0
  }

  /// Who waits for a prompt would rather have none: a second.
  private static let promptPatience: Int32 = 1000

  /// A line whenever it is another one, until nobody reads it.
  func follow(_ format: BarFormat) throws(Problem) -> Int32 {
    let path = try SocketPath.find(option: options[.socket], environment: console.environment)
    guard let vigil = console.vigil(path, false) else { throw Problem(.internal, "there is nothing to wait with") }
    let feed = LiveFeed(vigil, format.questions)
    var last: String?
    while true {
      let status: BarStatus
      switch feed.next(before: nil) {
      case .fresh(let answers):
        do throws(Problem) { status = try barStatus(answers) } catch { status = BarStatus(off: error) }
      case .off(let problem): status = BarStatus(off: problem)
      case .readerGone, .signal: return 0
      case .rang, .keys, .timeUp: continue
      }
      let line = try line(format, status)
      guard line != last else { continue }
      write(line + "\n")
      last = line
    }
  }

  private func barStatus(_ answers: [Answer]) throws(Problem) -> BarStatus {
    let status = try succeeded(answers[0])
    return BarStatus(
      status,
      coming: try answers.dropFirst().first.map { (answer) throws(Problem) in
        try succeeded(answer).rows
      } ?? [])
  }

  private func line(_ format: BarFormat, _ status: BarStatus) throws(Problem) -> String {
    guard format.namesDays else { return BarLine(format, nil).text(status) }
    let today = console.zone().date(of: console.now())
    return BarLine(format, DateLabel(today: today, dates: try dates(.relative))).text(status)
  }
}
