import TodoCore
import TodoTxt

/// Popups that are about the file, not about a task: told once, kept nowhere.
struct Notices {
  enum Kind {
    case missing(path: String)
    case emptied(count: Int, step: Int64)
    case shrunk(gone: Int, left: Int, of: Int, step: Int64)
    /// A save took back what todod had written.
    case tookBack([TakenBack], step: Int64)
    case notDone(reason: String)
    /// What a button did, for some seconds, with *Undo*.
    case did(Popup.Deed, of: [Line], step: Int64)
    /// What is due cannot be written down and so does not ring.
    case unrecorded(reason: String)
    /// A pause that was given on an earlier day, and how many tasks wait.
    case paused(PauseWords, held: Int)
    case test
    case badValues([BadValue])
    case clashes([Clash])
    case copies([Copies.Taken])
  }

  private(set) var open: [Int: Kind] = [:]
  private var nextSlot = firstSlot

  /// Above every slot that reminders give out.
  private static let firstSlot = 1 << 40

  static func owns(_ slot: Int) -> Bool { slot >= firstSlot }

  mutating func add(_ kind: Kind) -> Int {
    defer { nextSlot += 1 }
    open[nextSlot] = kind
    return nextSlot
  }

  mutating func remove(_ slot: Int) -> Kind? { open.removeValue(forKey: slot) }

  /// These tasks that were gone with a step are done: gives back the popups that have nothing to tell any more.
  mutating func explain(_ items: Set<ItemID>, goneWith step: Int64) -> [Int] {
    let count = items.count
    var over: [Int] = []
    for (slot, kind) in open {
      switch kind {
      case .emptied(let gone, step): open[slot] = gone > count ? .emptied(count: gone - count, step: step) : nil
      case .shrunk(let gone, let left, let all, step):
        open[slot] = gone - count > all / 2 ? .shrunk(gone: gone - count, left: left, of: all, step: step) : nil
      case .tookBack(let found, step):
        let rest = found.filter { !items.contains($0.id) }
        open[slot] = rest.isEmpty ? nil : .tookBack(rest, step: step)
      case .missing, .emptied, .shrunk, .tookBack, .notDone, .did, .unrecorded, .paused, .test, .badValues, .clashes,
        .copies:
        continue
      }
      if open[slot] == nil { over.append(slot) }
    }
    return over
  }
}
