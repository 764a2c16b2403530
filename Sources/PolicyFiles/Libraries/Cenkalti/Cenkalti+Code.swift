import RetryLanguage
import RetryNumerics

extension Library {
  static let cenkalti = Library(
    code: "cenkalti/backoff",
    readings: [
      CodeReading(
        "cenkalti/backoff", isCall: true, makers: ["NewExponentialBackOff", "RetryNotify"]
      ) { $0.cenkalti($1) }
    ],
    targets: [.cenkalti])
}

extension PolicyTarget {
  package static let cenkalti = PolicyTarget(
    "cenkalti.go", "retries by cenkalti/backoff in Go", comments: "//", Translation.cenkalti,
    write: \.cenkalti)
}

extension CodeReader {
  /// Reads `backoff.Retry(ctx, operation, backoff.WithBackOff(b), backoff.WithMaxTries(3))` of cenkalti, or its back-off.
  mutating func cenkalti(_ value: CodeValue) -> CodePolicy? {
    guard value.links.first?.name == "backoff", let last = value.links.last,
      let arguments = last.arguments
    else { return nil }
    var call = PresetCall("cenkalti")
    switch last.name {
    // Text of the language with such a name has fewer arguments.
    case _ where Self.retries.contains(last.name) && arguments.count < 2: return nil
    case "Retry" where !isFourth(arguments):
      for argument in arguments.dropFirst(2) { setOption(&call, argument) }
    case _ where Self.retries.contains(last.name):
      setBackoff(&call, arguments[1], isFourth: true)
    case "NewExponentialBackOff", "NewConstantBackOff":
      // It is read where it is used.
      guard !code.hasCall("backoff", Self.retries + Self.wrappers) else { return .part }
      setBackoff(&call, value)
    case _ where Self.wrappers.contains(last.name):
      guard !code.hasCall("backoff", Self.retries) else { return .part }
      setBackoff(&call, value, isFourth: true)
    default: return nil
    }
    return .call(call)
  }

  private static let retries = [
    "Retry", "RetryNotify", "RetryWithData", "RetryNotifyWithData", "RetryNotifyWithTimer",
  ]

  /// The functions of version 4 that return a back-off with a limit.
  private static let wrappers = ["WithMaxRetries", "WithContext"]

  /// Whether a call is one of version 4, which has an operation and a back-off, and no context.
  private func isFourth(_ arguments: [CodeValue]) -> Bool {
    arguments.count == 2
      && !["ctx", "context"].contains(code.resolved(arguments[0]).links.first?.name ?? "")
      && !["ctx", "context"].contains(arguments[0].links.first?.name ?? "")
  }

  private static let exponential: [Setting] = [
    "InitialInterval", "RandomizationFactor",
    "Multiplier", "MaxInterval",
    "MaxElapsedTime", Setting("Clock", .nothing), Setting("Stop", .nothing),
  ]

  private mutating func setOption(_ call: inout PresetCall, _ option: CodeValue) {
    guard let last = option.links.last, let argument = last.arguments?.first else {
      return remark(option, "'\(short(option))' of backoff.Retry is not understood")
    }
    switch last.name {
    case "WithBackOff": setBackoff(&call, argument)
    case "WithMaxTries": set(&call, argument, Setting("MaxTries"))
    case "WithMaxElapsedTime": set(&call, argument, Setting("MaxElapsedTime"))
    case "WithNotify": break
    default: note(last, of: "backoff.Retry")
    }
  }

  /// Sets the delays of a back-off, and what is set on the name that it is bound to.
  private mutating func setBackoff(
    _ call: inout PresetCall, _ value: CodeValue, isFourth: Bool = false
  ) {
    let made = code.resolved(value)
    let last = made.links.last
    let arguments = last?.arguments ?? []
    // In version 4 the limit on the time is one of the exponential back-off alone, and its default.
    if isFourth, let last, last.name.hasSuffix("BackOff"), last.name != "NewExponentialBackOff" {
      call.set("MaxElapsedTime", .time(.zero), made.place)
    }
    switch last?.name {
    case "NewExponentialBackOff": setExponential(&call, arguments)
    case "ExponentialBackOff":
      // What a literal leaves out is zero.
      call.set("RandomizationFactor", .count(0), made.place)
      setExponential(&call, arguments.flatMap(\.elements))
    case "NewConstantBackOff", "ConstantBackOff":
      call.set("Multiplier", .count(1), made.place)
      call.set("RandomizationFactor", .count(0), made.place)
      for label in ["InitialInterval", "MaxInterval"] {
        let interval = Setting("Interval", as: label)
        set(&call, arguments.flatMap(\.elements), [interval], of: last?.name ?? "")
      }
    case "ZeroBackOff", "NewZeroBackOff":
      for label in ["InitialInterval", "MaxInterval"] { call.set(label, .time(.zero), made.place) }
    case "StopBackOff", "NewStopBackOff": call.set("MaxTries", .count(1), made.place)
    case "WithContext" where !arguments.isEmpty:
      setBackoff(&call, arguments[0], isFourth: true)
    case "WithMaxRetries" where arguments.count == 2:
      set(&call, arguments[1], Setting("max", as: "MaxTries", .retries))
      setBackoff(&call, arguments[0], isFourth: true)
    default:
      remark(value, "'\(short(value))' is not understood: the delays are the default ones")
    }
    setMembers(&call, Self.exponential, of: value.name ?? boundName, while: made)
  }

  private mutating func setExponential(_ call: inout PresetCall, _ options: [CodeValue]) {
    for option in options {
      // The options of version 4.
      if let link = option.links.last, link.name.hasPrefix("With"),
        let setting = Self.exponential.first(where: { "With\($0.name)" == link.name }),
        let inner = link.arguments?.first
      {
        set(&call, inner, setting)
      } else {
        set(&call, [option], Self.exponential, of: "ExponentialBackOff")
      }
    }
  }
}
