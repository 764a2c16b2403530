import Documents
import RetryLanguage
import RetryNumerics

// The routes of Istio and the Gateway API.

extension PolicyFile {
  /// Reads resources of Kubernetes.
  init(
    resources documents: [Document], _ name: String, _ resource: Resource
  ) throws(DocumentError) {
    self.init("a \(name)")
    for document in documents {
      guard try document["kind"]?.text == name else {
        remark(document.place, "this is no \(name), and is not read")
        continue
      }
      let about = try document["metadata"]?["name"]?.text ?? name
      let rules = document["spec"]?[resource == .virtualService ? "http" : "rules"]
      for rule in try rules?.list ?? [] {
        switch resource {
        case .virtualService: try addVirtual(rule, about)
        case .httpRoute: try addRoute(rule, about)
        }
      }
    }
  }

  /// Adds the policy of a route of Istio.
  private mutating func addVirtual(_ rule: Document, _ about: String) throws(DocumentError) {
    guard let retries = rule["retries"] else { return }
    var fields = try retries.fields
    var call = PresetCall("istio")
    if retries["attempts"] == nil {
      call.set("attempts", .count(0), retries.place)
      remark(retries.place, "'retries' without attempts makes no retries in Istio")
    }
    try call.set("attempts", fields.take("attempts"))
    try call.setLimit("perTryTimeout", fields.take("perTryTimeout"))
    let on = fields.take("retryOn")
    // An empty list of conditions stands for the usual ones.
    if try on?.text != "" { try call.set("retryOn", on) }
    try call.set("backoff", fields.take("backoff"))
    try call.setLimit("timeout", rule["timeout"])
    for key in ["retryRemoteLocalities", "retryIgnorePreviousHosts"] {
      drop(key, &fields, "all attempts go to one place here")
    }
    finish(fields, of: "retries")
    add(call, for: try rule["name"]?.text ?? about, at: retries.place)
  }

  /// Adds the policy of a rule of the Gateway API.
  private mutating func addRoute(_ rule: Document, _ about: String) throws(DocumentError) {
    guard let retry = rule["retry"] else { return }
    var fields = try retry.fields
    var call = PresetCall("envoy")
    try call.set("num_retries", fields.take("attempts"))
    if let codes = fields.take("codes") {
      var known: [String] = []
      for code in try codes.list { known.append("\(try code.int)") }
      call.set("retry_on", .text(known.joined(separator: ",")), codes.place)
    }
    try call.set("base_interval", fields.take("backoff"))
    try call.setLimit("per_try_timeout", rule["timeouts"]?["backendRequest"])
    let timeout = rule["timeouts"]?["request"]
    if timeout == nil { call.set("timeout", .time(.zero)) }
    try call.set("timeout", timeout)
    finish(fields, of: "retry")
    remark(retry.place, "a gateway chooses how long it waits beyond 'backoff': read as Envoy does")
    add(call, for: try rule["name"]?.text ?? about, at: retry.place)
  }
}

extension PresetCall {
  /// Sets an argument to a time, if there is one that is not zero, which stands for no limit.
  mutating func setLimit(
    _ label: String, _ document: Document?
  ) throws(DocumentError) {
    if let document, try document.span() > .zero { try set(label, document) }
  }
}

extension Fields {
  /// Takes the value of a key, which may be written as in JSON.
  mutating func take(words: String) -> Document? {
    take { $0 == words || $0 == words.camelCased }
  }
}

extension String {
  /// The words of a name that underscores separate, joined as in JSON.
  var camelCased: String {
    let words = split { $0 == "_" || $0 == "-" }
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
