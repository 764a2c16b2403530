import RetryLanguage

extension Library {
  static let backoff = Library(
    code: "backoff",
    readings: [
      CodeReading("backoff", makers: ["on_exception", "on_predicate"]) { $0.onException($1) }
    ])
}

extension CodeReader {
  /// Reads `@backoff.on_exception(backoff.expo, …, max_tries=8)`.
  mutating func onException(_ value: CodeValue) -> CodePolicy? {
    guard let last = value.links.last, let arguments = last.arguments,
      ["on_exception", "on_predicate"].contains(last.name)
    else { return nil }
    guard last.name == "on_exception" else {
      file.remark(last.place, "'on_predicate' retries results, and no error: it is not read")
      return .part
    }
    var call = PresetCall("backoff")
    let generator = (arguments.first?.labelled.value.links.last).map(\.name)
    if let none = none("jitter", in: arguments) { call.set("jitter", .word("none"), none.place) }
    set(
      &call, arguments,
      [
        "wait_gen", Setting("exception", .errors), "max_tries", "max_time", "jitter",
        Setting("giveup", .errors), "base", "factor", "max_value", "interval",
      ]
        + Setting.unread("on_success", "on_backoff", "on_giveup", "raise_on_giveup", "logger"),
      of: last.name)
    if let generator, !["expo", "fibo", "constant"].contains(generator) {
      remark(arguments[0], "'\(generator)' is not understood: the delays are those of 'expo'")
      call.remove("wait_gen")
    }
    return .call(call)
  }
}
