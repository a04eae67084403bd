extension Delta {
  /// What stored bytes did to which tasks, without making the lines: that takes most of the time of reading them.
  package static func effects(inEncoded bytes: [UInt8]) throws(DeltaDecodingError) -> [StepOutline.Effect] {
    var reader = try StoredLineReader(bytes, format: Delta.format)
    _ = try reader.frames(2)
    var removed: [(id: ItemID, line: ArraySlice<UInt8>)] = []
    var insertedCount = 0
    for _ in 0..<(try reader.count()) {
      _ = try reader.number()
      _ = try (reader.id(), reader.id())
      let removedCount = try reader.count()
      insertedCount += try reader.count()
      for _ in 0..<removedCount {
        let (id, form) = try reader.outline()
        guard case .whole(let line) = form else { throw .impossible }
        if let id { removed.append((id, line)) }
      }
    }
    var effects = removed.map { StepOutline.Effect($0.id, .gone) }
    let places = removed.count > few ? Dictionary(removed.indices.map { (removed[$0].id, $0) }) { $1 } : nil
    for _ in 0..<insertedCount {
      let (id, form) = try reader.outline()
      guard let id else { continue }
      guard let place = places.map({ $0[id] }) ?? removed.firstIndex(where: { $0.id == id }) else {
        effects.append(StepOutline.Effect(id, .came))
        continue
      }
      effects[place].kind = form.isSame(as: removed[place].line) ? .moved : .changed
    }
    guard reader.isAtEnd else { throw .impossible }
    return effects
  }

  /// Of so many lines the one of an id is found sooner by looking at each.
  private static let few = 16
}
