import Retry
import RetryNumerics

// A pipeline of the Retry library, whose layers the laboratory knows.

extension CodeReader {
  /// Reads `Pipeline(Timeout(…), Retrying(policy), Breaker(…))` as the policy with its layers.
  mutating func pipeline(_ value: CodeValue) -> CodePolicy? {
    guard value.links.count == 1, let link = value.links.first, link.name == "Pipeline",
      let layers = link.arguments?.flatMap({ listed($0) }),
      layers.contains(where: { $0.call?.name == "Retrying" })
    else { return nil }
    let places = layers.indices.filter { layers[$0].call?.name == "Retrying" }
    guard let place = places.first, places.count == 1 else {
      remark(value, "a pipeline with several 'Retrying' is not read")
      return .part
    }
    let retrying = layers[place].call?.arguments ?? []
    guard let policy = retrying.first.map({ code.resolved($0) }),
      case .text(var text)? = retryPolicy(policy)
    else {
      remark(layers[place], "'\(short(layers[place]))' is not read: its policy is elsewhere")
      return .part
    }
    // The policy is a part of the pipeline.
    file.remove(at: policy.place)
    for argument in retrying.dropFirst() {
      guard let budget = SwiftCall(argument.labelled.value, code)?.budget else {
        remark(argument, "'\(short(argument))' of Retrying is not understood")
        continue
      }
      text = "\(text.dropLast()), budget: \(budget.source))"
    }
    for (index, layer) in layers.enumerated().reversed() where index != place {
      if let call = layer.call {
        readGuards.formUnion([call.place] + (call.arguments ?? []).compactMap { $0.call?.place })
      }
      guard let source = SwiftCall(layer, code)?.layer?.source else {
        remark(layer, "'\(short(layer))' of Pipeline is not understood")
        continue
      }
      text += ".\(index < place ? "perCall" : "perAttempt")(\(source))"
    }
    return .text(text)
  }

  /// Returns the layers in a list of them, or the one that a value is.
  private func listed(_ value: CodeValue) -> [CodeValue] {
    value.call?.name == "LayerList" ? (value.call?.arguments ?? []).flatMap(\.elements) : [value]
  }

  /// Returns a rule for hints as text of the language, which has no call for it.
  func hints(_ value: CodeValue) -> String? {
    SwiftCall(value, code).flatMap { $0.name == "HintRule" ? $0.hints.source : nil }
  }
}

extension CodeValue {
  /// The call that a value is, in front of a closure as well.
  fileprivate var call: CodeLink? {
    if case .pieces(let pieces) = content { return pieces.first?.call }
    return links.last.flatMap { $0.arguments == nil ? nil : $0 }
  }
}

/// A call in Swift, with the values of its arguments.
private struct SwiftCall {
  /// The name of the function, or that of the type.
  let name: String
  private let arguments: [CodeValue]
  private let code: ForeignSource

  init?(_ value: CodeValue, _ code: ForeignSource) {
    guard let call = value.call, let arguments = call.arguments else { return nil }
    (name, self.arguments, self.code) = (call.name, arguments, code)
  }

  private func value(_ label: String?) -> CodeValue? {
    arguments.first { $0.labelled.label == label }?.labelled.value
  }

  private func call(_ label: String? = nil) -> SwiftCall? {
    value(label).flatMap { SwiftCall($0, code) }
  }

  private func number(_ label: String? = nil) -> Double? {
    value(label).flatMap { code.figure($0)?.number }
  }

  private func count(_ label: String? = nil) -> Int? {
    value(label).flatMap { code.figure($0)?.int }
  }

  private func time(_ label: String? = nil) -> Duration? {
    value(label).flatMap { code.figure($0)?.time(unit: nil)?.duration }
  }

  private func flag(_ label: String) -> Bool { value(label)?.name == "true" }

  private func `case`<Word: RawRepresentable>(_ label: String, _ usual: Word) -> Word
  where Word.RawValue == String {
    value(label)?.links.last.flatMap { Word(rawValue: $0.name) } ?? usual
  }
}

extension SwiftCall {
  /// The layer that it makes, if it is one.
  var layer: PolicyDocument.Layer? {
    let inner = call()
    return switch name {
    case "Timeout": time().map { .timeout($0) }
    case "Breaker": inner?.breaker.map { .breaker($0) }
    case "Limiter": inner?.limiter.map { .rateLimiter($0) }
    case "Bulkhead": inner?.limit.map { .concurrencyLimit($0) }
    case "Throttle":
      inner.map {
        .throttle(
          ClientThrottle(k: $0.number("k") ?? 2, window: $0.time("window") ?? .seconds(120)))
      }
    case "Pacer": inner.map { .pace($0.rate) }
    case "Hedging": inner.map { .hedge($0.hedge) }
    default: nil
    }
  }

  private var breaker: CircuitBreaker? {
    guard let opening = call("opening"), let first = opening.time() else { return nil }
    let open = CircuitBreaker.Opening(
      first, factor: opening.number("factor") ?? 1, maximum: opening.time("maximum"),
      isJittered: opening.flag("isJittered"))
    let probes = count("probes") ?? 1
    if let failures = count("consecutiveFailures") {
      return CircuitBreaker(consecutiveFailures: failures, opening: open, probes: probes)
    }
    if let failures = count("failures"), let span = time("within") {
      return CircuitBreaker(failures: failures, within: span, opening: open, probes: probes)
    }
    guard let over = call("over") else { return nil }
    let window =
      over.name == "calls"
      ? over.count().map { CircuitBreaker.Window.calls($0) } : over.time().map { .time($0) }
    return window.map {
      CircuitBreaker(
        failureRate: number("failureRate"), slowRate: number("slowRate"),
        slow: time("slow") ?? .seconds(60), over: $0, minimumCalls: count("minimumCalls") ?? 1,
        opening: open, probes: probes)
    }
  }

  private var limiter: RateLimiter? {
    guard let calls = count(), let span = time("per") else { return nil }
    let wait = time("maximumWait") ?? .zero
    return name == "slidingWindow"
      ? .slidingWindow(calls, per: span, maximumWait: wait)
      : .tokenBucket(calls, per: span, burst: count("burst") ?? 1, maximumWait: wait)
  }

  private var limit: ConcurrencyLimit? {
    guard let calls = count() else { return nil }
    var adaptation: ConcurrencyLimit.Adaptation?
    if let adapting = call("adapting") {
      guard let range = adapting.range("in") else { return nil }
      adaptation = .init(
        in: range, decrease: adapting.number("decrease") ?? 0.9,
        slow: adapting.time("slow") ?? .seconds(5))
    }
    return ConcurrencyLimit(
      calls, queue: count("queue") ?? 0, maximumWait: time("maximumWait"), adapting: adaptation)
  }

  private func range(_ label: String) -> ClosedRange<Int>? {
    guard let value = value(label) else { return nil }
    let ends = code.source(of: value).split(separator: ".").compactMap { Int($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  private var rate: CubicRate {
    CubicRate(
      beta: number("beta") ?? 0.7, scale: number("scale") ?? 0.4,
      smoothing: number("smoothing") ?? 0.8, minimum: number("minimum") ?? 0.5)
  }

  private var hedge: Hedge {
    let hedges = count("hedges") ?? 1
    return number("afterPercentile").map {
      Hedge(afterPercentile: $0, otherwise: time("otherwise"), hedges: hedges)
    } ?? Hedge(after: time("after"), hedges: hedges)
  }

  /// The budget that calls share, if it is one.
  var budget: RetryBudget? {
    guard name == "SharedBudget", let rule = call() else { return nil }
    return switch rule.name {
    case "ratio":
      .ratio(
        rule.number() ?? 0.2, minimumPerSecond: rule.number("minimumPerSecond") ?? 10,
        window: rule.time("window") ?? .seconds(10))
    case "tokens":
      .tokens(
        capacity: rule.count("capacity") ?? 500, cost: rule.count("cost") ?? 14,
        throttlingCost: rule.count("throttlingCost") ?? 5, timeoutCost: rule.count("timeoutCost"),
        credit: rule.count("credit") ?? 1)
    case "throttle":
      .throttle(
        maximumTokens: rule.number("maximumTokens") ?? 10,
        tokenRatio: rule.number("tokenRatio") ?? 0.1)
    case "share": .share(rule.number() ?? 0.2, minimum: rule.count("minimum") ?? 3)
    case "bucket":
      rule.number("perSuccess").map { .bucket(rule.number() ?? 5, perSuccess: $0) }
        ?? .bucket(rule.number() ?? 5, perCall: rule.number("perCall") ?? 0.1)
    case "failures":
      .failures(
        atMost: rule.number("atMost") ?? 0.1, window: rule.time("window") ?? .seconds(10))
    default: nil
    }
  }

  var hints: HintRule {
    HintRule(
      maximum: value("maximum") == nil ? .seconds(60) : time("maximum"),
      jitter: time("jitter") ?? .zero, isAtLeastBackoff: flag("isAtLeastBackoff"),
      beyondBackoff: time("beyondBackoff"), resetsBackoff: flag("resetsBackoff"),
      excess: `case`("excess", .shorten), negative: `case`("negative", .ignore),
      zero: `case`("zero", .ignore))
  }
}
