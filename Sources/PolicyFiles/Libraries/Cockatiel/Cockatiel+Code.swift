import RetryLanguage

extension Library {
  static let cockatiel = Library(
    code: "cockatiel",
    readings: [
      CodeReading("cockatiel") { $0.wrapped($1) }, CodeReading("cockatiel") { $0.cockatiel($1) },
    ],
    targets: [.cockatiel])
}

extension PolicyTarget {
  package static let cockatiel = PolicyTarget(
    ".ts", "a policy of cockatiel in TypeScript", comments: "//", Translation.cockatiel,
    write: \.cockatiel)
}

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
