import Retry
import RetryNumerics

extension Library {
  static let failsafe = Library(
    code: "Failsafe",
    readings: [
      CodeReading(
        "Failsafe", makers: ["RetryPolicy", "RetryPolicyBuilder", "NewRetryPolicyBuilder"],
        mayMake: { _, value, index in
          // In Go, the module tells what is built.
          index == 1 && value.links[1].name.contains("Builder")
            && ["retrypolicy", "failsafehttp", "failsafegrpc"].contains(value.links[0].name)
        }
      ) { $0.failsafe($1) }
    ],
    targets: [.failsafe])
}

extension PolicyTarget {
  package static let failsafe = PolicyTarget(
    ".go", "a policy of failsafe-go in Go", comments: "//", Translation.failsafe,
    write: \.failsafe)
}

extension CodeReader {
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

  private static let refusals = PolicyText.failsafe(PolicyDocument.Layer.Kind.allCases)

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
