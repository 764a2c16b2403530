import RetryLanguage

extension Library {
  static let asyncAlgorithms = Library(
    readings: [CodeReading("swift-async-algorithms", isCall: true) { $0.asyncAlgorithms($1) }])
}

extension CodeReader {
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
    let isAlways = !code.source(of: strategy).contains(".stop")
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
        + (link.arguments == nil ? "" : "(\(given.map(code.source).joined(separator: ", ")))")
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
