import RetryLanguage

extension Library {
  static let stamina = Library(
    code: "stamina", readings: [CodeReading("stamina") { $0.stamina($1) }])
}

extension CodeReader {
  /// Reads `@stamina.retry(on=…, attempts=3)`.
  mutating func stamina(_ value: CodeValue) -> CodePolicy? {
    let names = ["retry", "retry_context", "RetryingCaller", "AsyncRetryingCaller"]
    let links = value.links.drop { !names.contains($0.name) }
    let isImported =
      value.links.count == 1 && code.mentions("stamina") && !code.mentions("tenacity")
    guard value.links.first?.name == "stamina" || isImported,
      let arguments = links.first?.arguments
    else { return nil }
    var call = PresetCall("stamina")
    if let none = none("attempts", in: arguments) { call.set("attempts", .unlimited, none.place) }
    noteNone("timeout", in: arguments)
    set(
      &call, arguments,
      [
        Setting("on", .errors), "attempts", "timeout", "wait_initial", "wait_max", "wait_jitter",
        "wait_exp_base",
      ], of: "stamina")
    for link in links.dropFirst() where link.name == "on" {
      set(&call, link.arguments ?? [], [Setting("on", .errors)], of: "stamina")
    }
    return .call(call)
  }
}
