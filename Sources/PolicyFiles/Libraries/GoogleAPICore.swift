extension Library {
  static let googleAPICore = Library(
    code: "google-api-core",
    readings: [
      CodeReading("google-api-core", makers: ["Retry", "AsyncRetry"]) { $0.googleAPICore($1) }
    ])
}

extension CodeReader {
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
