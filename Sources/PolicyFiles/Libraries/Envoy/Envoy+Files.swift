import Documents
import RetryLanguage
import RetryNumerics

// The routes of Envoy.

extension Library {
  static let envoy = Library(
    files: "Envoy",
    documents: [
      DocumentReading { documents throws(DocumentError) in
        let file = try PolicyFile(envoy: documents)
        let isEnvoy = documents.contains { document in
          PolicyFile.envoyKeys.contains { document[$0] != nil }
        }
        return file.policies.isEmpty && !isEnvoy ? nil : file
      }
    ],
    targets: [.envoy])
}

extension PolicyTarget {
  package static let envoy = PolicyTarget(
    "envoy.yaml", "the retries of a route of Envoy", comments: "#", Translation.envoy,
    write: \.envoy)
}

extension PolicyFile {
  /// Reads the configuration of Envoy, and finds its retry policies wherever they are.
  init(envoy documents: [Document]) throws(DocumentError) {
    self.init("a configuration of Envoy")
    var clusters: [String: Document] = [:]
    for document in documents { try Self.collect(&clusters, in: document) }
    for document in documents {
      try search(document, EnvoyRoute(about: "the configuration", budget: clusters[""]), clusters)
    }
  }

  /// Collects the thresholds that bound the retries of clusters, by their names; what has no name stands for all.
  private static func collect(
    _ clusters: inout [String: Document], in document: Document
  ) throws(DocumentError) {
    switch document.content {
    case .scalar: return
    case .list(let elements): for element in elements { try collect(&clusters, in: element) }
    case .map(let entries):
      if let thresholds = document.value(words: "circuit_breakers")?["thresholds"],
        case .list(let all) = thresholds.content
      {
        let usual = all.first { (try? $0["priority"]?.text ?? "DEFAULT") == "DEFAULT" }
        let bounds = ["retry_budget", "max_retries"]
        if let usual, bounds.contains(where: { usual.value(words: $0) != nil }) {
          clusters[try document["name"]?.text ?? ""] = usual
        }
      }
      for entry in entries { try collect(&clusters, in: entry.value) }
    }
  }

  private mutating func search(
    _ document: Document, _ route: EnvoyRoute, _ clusters: [String: Document]
  ) throws(DocumentError) {
    switch document.content {
    case .scalar: return
    case .list(let elements):
      for element in elements { try search(element, route, clusters) }
    case .map(let entries):
      let route = try EnvoyRoute(document, in: route, clusters)
      if let policy = document.value(words: "retry_policy") {
        for route in try routes(below: document, route, clusters) { try add(policy, route) }
      }
      for entry in entries where entry.key.snakeCased != "retry_policy" {
        if let fixIt = Self.layers[entry.key.snakeCased] {
          remark(entry.place, "'\(entry.key)' is not read: write '\(fixIt)' behind the policy")
        }
        if Self.clients.contains(entry.key.snakeCased),
          let policy = entry.value.value(words: "retry_policy")
        {
          remark(policy.place, "the retries of a client of '\(entry.key)' are not those of a route")
        } else {
          try search(entry.value, route, clusters)
        }
      }
    }
  }

  private static let layers = [
    "outlier_detection": ".perAttempt(breaker(consecutive: 5, open: 30s))",
    "max_requests": ".perAttempt(bulkhead(1024))",
  ]

  /// What a configuration of Envoy has, besides its retries.
  static let envoyKeys = [
    "static_resources", "dynamic_resources", "staticResources", "dynamicResources", "admin",
    "virtual_hosts", "virtualHosts", "route_config", "routeConfig", "routes", "route", "clusters",
    "resources",
  ]

  /// What calls a service by itself.
  private static let clients = ["envoy_grpc", "google_grpc", "remote"]

  /// Returns the routes for which a policy stands: those of a virtual host without one of their own, if they differ.
  private func routes(
    below document: Document, _ host: EnvoyRoute, _ clusters: [String: Document]
  ) throws(DocumentError) -> [EnvoyRoute] {
    guard case .list(let routes)? = document["routes"]?.content else { return [host] }
    var found: [EnvoyRoute] = []
    for route in routes {
      guard let action = route["route"], action.value(words: "retry_policy") == nil else {
        continue
      }
      let one = try EnvoyRoute(action, in: EnvoyRoute(route, in: host, clusters), clusters)
      let isKnown = found.contains {
        $0.timeout?.content == one.timeout?.content && $0.budget?.place == one.budget?.place
      }
      if !isKnown { found.append(one) }
    }
    if found.count == 1 { found[0].about = host.about }
    return found.isEmpty ? [host] : found
  }

  private mutating func add(_ policy: Document, _ route: EnvoyRoute) throws(DocumentError) {
    var fields = try policy.fields
    var call = PresetCall("envoy")
    try call.set("num_retries", fields.take(words: "num_retries"))
    let on = fields.take(words: "retry_on")
    var conditions = try on?.plainText.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
    for code in try fields.take(words: "retriable_status_codes")?.list ?? [] {
      conditions.append("\(try code.int)")
    }
    conditions.removeAll { $0 == "retriable-status-codes" }
    call.set("retry_on", .text(conditions.joined(separator: ",")), on?.place ?? policy.place)
    try call.setLimit("per_try_timeout", fields.take(words: "per_try_timeout"))
    try call.set("timeout", route.timeout)
    if let backoff = fields.take(words: "retry_back_off") {
      var times = try backoff.fields
      try call.set("base_interval", times.take(words: "base_interval"))
      try call.set("max_interval", times.take(words: "max_interval"))
      finish(times, of: "retry_back_off")
    }
    if let limits = fields.take(words: "rate_limited_retry_back_off") {
      var limits = try limits.fields
      _ = limits.take(words: "reset_headers")
      call.set(
        "rate_limited_max_interval", .time(Nanoseconds(300_000_000_000)), policy.place)
      try call.set("rate_limited_max_interval", limits.take(words: "max_interval"))
      finish(limits, of: "rate_limited_retry_back_off")
    }
    if let budget = route.budget { try setBudget(&call, budget) }
    for key in Self.placing { drop(key, &fields, "all attempts go to one place here") }
    finish(fields, of: "retry_policy")
    add(call, for: route.about, at: policy.place)
  }

  /// What chooses the host of a retry.
  private static let placing = [
    "retry_host_predicate", "retryHostPredicate", "host_selection_retry_max_attempts",
    "hostSelectionRetryMaxAttempts", "retry_priority", "retryPriority",
  ]

  /// Sets what the thresholds of a cluster say; a budget takes the place of a number.
  private mutating func setBudget(
    _ call: inout PresetCall, _ thresholds: Document
  ) throws(DocumentError) {
    var fields = try thresholds.fields
    let most = fields.take(words: "max_retries")
    guard let document = fields.take(words: "retry_budget") else {
      return try call.set("min_retry_concurrency", most)
    }
    var budget = try document.fields
    if let share = budget.take(words: "budget_percent") {
      let percent = share["value"] ?? share
      call.set("budget_percent", .percent(try percent.double), percent.place)
    } else {
      call.set("budget_percent", .percent(20))
    }
    try call.set("min_retry_concurrency", budget.take(words: "min_retry_concurrency"))
    finish(budget, of: "retry_budget")
  }
}

/// What a route of Envoy has besides its retry policy.
private struct EnvoyRoute {
  var about: String
  private(set) var timeout: Document?
  /// What bounds the retries of its cluster.
  private(set) var budget: Document?

  init(about: String, budget: Document?) { (self.about, self.budget) = (about, budget) }

  /// Creates what a part of a configuration is in another one.
  init(
    _ document: Document, in outer: EnvoyRoute, _ clusters: [String: Document]
  ) throws(DocumentError) {
    self = outer
    timeout = document["timeout"]
    if let match = document["match"], let path = match["prefix"] ?? match["path"] {
      about = "route \(try path.text)"
    } else if let name = document["name"], case .scalar = name.content {
      about = try name.text
    }
    let weighted = document.value(words: "weighted_clusters")?["clusters"]
    if case .list(let parts)? = weighted?.content, let first = parts.first?["name"] {
      budget = clusters[try first.text]
    } else if let name = document["cluster"], case .scalar = name.content {
      budget = clusters[try name.text]
    } else if document.value(words: "circuit_breakers") != nil {
      budget = clusters[try document["name"]?.text ?? ""]
    }
  }
}

extension Document {
  /// The value of a key, which may be written as in JSON.
  fileprivate func value(words: String) -> Document? { self[words] ?? self[words.camelCased] }
}

extension String {
  /// The words of a name in JSON with underscores between them.
  fileprivate var snakeCased: String {
    reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)"
    }
  }
}
