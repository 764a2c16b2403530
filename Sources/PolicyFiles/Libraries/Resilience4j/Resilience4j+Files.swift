import Documents
import Retry
import RetryLanguage

extension PolicyFile {
  /// Reads the retries of resilience4j, as YAML or as properties.
  init(resilience root: Document) throws(DocumentError) {
    self.init("a configuration of resilience4j")
    let retry = root["resilience4j.retry"] ?? root["resilience4j"]?["retry"]
    guard let retry else { return }
    var fields = try retry.fields
    var configs: [String: Document] = [:]
    for entry in try fields.take("configs")?.fields.rest ?? [] { configs[entry.key] = entry.value }
    let instances = try (fields.take("instances") ?? fields.take("backends"))?.fields.rest ?? []
    let order = fields.take { $0.camelCased == "retryAspectOrder" }
    finish(fields, of: "resilience4j.retry")
    var aspects = try aspects(root, retries: order)
    var known: [String: PresetCall] = [:]
    for instance in instances {
      let base = try resolve(base(of: instance.value, configs, orDefault: true), configs, &known)
      var call = base ?? PresetCall("resilience4j")
      try set(&call, from: instance.value, instance.key)
      let layers = try aspects.layers(of: instance.key, &self)
      try checkRefusals(of: layers, instance, configs)
      add(call, inside: layers, for: instance.key, at: instance.place)
    }
    aspects.finish(&self)
    guard instances.isEmpty else { return }
    for (name, config) in configs.sorted(by: { $0.key < $1.key }) {
      add(
        try resolve(name, configs, &known) ?? PresetCall("resilience4j"), for: name,
        at: config.place)
    }
  }

  /// Returns the name of the configuration that another one, or an instance, begins with.
  private func base(
    of document: Document, _ configs: [String: Document], orDefault: Bool = false
  ) throws(DocumentError) -> String? {
    guard let base = document["baseConfig"] ?? document["base-config"] else {
      return orDefault && configs["default"] != nil ? "default" : nil
    }
    let name = try base.text
    guard configs[name] != nil else {
      throw DocumentError(base.place, "there is no configuration '\(name)'")
    }
    return name
  }

  /// Returns what a configuration says, and those that it begins with; each is resolved once.
  private mutating func resolve(
    _ name: String?, _ configs: [String: Document], _ known: inout [String: PresetCall]
  ) throws(DocumentError) -> PresetCall? {
    guard let name else { return nil }
    var chain: [String] = []
    var (next, seen): (String?, Set<String>) = (name, [])
    while let one = next, known[one] == nil, let config = configs[one] {
      guard seen.insert(one).inserted else {
        throw DocumentError(config.place, "the configuration '\(one)' begins with itself")
      }
      chain.append(one)
      next = try base(of: config, configs)
    }
    var call = next.flatMap { known[$0] } ?? PresetCall("resilience4j")
    for one in chain.reversed() {
      if let config = configs[one] { try set(&call, from: config, "configs.\(one)") }
      known[one] = call
    }
    return call
  }

  /// Sets what an instance or a configuration says.
  private mutating func set(
    _ call: inout PresetCall, from document: Document, _ about: String
  ) throws(DocumentError) {
    var exceptions: [String] = []
    for entry in try document.fields.rest {
      let (key, value) = (entry.key.camelCased, entry.value)
      switch key {
      case _ where call.preset.labels.contains(key): try call.set(key, value)
      case "baseConfig", "registerHealthIndicator", "eventConsumerBufferSize": break
      case "ignoreExceptions" where try value.list.allSatisfy(\.isRefusal): break
      case "retryExceptions", "ignoreExceptions": exceptions.append(key)
      default: remark(entry.place, "'\(entry.key)' of \(about) is not understood")
      }
    }
    for key in exceptions {
      remark(document.place, "'\(key)' names classes, which no kind here stands for: add 'on:'")
    }
  }
}

extension PolicyFile {
  /// Notes layers whose refusals are retried, as they are not here.
  private mutating func checkRefusals(
    of layers: SurroundingLayers, _ instance: Document.Entry, _ configs: [String: Document]
  ) throws(DocumentError) {
    let owner = instance.value["ignoreExceptions"] ?? configs["default"]?["ignoreExceptions"]
    let ignored = try owner?.list.map { try? $0.text } ?? []
    for layer in layers.aroundAttempt {
      guard let name = PolicyText.exceptions[layer.kind],
        !ignored.contains(where: { $0?.hasSuffix(name) == true })
      else { continue }
      remark(
        instance.place,
        "the refusals of the \(layer.kind.phrase) are retried there: 'on:' retries them here")
    }
  }
}

extension Document {
  /// Whether it is the name of an exception by which a layer refuses a call.
  fileprivate var isRefusal: Bool {
    (try? text).map { name in PolicyText.exceptions.values.contains { name.hasSuffix($0) } }
      ?? false
  }
}
