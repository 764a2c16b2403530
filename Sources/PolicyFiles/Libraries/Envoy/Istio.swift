import Documents
import RetryLanguage
import RetryNumerics
import Simulation

extension Library {
  static let istio = Library(
    files: "Istio and Gateway API routes",
    documents: [
      DocumentReading { documents throws(DocumentError) in
        guard let root = documents.first(where: { $0["apiVersion"] != nil }),
          let group = try root["apiVersion"]?.text
        else { return nil }
        let groups = documents.compactMap { try? $0["apiVersion"]?.text }
        guard
          let kind = PolicyFile.resources.first(where: { kind in
            groups.contains { $0.hasPrefix(kind.group) }
          })
        else {
          throw DocumentError(root.place, "'\(group)' has no retries that are known here")
        }
        return try PolicyFile(resources: documents, kind.name, kind.resource)
      }
    ],
    targets: [.istio])
}

extension PolicyTarget {
  package static let istio = PolicyTarget(
    "istio.yaml", "a VirtualService of Istio", comments: "#", Translation.istio, write: \.istio)
}

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

  /// The resources with retries.
  static let resources = [
    (group: "networking.istio.io/", name: "VirtualService", resource: Resource.virtualService),
    (group: "gateway.networking.k8s.io/", name: "HTTPRoute", resource: .httpRoute),
  ]

  /// A resource of Kubernetes.
  enum Resource { case virtualService, httpRoute }

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

extension Translation {
  /// The policy as the retries of a route of Istio.
  static func istio(_ strategy: RetryStrategy) -> Translation {
    var it = Translation(strategy, to: "istio")
    it.setCount("attempts", retries: true, unlimited: nil, within: 0...1000)
    it.setConditions("retryOn")
    // Without conditions, Istio has some of its own.
    if it.call["retryOn"] == .text("") {
      it.call.remove("retryOn")
      it.call.set("attempts", .count(0))
    }
    it.setLimit("perTryTimeout", it.attemptTimeout)
    it.setRouteTimeout()
    it.setInterval("backoff", nil)
    if strategy.budget != nil {
      it.lose("the budget of a cluster is set in a DestinationRule")
    }
    it.checkRest(deadline: true, budget: true, attempt: true, call: true, filter: true)
    return it
  }
}

extension PolicyText {
  var istio: String {
    """
    apiVersion: networking.istio.io/v1
    kind: VirtualService
    metadata:
      name: policy
    spec:
      hosts: [policy]
      http:
        - route: [{ destination: { host: policy } }]

    """
      + Self.lines(6, [time("timeout").map { "timeout: \($0)" }, "retries:"])
      + Self.lines(
        8,
        [
          value("attempts").map { "attempts: \($0)" },
          time("perTryTimeout").map { "perTryTimeout: \($0)" },
          value("retryOn").map { "retryOn: \($0)" }, time("backoff").map { "backoff: \($0)" },
        ])
  }
}
