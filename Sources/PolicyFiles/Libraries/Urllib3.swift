extension Library {
  static let urllib3 = Library(
    code: "urllib3", readings: [CodeReading("urllib3", makers: ["Retry"]) { $0.urllib3($1) }])
}

extension CodeReader {
  /// Reads `Retry(total=3, backoff_factor=0.2)` of urllib3.
  mutating func urllib3(_ value: CodeValue) -> CodePolicy? {
    guard let last = value.links.last, last.name == "Retry", let arguments = last.arguments else {
      return nil
    }
    let settings: [Setting] =
      [
        "total", "backoff_factor", "backoff_jitter", "backoff_max", "status_forcelist",
        "respect_retry_after_header",
      ] + Setting.unread("raise_on_status", "raise_on_redirect")
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
}
