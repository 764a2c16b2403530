import RetryLanguage

/// An option of a command: its key, and the type of its value.
struct CommandOption: Hashable, Sendable {
  /// The key as typed.
  let key: String
  /// The type of its value.
  let type: Type
  /// The bounds of a number.
  var bounds = 0...Int.max
  /// Whether its value is a condition on the figures of calls.
  var isCondition = false

  static let seed = CommandOption(key: "seed", type: .int)
  static let call = CommandOption(key: "call", type: .int)
  static let calls = CommandOption(key: "calls", type: .int, bounds: 1...10_000_000_000)
  static let over = CommandOption(key: "over", type: .duration)
  static let times = CommandOption(key: "times", type: .int, bounds: 1...10_000)
  static let percentile = CommandOption(key: "at", type: .share)
  static let worst = CommandOption(key: "worst", type: .int, bounds: 1...20)
  static let runs = CommandOption(key: "runs", type: .int, bounds: 2...1000)
  static let first = CommandOption(key: "first", type: .int, bounds: 1...1000)
  static let seeds = CommandOption(key: "seeds", type: .int, bounds: 1...1_000_000)
  static let speed = CommandOption(key: "speed", type: .double)
  static let against = CommandOption(key: "against", type: .list(.source(.any)))
  static let part = CommandOption(key: "of", type: .text)
  static let under = CommandOption(key: "under", type: .function([.source(.any)], .load))
  static let condition = CommandOption(key: "where", type: .bool, isCondition: true)
}

extension CommandShape.Clause {
  static let over = Self("over")
  static let withExpectations = Self("with", "expectations")
  static let of = Self("of", takesName: true)
  static let again = Self("again")
}
