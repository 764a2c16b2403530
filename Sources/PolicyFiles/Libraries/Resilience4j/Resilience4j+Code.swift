import Documents
import RetryLanguage

extension Library {
  static let resilience4j = Library(
    files: "resilience4j", code: "resilience4j",
    documents: [
      DocumentReading(
        with: "resilience4j", "resilience4j.retry", read: PolicyFile.init(resilience:))
    ],
    readings: [
      CodeReading(
        "resilience4j", makers: ["RetryConfig", "addRetryConfig", "withRetryConfig"],
        mayMake: { _, value, index in
          index > 0 && value.links[index].name == "ofDefaults"
            && value.links[index - 1].name == "Retry"
        }
      ) { $0.resilience($1) }
    ],
    targets: [.resilience4j])
}

extension PolicyTarget {
  package static let resilience4j = PolicyTarget(
    "resilience4j.yaml", "an instance of resilience4j", comments: "#", Translation.resilience,
    write: \.resilience)
}

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
}
