import Documents
import RetryLanguage
import RetryNumerics

// The configurations of resilience4j, of the AWS SDKs, and of the OpenTelemetry Collector.

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
      add(call, beside: layers, for: instance.key, at: instance.place)
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
    of layers: LayersBeside, _ instance: Document.Entry, _ configs: [String: Document]
  ) throws(DocumentError) {
    let owner = instance.value["ignoreExceptions"] ?? configs["default"]?["ignoreExceptions"]
    let ignored = try owner?.list.map { try? $0.text } ?? []
    for layer in layers.aroundAttempt {
      guard let name = PolicyText.exceptions[layer.kind],
        !ignored.contains(where: { $0?.hasSuffix(name) == true })
      else { continue }
      remark(
        instance.place,
        "the refusals of the \(layer.kind.rawValue) are retried there: 'on:' retries them here")
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

extension PolicyFile {
  /// Reads the retries of the exporters of a collector.
  init(collector root: Document) throws(DocumentError) {
    self.init("a configuration of the OpenTelemetry Collector")
    for exporter in try root["exporters"]?.fields.rest ?? [] {
      guard let retry = exporter.value["retry_on_failure"] else { continue }
      var call = PresetCall("opentelemetry-collector")
      guard !retry.isNull else {
        add(call, for: "exporter \(exporter.key)", at: retry.place)
        continue
      }
      var fields = try retry.fields
      for label in call.preset.labels { try call.set(label, fields.take(label)) }
      finish(fields, of: "retry_on_failure")
      add(call, for: "exporter \(exporter.key)", at: retry.place)
    }
  }
}

extension PolicyFile {
  /// Reads the profiles of a configuration of AWS.
  init(aws text: String) throws(DocumentError) {
    self.init("a configuration of AWS")
    var (profile, began) = ("default", Place(line: 1, column: 1))
    var found: [String: Document] = [:]
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let place = Place(line: index + 1, column: 1)
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        try addProfile(profile, found, began)
        profile = String(line[line.index(after: line.startIndex)..<end])
        (found, began) = ([:], place)
      } else if let equals = line.firstIndex(of: "="), let first = line.first,
        !"#; \t".contains(first)
      {
        let key = line[..<equals].filter { !$0.isWhitespace }
        // A comment follows a space.
        let rest = line[line.index(after: equals)...].drop { $0.isWhitespace }
        let value = String(rest.prefix { !$0.isWhitespace })
        let column = line.distance(from: line.startIndex, to: rest.startIndex) + 1
        found[key] = Document(
          content: .scalar(Scalar(text: value, style: .property)),
          place: Place(line: index + 1, column: column))
      }
    }
    try addProfile(profile, found, began)
    if policies.isEmpty, let remark = remarks.first { throw remark }
  }

  private mutating func addProfile(
    _ name: String, _ found: [String: Document], _ place: Place
  ) throws(DocumentError) {
    let mode = try found["retry_mode"]?.text
    guard mode != nil || found["max_attempts"] != nil else { return }
    if mode == "legacy" {
      return remark(found["retry_mode"]?.place ?? place, "the mode 'legacy' is not known here")
    }
    guard mode == nil || mode == "standard" || mode == "adaptive" else {
      throw found["retry_mode"]?.unlike("standard, adaptive or legacy")
        ?? DocumentError(place, "no mode")
    }
    if mode == nil {
      remark(
        place,
        "without 'retry_mode', boto3 and version 1 of the CLI have the mode 'legacy': read as 'standard'"
      )
    }
    var call = PresetCall(mode == "adaptive" ? "aws-adaptive" : "aws-standard-2.1")
    try call.set("max_attempts", found["max_attempts"])
    add(call, for: name, at: place)
  }
}
