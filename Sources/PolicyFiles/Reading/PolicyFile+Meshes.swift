import Documents
import RetryNumerics

// The routes of Envoy, Istio and the Gateway API.

extension PolicyFile {
  /// Reads the configuration of Envoy, and finds its retry policies wherever they are.
  init(envoy documents: [Document]) throws(DocumentTrouble) {
    self.init("a configuration of Envoy")
    var budget: Document?
    for document in documents where budget == nil { budget = Self.budget(in: document) }
    for document in documents { try search(document, "the configuration", budget) }
  }

  /// Returns the first thresholds of a cluster that bound its retries.
  private static func budget(in document: Document) -> Document? {
    switch document.content {
    case .scalar: return nil
    case .list(let elements):
      for element in elements { if let found = budget(in: element) { return found } }
    case .map(let entries):
      let words = ["retry_budget", "retryBudget", "max_retries", "maxRetries"]
      if entries.contains(where: { words.contains($0.key) }) { return document }
      for entry in entries { if let found = budget(in: entry.value) { return found } }
    }
    return nil
  }

  private mutating func search(
    _ document: Document, _ about: String, _ budget: Document?
  ) throws(DocumentTrouble) {
    switch document.content {
    case .scalar: return
    case .list(let elements): for element in elements { try search(element, about, budget) }
    case .map(let entries):
      let about = try Self.about(document) ?? about
      if let policy = document["retry_policy"] ?? document["retryPolicy"] {
        try add(policy, timeout: document["timeout"], about, budget)
      }
      for entry in entries where !["retry_policy", "retryPolicy"].contains(entry.key) {
        try search(entry.value, about, budget)
      }
    }
  }

  /// What a route or a virtual host is called.
  private static func about(_ document: Document) throws(DocumentTrouble) -> String? {
    if let match = document["match"], let path = match["prefix"] ?? match["path"] {
      return "route \(try path.text)"
    }
    guard let name = document["name"], case .scalar = name.content else { return nil }
    return try name.text
  }

  private mutating func add(
    _ policy: Document, timeout: Document?, _ about: String, _ budget: Document?
  ) throws(DocumentTrouble) {
    var fields = try policy.fields
    var call = PresetCall("envoy")
    try call.setInt("num_retries", fields.take(words: "num_retries"))
    let on = fields.take(words: "retry_on")
    var conditions = try on?.plainText.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
    for code in try fields.take(words: "retriable_status_codes")?.list ?? [] {
      conditions.append("\(try code.int)")
    }
    conditions.removeAll { $0 == "retriable-status-codes" }
    call.set("retry_on", "\"\(conditions.joined(separator: ","))\"", on?.place ?? policy.place)
    try call.setLimit("per_try_timeout", fields.take(words: "per_try_timeout"))
    try call.setSpan("timeout", timeout)
    if let backoff = fields.take(words: "retry_back_off") {
      var times = try backoff.fields
      try call.setSpan("base_interval", times.take(words: "base_interval"))
      try call.setSpan("max_interval", times.take(words: "max_interval"))
      finish(times, of: "retry_back_off")
    }
    if let budget { try setBudget(&call, budget) }
    for key in Self.placing { drop(key, &fields, "all attempts go to one place here") }
    finish(fields, of: "retry_policy")
    add(call, for: about, at: policy.place)
  }

  /// What chooses the host of a retry.
  private static let placing = [
    "retry_host_predicate", "retryHostPredicate", "host_selection_retry_max_attempts",
    "hostSelectionRetryMaxAttempts", "retry_priority", "retryPriority",
  ]

  /// Sets what the thresholds of a cluster say; a budget takes the place of a number.
  private mutating func setBudget(
    _ call: inout PresetCall, _ thresholds: Document
  ) throws(DocumentTrouble) {
    var fields = try thresholds.fields
    let most = fields.take(words: "max_retries")
    guard let document = fields.take(words: "retry_budget") else {
      return try call.setInt("min_retry_concurrency", most)
    }
    var budget = try document.fields
    if let share = budget.take(words: "budget_percent") {
      let percent = share["value"] ?? share
      call.set("budget_percent", "\(try percent.double)%", percent.place)
    } else {
      call.set("budget_percent", "20%")
    }
    try call.setInt("min_retry_concurrency", budget.take(words: "min_retry_concurrency"))
    finish(budget, of: "retry_budget")
  }
}

extension PolicyFile {
  /// Reads resources of Kubernetes.
  init(
    resources documents: [Document], _ name: String, _ resource: Resource
  ) throws(DocumentTrouble) {
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
  private mutating func addVirtual(_ rule: Document, _ about: String) throws(DocumentTrouble) {
    guard let retries = rule["retries"] else { return }
    var fields = try retries.fields
    var call = PresetCall("istio")
    try call.setInt("attempts", fields.take("attempts"))
    try call.setLimit("perTryTimeout", fields.take("perTryTimeout"))
    let on = fields.take("retryOn")
    // An empty list of conditions stands for the usual ones.
    if try on?.text != "" { try call.setText("retryOn", on) }
    try call.setSpan("backoff", fields.take("backoff"))
    try call.setLimit("timeout", rule["timeout"])
    for key in ["retryRemoteLocalities", "retryIgnorePreviousHosts"] {
      drop(key, &fields, "all attempts go to one place here")
    }
    finish(fields, of: "retries")
    add(call, for: try rule["name"]?.text ?? about, at: retries.place)
  }

  /// Adds the policy of a rule of the Gateway API.
  private mutating func addRoute(_ rule: Document, _ about: String) throws(DocumentTrouble) {
    guard let retry = rule["retry"] else { return }
    var fields = try retry.fields
    var call = PresetCall("envoy")
    try call.setInt("num_retries", fields.take("attempts"))
    if let codes = fields.take("codes") {
      var known: [String] = []
      for code in try codes.list { known.append("\(try code.int)") }
      call.set("retry_on", "\"\(known.joined(separator: ","))\"", codes.place)
    }
    try call.setSpan("base_interval", fields.take("backoff"))
    try call.setLimit("per_try_timeout", rule["timeouts"]?["backendRequest"])
    let timeout = rule["timeouts"]?["request"]
    if timeout == nil { call.set("timeout", Nanoseconds.zero) }
    try call.setSpan("timeout", timeout)
    finish(fields, of: "retry")
    remark(retry.place, "a gateway chooses how long it waits beyond 'backoff': read as Envoy does")
    add(call, for: try rule["name"]?.text ?? about, at: retry.place)
  }
}

extension PresetCall {
  /// Sets an argument to a time, if there is one that is not zero, which stands for no limit.
  fileprivate mutating func setLimit(
    _ label: String, _ document: Document?
  ) throws(DocumentTrouble) {
    if let document, try document.span() > .zero { try setSpan(label, document) }
  }
}

extension Fields {
  /// Takes the value of a key, which may be written as in JSON.
  fileprivate mutating func take(words: String) -> Document? {
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
