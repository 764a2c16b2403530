import Documents
import RetryLanguage
import RetryNumerics

// Builders, whose calls follow one another: resilience4j, Failsafe in Java and Go, cenkalti's backoff.

extension CodeReader {
  /// Reads `RetryConfig.custom().maxAttempts(3)…build()` of resilience4j, or `RetryConfig { maxAttempts(3) }` in Kotlin.
  mutating func resilience(_ value: CodeValue) -> CodePolicy? {
    switch chain(value, isBuilder: { Self.resilienceStart($0) != nil }) {
    case nil: return nil
    case .part: return .part
    case .policy(let links):
      guard let start = Self.resilienceStart(links) else { return nil }
      // In Kotlin a block makes the calls.
      let blocks = links[start].arguments ?? []
      let inner = blocks.flatMap { calls(in: $0, of: links[start].name) }
      return resilience(inner + links[(start + 1)...])
    }
  }

  /// Where the builder of a configuration begins in a chain of calls.
  private static func resilienceStart(_ links: [CodeLink]) -> Int? {
    func hasBlock(_ link: CodeLink) -> Bool {
      guard case .group("{", _)? = link.arguments?.last?.content else { return false }
      return true
    }
    return links.indices.first { index in
      switch links[index].name {
      case "RetryConfig":
        hasBlock(links[index]) || links[(index + 1)...].contains { $0.arguments != nil }
      case "addRetryConfig", "withRetryConfig": hasBlock(links[index])
      default: false
      }
    }
  }

  private mutating func resilience(_ links: [CodeLink]) -> CodePolicy {
    var call = PresetCall("resilience4j")
    for link in links {
      let arguments = link.arguments ?? []
      switch link.name {
      case "custom", "ofDefaults", "build", "Builder": break
      case "maxAttempts", "waitDuration":
        set(&call, arguments, [Setting(link.name)], of: link.name)
      case "intervalFunction":
        for argument in arguments { setInterval(&call, code.resolved(argument.labelled.value)) }
      case "retryExceptions", "ignoreExceptions", "retryOnException", "retryOnResult",
        "ignoreException":
        for argument in arguments { set(&call, argument, Setting(link.name, .errors)) }
      case "failAfterMaxAttempts", "writableStackTraceEnabled", "consumeResultBeforeRetryAttempt":
        break
      default: note(link, of: "RetryConfig")
      }
    }
    return .call(call)
  }

  /// Sets the delays of an `IntervalFunction`.
  private mutating func setInterval(_ call: inout PresetCall, _ value: CodeValue) {
    let initial = Setting("initial", as: "waitDuration")
    let factor = Setting("multiplier", as: "exponentialBackoffMultiplier")
    let share = Setting("factor", as: "randomizedWaitFactor")
    let longest = Setting("max", as: "exponentialMaxWaitDuration")
    let arguments = value.links.last?.arguments ?? []
    let settings: [Setting]
    switch value.links.last?.name {
    case "of", "ofDefaults": settings = [initial]
    case "ofRandomized": settings = [initial, share]
    case "ofExponentialBackoff": settings = [initial, factor, longest]
    case "ofExponentialRandomBackoff":
      // The third of three may be the share or the longest delay.
      let third = arguments.count == 3 ? code.figure(arguments[2]) : nil
      let isShare = third.map { ($0.number ?? 2) <= 1 } ?? true
      settings = isShare ? [initial, factor, share, longest] : [initial, factor, longest]
    default:
      return remark(
        value, "'\(short(value))' is not understood: the delays are those of waitDuration")
    }
    let name = value.links.last?.name ?? ""
    if name.contains("Exponential") {
      call.set("enableExponentialBackoff", .flag(true), value.place)
    }
    if name.contains("Random") { call.set("enableRandomizedWait", .flag(true), value.place) }
    set(&call, arguments, settings, of: name)
  }

  /// Reads a builder of Failsafe: `retrypolicy.NewBuilder[any]().WithMaxRetries(3)` or `RetryPolicy.builder()…`.
  mutating func failsafe(_ value: CodeValue) -> CodePolicy? {
    switch chain(value, isBuilder: Self.isFailsafe) {
    case nil: return nil
    case .part: return .part
    case .policy(let links):
      var call = PresetCall("failsafe")
      if Self.transports.contains(links[0].name) {
        file.remark(
          links[0].place,
          "\(links[0].name) retries transient answers of servers and waits as Retry-After says: write 'on:' and 'retryAfter:'"
        )
      }
      if let start = links.first(where: { Self.begins.contains($0.name) }),
        let other = start.arguments?.first
      {
        remark(
          other,
          "'\(short(other))' is a policy to begin with, and is not read: what is not set keeps its default"
        )
      }
      for link in links.dropFirst() where !Self.begins.contains(link.name) { setStep(&call, link) }
      return .call(call)
    }
  }

  private static let transports = ["failsafehttp", "failsafegrpc"]

  private static let begins = [
    "NewBuilder", "Builder", "builder", "NewWithDefaults", "WithDefaults", "ofDefaults",
    "NewRetryPolicyBuilder", "RetryPolicyBuilder",
  ]

  /// Whether a chain of calls begins with a builder of Failsafe.
  private static func isFailsafe(_ links: [CodeLink]) -> Bool {
    guard let first = links.first, links.count > 1 else { return false }
    switch first.name {
    case "retrypolicy", "RetryPolicy":
      return begins.contains(links[1].name) || links[1].name.hasPrefix("with")
        || links[1].name.hasPrefix("handle")
    case _ where transports.contains(first.name):
      return links[1].name.hasSuffix("RetryPolicyBuilder")
    default: return false
    }
  }

  private static let refusals = PolicyText.failsafe(LayerKind.allCases)

  private mutating func setStep(_ call: inout PresetCall, _ link: CodeLink) {
    var arguments = link.arguments ?? []
    // Numbers before a unit are times: `withDelay(1, ChronoUnit.SECONDS)`.
    var unit: Nanoseconds?
    let units = ["ChronoUnit", "TimeUnit"]
    if let place = arguments.firstIndex(where: { units.contains($0.links.first?.name ?? "") }) {
      unit = CodeFigure.unit(arguments.remove(at: place).links.last?.name ?? "")
    }
    let delay = Setting("delay", unit: unit)
    let longest = Setting("maxDelay", unit: unit)
    let name = link.name.prefix(1).lowercased() + link.name.dropFirst()
    let settings: [Setting]
    switch name {
    case "withMaxRetries": settings = ["maxRetries"]
    case "withMaxAttempts": settings = [Setting("maxAttempts", as: "maxRetries", .attempts)]
    case "withDelay": settings = [delay]
    case "withBackoff", "withBackoffFactor":
      settings = [delay, longest, "delayFactor"]
    case "withJitter":
      let isTime = unit != nil || arguments.first.flatMap { code.figure($0) }?.number == nil
      settings = isTime ? [Setting("jitter", unit: unit)] : ["jitterFactor"]
    case "withJitterFactor": settings = ["jitterFactor"]
    case "withDelayFunc", "withDelayFn":
      settings = ["delayFn"]
    case "withMaxDuration": settings = [Setting("maxDuration", unit: unit)]
    case "build", "returnLastFailure", "onRetry", "onSuccess", "onFailure", "onAbort",
      "onRetriesExceeded", "onFailedAttempt", "onRetryScheduled":
      return
    case _ where name.hasPrefix("handle") || name.hasPrefix("abort"):
      // The refusals of layers end the retries here as well.
      for argument in arguments where !Self.refusals.contains(argument.name ?? "") {
        set(&call, argument, Setting(link.name, .errors))
      }
      return
    default: return note(link, of: "the builder")
    }
    set(&call, arguments, settings, of: link.name)
  }
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
