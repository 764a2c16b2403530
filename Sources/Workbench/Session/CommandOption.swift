import RetryLanguage

/// An option of a command: its key, and the type of its value.
struct CommandOption: Hashable, Sendable {
  /// The key as typed.
  let key: String
  /// What its value says, in one line.
  let meaning: String
  let type: Type
  var bounds = 0...Int64.max
  /// Whether its value is a condition on the figures of calls.
  var isCondition = false
  /// Whether its value is a goal of a search, or several.
  var isGoals = false

  static let seed = CommandOption(
    key: "seed", meaning: "the seed of the random draws of this command", type: .int)
  static let call = CommandOption(key: "call", meaning: "the call with this number", type: .int)
  static let calls = CommandOption(
    key: "calls", meaning: "how many calls are made", type: .int, bounds: 1...10_000_000_000)
  static let over = CommandOption(
    key: "over", meaning: "the time over which the starts of the calls are spread", type: .duration)
  static let times = CommandOption(
    key: "times", meaning: "how many calls run one after the other", type: .int, bounds: 1...10_000)
  static let number = CommandOption(
    key: "number", meaning: "the number that each library is given, of attempts or of retries",
    type: .int, bounds: 0...1_000_000)
  static let percentile = CommandOption(
    key: "at", meaning: "the call at a percentile of the latency, such as 99%", type: .share)
  static let worst = CommandOption(
    key: "worst", meaning: "how many of the slowest calls are shown", type: .int, bounds: 1...20)
  static let runs = CommandOption(
    key: "runs", meaning: "how many seeds the load is repeated under", type: .int, bounds: 2...1000)
  static let first = CommandOption(
    key: "first", meaning: "how many calls are shown at most", type: .int, bounds: 1...1000)
  static let seeds = CommandOption(
    key: "seeds", meaning: "how many seeds are tried", type: .int, bounds: 1...1_000_000)
  static let speed = CommandOption(
    key: "speed", meaning: "how many times faster than real time", type: .double)
  static let against = CommandOption(
    key: "against", meaning: "the operations it is compared with", type: .list(.source(.any)))
  static let part = CommandOption(
    key: "of", meaning: "the server or load that is asked about, by its name", type: .text)
  static let under = CommandOption(
    key: "under", meaning: "a closure that makes a load of the answer",
    type: .function([.source(.any)], .load))
  static let facing = CommandOption(
    key: "facing",
    meaning: "the operation that takes the place of the given one, as in another world",
    type: .source(.any))
  static let uses = CommandOption(
    key: "uses", meaning: "a part that the answer must have: \(AnswerPart.names)", type: .text)
  static let secret = CommandOption(
    key: "secret",
    meaning: "what the goal is about, for students who miss it: they do not see it before",
    type: .text)
  static let because = CommandOption(
    key: "because", meaning: "what students read whose answer behaves like this one", type: .text)
  static let figure = CommandOption(
    key: LessonSummary.figureKey, meaning: "the figure to remember with a rule", type: .text)
  static let except = CommandOption(
    key: LessonSummary.exceptionKey, meaning: "where a rule stops being true", type: .text)
  static let condition = CommandOption(
    key: "where", meaning: "a condition on the figures of a call", type: .bool, isCondition: true)

  static let subject = CommandOption(
    key: "subject", meaning: "what the figures must keep, such as success >= 99.9%, p99 < 2s",
    type: .bool, isGoals: true)
  static let minimize = CommandOption(
    key: "minimize", meaning: "the figures that should be low, such as load", type: .double,
    isGoals: true)
  static let maximize = CommandOption(
    key: "maximize", meaning: "the figures that should be high, such as goodput", type: .double,
    isGoals: true)
  static let worlds = CommandOption(
    key: "in", meaning: "several worlds, each of which 'world' stands for", type: .list(.any))
  static let weights = CommandOption(
    key: "weights", meaning: "how much each world counts; without, the worst one does",
    type: .list(.any))
  static let within = CommandOption(
    key: "within", meaning: "the part of a figure that does not matter", type: .share)
  static let searchCalls = CommandOption(
    key: "calls", meaning: "how many calls the search makes at most", type: .int,
    bounds: 100_000...10_000_000_000)
  static let searchRuns = CommandOption(
    key: "runs", meaning: "how many runs of loads the search makes at most", type: .int,
    bounds: 100...1_000_000)
}

extension CommandShape.Clause {
  /// What the words say, in one line.
  var meaning: String {
    switch self {
    case .over: "replaces existing files"
    case .withExpectations: "adds an expectation for each result"
    case .of: "what is meant, by its name"
    case .check: "compares what was asked with what the file says"
    case .anyway: "writes a policy that is far from what was asked"
    case .as: "the name of the policy, with a number if there are several"
    case .again: "starts over"
    default: ""
    }
  }

  static let over = Self("over")
  static let withExpectations = Self("with", "expectations")
  static let of = Self("of", takesName: true)
  static let `as` = Self("as", takesName: true)
  static let check = Self("check")
  static let anyway = Self("anyway")
  static let again = Self("again")
}
