import Retry
import RetryLanguage
import RetryNumerics

// Polly and what is built on it.

extension Library {
  static let polly = Library(
    code: "Polly",
    readings: [
      CodeReading("Polly") { $0.pollyPipeline($1) },
      CodeReading("Polly", makers: pollyMakers) { $0.polly($1) },
      CodeReading("the standard resilience handler") { $0.standardHandler($1) },
    ],
    targets: [.polly])

  /// What makes policies of Polly, in version 7 as well.
  private static let pollyMakers: Set<String> = [
    "RetryStrategyOptions", "HttpRetryStrategyOptions", "WaitAndRetry", "WaitAndRetryAsync",
    "WaitAndRetryForever", "WaitAndRetryForeverAsync", "RetryAsync", "RetryForever",
    "RetryForeverAsync", "AddStandardHedgingHandler",
  ]
}

extension PolicyTarget {
  package static let polly = PolicyTarget(
    ".cs", "options of Polly in C#", comments: "//", Translation.polly, write: \.polly)
}

extension CodeReader {
  private static let polly: [Setting] =
    [
      "MaxRetryAttempts", "BackoffType", "Delay", "MaxDelay", "UseJitter",
      Setting("ShouldHandle", .errors),
      // In ticks.
      Setting("DelayGenerator", unit: Nanoseconds(100)),
    ] + Setting.unread("OnRetry", "Name")

  /// Reads `new ResiliencePipelineBuilder().AddTimeout(…).AddRetry(…).AddTimeout(…)` of Polly 8 with its timeouts.
  mutating func pollyPipeline(_ value: CodeValue) -> CodePolicy? {
    let links = value.links
    let retries = links.indices.filter { links[$0].name == "AddRetry" }
    let timeouts = links.indices.filter { links[$0].name == "AddTimeout" }
    guard retries.count == 1, !timeouts.isEmpty, let options = links[retries[0]].arguments?.first,
      case .call(var call)? = polly(code.resolved(options))
    else { return nil }
    for index in timeouts {
      let label = index < retries[0] ? "TotalTimeout" : "AttemptTimeout"
      guard call[label] == nil, let limit = links[index].arguments?.first,
        code.figure(limit)?.time(unit: nil) != nil
      else { continue }
      set(&call, limit, Setting("Timeout", as: label))
      readGuards.insert(links[index].place)
    }
    return .call(call)
  }

  /// Reads `new RetryStrategyOptions { … }` of Polly 8.
  mutating func polly(_ value: CodeValue) -> CodePolicy? {
    guard let last = value.links.last, let arguments = last.arguments else { return nil }
    var call = PresetCall("polly")
    switch last.name {
    case "RetryStrategyOptions": break
    case "HttpRetryStrategyOptions":
      call.set("BackoffType", .word("Exponential"), value.place)
      call.set("UseJitter", .flag(true), value.place)
      remark(
        value,
        "HttpRetryStrategyOptions retry transient answers of HTTP and wait as Retry-After says: write 'on:' and 'retryAfter:'"
      )
    // `AddRetry(new() { … })`, in which the type is left out.
    case "new"
    where arguments.contains {
      ["MaxRetryAttempts", "BackoffType", "UseJitter"].contains($0.labelled.label)
    }:
      break
    default: return nil
    }
    set(&call, arguments, Self.polly, of: last.name)
    setMembers(&call, Self.polly, of: boundName, while: value)
    return .call(call)
  }

  /// Reads `AddStandardResilienceHandler(options => { options.Retry.MaxRetryAttempts = 5; })`.
  mutating func standardHandler(_ value: CodeValue) -> CodePolicy? {
    let links = value.links.drop { $0.name != "AddStandardResilienceHandler" }
    guard links.first?.arguments != nil else { return nil }
    var call = PresetCall("dotnet-http-standard")
    // The options may follow: `AddStandardResilienceHandler().Configure(options => { … })`.
    for (path, value) in links.flatMap({ $0.arguments ?? [] }).flatMap(assignments) {
      // Behind the name of the options.
      let words = path.split(separator: ".").suffix(2).joined(separator: ".")
      if let setting = Self.handler.first(where: { $0.name == words }) {
        set(&call, value, setting)
      } else {
        remark(value, "'\(words)' of AddStandardResilienceHandler is not understood")
      }
    }
    return .call(call)
  }

  private func assignments(_ value: CodeValue) -> [(path: String, value: CodeValue)] {
    if case .binding(let path, let value) = value.content { return [(path, value)] }
    return value.children.flatMap(assignments)
  }

  private static let handler: [Setting] = [
    Setting("Retry.MaxRetryAttempts", as: "MaxRetryAttempts"), Setting("Retry.Delay", as: "Delay"),
    Setting("Retry.MaxDelay", as: "MaxDelay"),
    Setting("TotalRequestTimeout.Timeout", as: "TotalRequestTimeout"),
    Setting("AttemptTimeout.Timeout", as: "AttemptTimeout"),
    Setting("CircuitBreaker.FailureRatio", as: "FailureRatio"),
    Setting("CircuitBreaker.MinimumThroughput", as: "MinimumThroughput"),
    Setting("CircuitBreaker.SamplingDuration", as: "SamplingDuration"),
    Setting("CircuitBreaker.BreakDuration", as: "BreakDuration"),
  ]
}
