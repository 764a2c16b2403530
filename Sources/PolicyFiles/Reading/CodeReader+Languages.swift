import Documents
import RetryLanguage
import RetryNumerics

// cockatiel in TypeScript, and Swift.

extension CodeReader {
  /// Reads `wrap(timeout(9_000, …), retry(handleAll, { … }), timeout(1_000, …))` of cockatiel with its timeouts.
  mutating func wrapped(_ value: CodeValue) -> CodePolicy? {
    guard value.links.count == 1, let last = value.links.last, last.name == "wrap",
      let parts = last.arguments.map({ $0.map { code.resolved($0) } }),
      let retry = parts.firstIndex(where: { $0.links.first?.name == "retry" }),
      case .call(var call)? = cockatiel(parts[retry])
    else { return nil }
    for (index, part) in parts.enumerated() {
      guard let link = part.links.first, link.name == "timeout", let limit = link.arguments?.first
      else { continue }
      let label = index < retry ? "totalTimeout" : "attemptTimeout"
      guard call[label] == nil else { continue }
      set(&call, limit, Setting("duration", as: label))
      if call[label] != nil { readGuards.insert(link.place) }
    }
    return .call(call)
  }

  /// Reads `retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() })` of cockatiel.
  mutating func cockatiel(_ value: CodeValue) -> CodePolicy? {
    guard value.links.count == 1, let last = value.links.last, last.name == "retry",
      let arguments = last.arguments, (1...2).contains(arguments.count),
      let filter = arguments[0].links.first?.name,
      filter.hasPrefix("handle")
        || code.resolved(arguments[0]).links.first?.name.hasPrefix("handle") == true
    else { return nil }
    var call = PresetCall("cockatiel")
    if filter != "handleAll" || arguments[0].links.count > 1 {
      set(&call, arguments[0], Setting("handle", .errors))
    }
    var hasBackoff = false
    for option in arguments.dropFirst().flatMap({ code.resolved($0).elements }) {
      let (label, value) = option.labelled
      switch label {
      case "maxAttempts" where value.name == "Infinity": break
      case "maxAttempts": set(&call, value, Setting("maxAttempts"))
      case "backoff":
        hasBackoff = true
        setGrowth(&call, code.resolved(value))
      default: remark(option, "'\(label ?? short(option))' of retry is not understood")
      }
    }
    if !hasBackoff { call.set("backoff", .word("none"), value.place) }
    return .call(call)
  }

  private mutating func setGrowth(_ call: inout PresetCall, _ backoff: CodeValue) {
    let arguments = backoff.links.last?.arguments ?? []
    switch backoff.links.last?.name {
    case "ConstantBackoff" where arguments.first.flatMap { code.figure($0)?.number } == 0:
      call.set("backoff", .word("none"), backoff.place)
    case "ConstantBackoff":
      call.set("backoff", .word("constant"), backoff.place)
      set(&call, arguments, ["delay"], of: "ConstantBackoff")
    case "IterableBackoff", "DelegateBackoff":
      call.set("backoff", .word("none"), backoff.place)
      set(
        &call, Array(arguments.prefix(1)), ["delays"],
        of: "the back-off")
      if call["delays"] != nil { call.set("backoff", .word("each"), backoff.place) }
    case "ExponentialBackoff":
      set(
        &call, arguments.flatMap { code.resolved($0).elements },
        [
          "initialDelay", "maxDelay",
          "exponent", "generator",
        ], of: "ExponentialBackoff")
    default:
      call.set("backoff", .word("none"), backoff.place)
      remark(backoff, "'\(short(backoff))' is not understood: the policy does not wait")
    }
  }
}

extension CodeReader {
  /// Reads `RetryPolicy(…)` of the Retry library as it was written, which the language understands.
  mutating func retryPolicy(_ value: CodeValue) -> CodePolicy? {
    guard value.links.count == 1, value.links[0].name == "RetryPolicy",
      let arguments = value.links[0].arguments, !arguments.isEmpty
    else { return nil }
    let text = code.words(of: value)
    guard let rule = arguments.first(where: { $0.labelled.label == "hintRule" })?.labelled.value,
      let hints = hints(rule)
    else { return .text(text) }
    return .text(text.replacing(code.words(of: rule), with: hints))
  }

  /// Reads `retry(maxAttempts: 3) { … } strategy: { … }` of the proposal for swift-async-algorithms.
  mutating func asyncAlgorithms(_ value: CodeValue) -> CodePolicy? {
    guard value.links.count == 1, let last = value.links.last, last.name == "retry",
      let arguments = last.arguments, arguments.count > 1, let limit = arguments.first,
      limit.labelled.label == "maxAttempts"
    else { return nil }
    var call = PresetCall("swift-async-algorithms-364")
    set(&call, limit.labelled.value, Setting("maxAttempts"))
    for argument in arguments.dropFirst() {
      let (label, value) = argument.labelled
      switch label {
      case "tolerance", "clock", "operation", "isolation": break
      case "strategy": setStrategy(&call, value)
      case nil:
        if case .group("{", _) = value.content { break }
        remark(argument, "'\(short(argument))' of retry is not understood")
      case let label?: remark(argument, "'\(label)' of retry is not understood")
      }
    }
    return .call(call)
  }

  /// Sets the back-off whose delays a closure returns: `{ _ in .backoff(delays.nextDuration()) }`.
  private mutating func setStrategy(_ call: inout PresetCall, _ strategy: CodeValue) {
    let delays = paths(in: strategy).compactMap { links -> CodeValue? in
      guard let next = links.firstIndex(where: { $0.name == "nextDuration" }), next > 0 else {
        return nil
      }
      return code.meaning(of: links[next - 1].name, at: strategy)
    }
    guard delays.count == 1 else {
      return remark(strategy, "'strategy' is not read: '\(short(strategy))' is no single back-off")
    }
    let isAlways = !code.words(of: strategy).contains(".stop")
    if !isAlways {
      remark(strategy, "'strategy' stops for some errors: write 'on:' with the others")
    }
    let backoff = delays[0]
    if paths(in: strategy).contains(where: { $0.last?.name == "backoff" && !isNext($0) }) {
      remark(strategy, "'strategy' has several delays: those of nextDuration() are read")
    }
    // The source of chance of a jitter is that of the call here.
    let steps = backoff.links.drop { $0.name == "Backoff" }.map { link in
      let given = (link.arguments ?? []).filter { $0.labelled.label != "using" }
      return ".\(link.name)"
        + (link.arguments == nil ? "" : "(\(given.map(code.words).joined(separator: ", ")))")
    }
    call.set("backoff", .expression(steps.joined()), backoff.place)
  }

  /// Whether a delay is the next one of a back-off.
  private func isNext(_ delay: [CodeLink]) -> Bool {
    (delay.last?.arguments ?? []).flatMap(paths).contains { $0.last?.name == "nextDuration" }
  }

  private func paths(in value: CodeValue) -> [[CodeLink]] {
    [value.links].filter { !$0.isEmpty } + value.children.flatMap(paths)
  }
}
