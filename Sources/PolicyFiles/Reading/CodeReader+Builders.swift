import Documents
import RetryNumerics

// Builders, whose calls follow one another: resilience4j, Failsafe in Java and Go, cenkalti's backoff.

private let millisecond = Nanoseconds(1_000_000)

extension CodeReader {
  /// Reads `RetryConfig.custom().maxAttempts(3)…build()` of resilience4j.
  mutating func resilience(_ value: CodeValue) -> CodePolicy? {
    guard let start = value.links.firstIndex(where: { $0.name == "RetryConfig" }),
      value.links.count > start + 1
    else { return nil }
    var call = PresetCall("resilience4j")
    for link in value.links[(start + 1)...] {
      let arguments = link.arguments ?? []
      switch link.name {
      case "custom", "ofDefaults", "build": break
      case "maxAttempts": set(&call, arguments, [Setting(link.name, .count)], of: link.name)
      case "waitDuration":
        set(&call, arguments, [Setting(link.name, .time(millisecond))], of: link.name)
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
    let initial = Setting("initial", as: "waitDuration", .time(millisecond))
    let factor = Setting("multiplier", as: "exponentialBackoffMultiplier", .number)
    let share = Setting("factor", as: "randomizedWaitFactor", .number)
    let longest = Setting("max", as: "exponentialMaxWaitDuration", .time(millisecond))
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
    if name.contains("Exponential") { call.set("enableExponentialBackoff", "true", value.place) }
    if name.contains("Random") { call.set("enableRandomizedWait", "true", value.place) }
    set(&call, arguments, settings, of: name)
  }

  /// Reads a builder of Failsafe: `retrypolicy.NewBuilder[any]().WithMaxRetries(3)` or `RetryPolicy.builder()…`.
  mutating func failsafe(_ value: CodeValue) -> CodePolicy? {
    let begin = [
      "NewBuilder", "Builder", "builder", "NewWithDefaults", "WithDefaults", "ofDefaults",
    ]
    let links = value.links
    guard let first = links.first, links.count > 1,
      ["retrypolicy", "RetryPolicy"].contains(first.name),
      begin.contains(links[1].name) || links[1].name.hasPrefix("with")
        || links[1].name.hasPrefix("handle")
    else { return nil }
    var call = PresetCall("failsafe")
    for link in links.dropFirst() where !begin.contains(link.name) { setStep(&call, link) }
    return .call(call)
  }

  private mutating func setStep(_ call: inout PresetCall, _ link: CodeLink) {
    var arguments = link.arguments ?? []
    // Numbers before a unit are times: `withDelay(1, ChronoUnit.SECONDS)`.
    var unit: Nanoseconds?
    if let place = arguments.firstIndex(where: { $0.links.first?.name == "ChronoUnit" }) {
      unit = CodeFigure.unit(arguments.remove(at: place).links.last?.name ?? "")
    }
    let delay = Setting("delay", .time(unit))
    let longest = Setting("maxDelay", .time(unit))
    let name = link.name.prefix(1).lowercased() + link.name.dropFirst()
    let settings: [Setting]
    switch name {
    case "withMaxRetries": settings = [Setting("maxRetries", .count)]
    case "withMaxAttempts": settings = [Setting("maxAttempts", as: "maxRetries", .attempts)]
    case "withDelay": settings = [delay]
    case "withBackoff", "withBackoffFactor":
      settings = [delay, longest, Setting("delayFactor", .number)]
    case "withJitter":
      let isTime = arguments.first.flatMap { code.figure($0) }?.number == nil
      settings = isTime ? [Setting("jitter", .time(nil))] : [Setting("jitterFactor", .number)]
    case "withJitterFactor": settings = [Setting("jitterFactor", .number)]
    case "withMaxDuration": settings = [Setting("maxDuration", .time(nil))]
    case "build", "returnLastFailure", "onRetry", "onSuccess", "onFailure", "onAbort",
      "onRetriesExceeded", "onFailedAttempt", "onRetryScheduled":
      return
    case _ where name.hasPrefix("handle") || name.hasPrefix("abort"):
      for argument in arguments { set(&call, argument, Setting(link.name, .errors)) }
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
    case "Retry", "RetryNotify", "RetryWithData":
      for argument in arguments.dropFirst(last.name == "Retry" ? 2 : 1) {
        setOption(&call, argument)
      }
      if last.name != "Retry" || call.arguments.isEmpty {
        for argument in arguments where !setBackoff(&call, argument) { continue }
      }
    case "NewExponentialBackOff", "NewConstantBackOff":
      // It is read where it is used.
      guard !code.hasCall("backoff", ["Retry", "RetryNotify", "RetryWithData"]) else { return nil }
      _ = setBackoff(&call, value)
    default: return nil
    }
    return .call(call)
  }

  private static let exponential: [Setting] = [
    Setting("InitialInterval", .time(nil)), Setting("RandomizationFactor", .number),
    Setting("Multiplier", .number), Setting("MaxInterval", .time(nil)),
    Setting("MaxElapsedTime", .time(nil)),
  ]

  private mutating func setOption(_ call: inout PresetCall, _ option: CodeValue) {
    guard let last = option.links.last, let argument = last.arguments?.first else { return }
    switch last.name {
    case "WithBackOff":
      guard !setBackoff(&call, argument) else { return }
      remark(argument, "'\(short(argument))' is not understood: the delays are the default ones")
    case "WithMaxTries": set(&call, argument, Setting("MaxTries", .count))
    case "WithMaxElapsedTime": set(&call, argument, Setting("MaxElapsedTime", .time(nil)))
    case "WithNotify": break
    default: note(last, of: "backoff.Retry")
    }
  }

  /// Sets the delays of a back-off, and what is set on the name that it is bound to.
  private mutating func setBackoff(_ call: inout PresetCall, _ value: CodeValue) -> Bool {
    let made = code.resolved(value)
    guard let last = made.links.last, let arguments = last.arguments else { return false }
    switch last.name {
    case "NewExponentialBackOff", "ExponentialBackOff":
      // The options of version 4.
      for option in arguments {
        if let link = option.links.last, link.name.hasPrefix("With"),
          let setting = Self.exponential.first(where: { "With\($0.name)" == link.name }),
          let inner = link.arguments?.first
        {
          set(&call, inner, setting)
        } else {
          set(&call, [option], Self.exponential, of: last.name)
        }
      }
    case "NewConstantBackOff", "ConstantBackOff":
      call.set("Multiplier", "1", made.place)
      call.set("RandomizationFactor", "0", made.place)
      for label in ["InitialInterval", "MaxInterval"] {
        set(&call, arguments, [Setting("Interval", as: label, .time(nil))], of: last.name)
      }
    case "ZeroBackOff":
      for label in ["InitialInterval", "MaxInterval"] { call.set(label, .zero, made.place) }
    case "WithMaxRetries":
      guard arguments.count == 2, let retries = code.figure(arguments[1])?.int else { return false }
      call.set("MaxTries", "\(retries &+ 1)", made.place)
      return setBackoff(&call, arguments[0])
    default: return false
    }
    for setting in Self.exponential {
      for name in code.names.keys.sorted() where name.hasSuffix(".\(setting.name)") {
        guard let owner = value.name ?? boundName, name == "\(owner).\(setting.name)",
          let meant = code.names[name]
        else { continue }
        set(&call, meant, setting)
      }
    }
    return true
  }
}
