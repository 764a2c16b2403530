import Documents
import RetryLanguage
import RetryNumerics

// The other libraries of Python, which count seconds as well.

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
        + Setting.unread(
          .nothing, "on_success", "on_backoff", "on_giveup", "raise_on_giveup", "logger"),
      of: last.name)
    if let generator, !["expo", "fibo", "constant"].contains(generator) {
      remark(arguments[0], "'\(generator)' is not understood: the delays are those of 'expo'")
      call.remove("wait_gen")
    }
    return .call(call)
  }

  /// Reads `Retry(total=3, backoff_factor=0.2)` of urllib3.
  mutating func urllib3(_ value: CodeValue) -> CodePolicy? {
    guard let last = value.links.last, last.name == "Retry", let arguments = last.arguments else {
      return nil
    }
    let settings: [Setting] =
      [
        "total", "backoff_factor", "backoff_jitter", "backoff_max", "status_forcelist",
        "respect_retry_after_header",
      ] + Setting.unread(.nothing, "raise_on_status", "raise_on_redirect")
    let labels = arguments.map(\.labelled.label)
    guard
      labels.contains(where: {
        ["total", "backoff_factor", "status_forcelist", "connect"].contains($0)
      }) || (code.mentions("urllib3") && !code.mentions("api_core"))
    else { return nil }
    var call = PresetCall("urllib3")
    noteNone("total", in: arguments)
    for (index, argument) in arguments.enumerated() {
      // Numbers behind the first count kinds of errors.
      let isOther = index > 0 && argument.labelled.label == nil
      set(&call, [argument], isOther ? [] : settings, of: "urllib3's Retry")
    }
    return .call(call)
  }

  /// Reads `retry.Retry(initial=1.0, maximum=60.0)` of google-api-core, or `DEFAULT_RETRY.with_timeout(30)`.
  mutating func googleAPICore(_ value: CodeValue) -> CodePolicy? {
    guard let links = googleLinks(value) else { return nil }
    let arguments = links.first?.arguments ?? []
    var call = PresetCall("google-api-core")
    if let first = links.first, first.arguments == nil {
      file.remark(
        first.place, "'\(first.name)' is not in this code: what is not set keeps its default")
    }
    for label in ["timeout", "deadline"] { noteNone(label, in: arguments) }
    let settings: [Setting] = [
      Setting("predicate", .errors), "initial", "maximum", "multiplier", "timeout",
      Setting("on_error", .nothing), Setting("deadline", as: "timeout"),
    ]
    set(&call, arguments, settings, of: "google-api-core's Retry")
    // What makes another of it: `with_timeout(30)`, `with_delay(initial=1)`.
    for link in links.dropFirst() {
      let first = settings.firstIndex { "with_\($0.name)" == link.name } ?? 1
      let given = link.arguments ?? []
      if ["with_timeout", "with_deadline"].contains(link.name) { noteNone(nil, in: given) }
      set(&call, given, Array(settings[first...]), of: link.name)
    }
    return .call(call)
  }

  /// The calls that make a policy of google-api-core, from the first, which may be the name of a policy elsewhere.
  private func googleLinks(_ value: CodeValue) -> [CodeLink]? {
    let links = value.links
    if let start = links.firstIndex(where: { ["Retry", "AsyncRetry"].contains($0.name) }),
      let arguments = links[start].arguments
    {
      let isOwn = arguments.contains {
        ["predicate", "initial", "maximum", "deadline", "timeout"].contains($0.labelled.label)
      }
      return isOwn || code.mentions("api_core") ? Array(links[start...]) : nil
    }
    guard let change = links.firstIndex(where: { Self.changes.contains($0.name) }), change > 0,
      links[change].arguments != nil
    else { return nil }
    if change == 1, let root = code.origin(of: links[0].name, at: value) {
      return googleLinks(root).map { $0 + links[1...] }
    }
    let isOther = links[change - 1].arguments != nil
    return !isOther && links[change - 1].name.lowercased().contains("retry")
      ? Array(links[(change - 1)...]) : nil
  }

  /// What makes another policy of one.
  private static let changes = ["with_timeout", "with_deadline", "with_delay", "with_predicate"]
}

extension CodeReader {
  /// Returns the value of an argument that is `None`.
  private func none(_ label: String?, in arguments: [CodeValue]) -> CodeValue? {
    arguments.map(\.labelled).first { $0.label == label && $0.value.name == "None" }?.value
  }

  /// Notes an argument that removes a limit which the preset always has.
  private mutating func noteNone(_ label: String?, in arguments: [CodeValue]) {
    guard let none = none(label, in: arguments) else { return }
    remark(
      none, "'\(label.map { "\($0)=" } ?? "")None' is not read: the preset has its default limit")
  }
}
