extension Setting {
  /// Returns what can be typed as its value: its words, or else what it is now.
  func values(_ settings: Settings) -> [Proposals.Word] {
    let now = value(in: settings)
    return words.map {
      Proposals.Word($0.name, $0.name == now ? "\($0.meaning); so it is now" : $0.meaning)
    }
      + (words.contains { $0.name == now } ? [] : [Proposals.Word(now, "so it is now; \(choices)")])
  }

  /// The words among its values, with their meanings.
  var words: [(name: String, meaning: String)] {
    switch self {
    case .draws:
      [
        ("0", "all that may fail fails, and times are the shortest"), ("0.5", "in the middle"),
        ("1", "nothing that may succeed fails, and times are the longest"),
        ("random", "as the seed has them"),
      ]
    case .dialect: [("combine", "3 are 3 retries"), ("rxswift", "3 are 3 attempts in all")]
    case .engine: [("auto", "fast where that is exact"), ("general", "without the fast path")]
    case .threads: [("auto", "as many as the machine has processors")]
    case .timing, .hints: [("off", "switched off"), ("on", "switched on")]
    case .type: [("big", "letters and charts for a projector"), ("normal", "as all other text")]
    case .charts:
      [
        ("ascii", "letters alone"), ("blocks", "bars and points, without Braille"),
        ("braille", "curves in the dots of Braille"), ("words", "what pictures show, in words"),
      ]
    case .seed, .events, .depth, .rows, .memory, .width: []
    }
  }
}
