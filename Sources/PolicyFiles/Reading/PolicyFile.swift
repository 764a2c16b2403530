package import Documents
package import Simulation
package import TextLayout

/// The policies in a configuration file, as calls of presets.
package struct PolicyFile: Sendable {
  /// A policy that was found.
  package struct Policy: Sendable {
    /// What it is for, in the words of the file.
    package let about: String
    /// The name that it has in code, if any.
    package let name: String?
    /// The policy as text of the language.
    package let text: String
    /// The call that makes it, unless it is one of this library.
    package let call: PresetCall?
    /// Whether its text has layers beside the call.
    package let hasLayers: Bool
    /// The pieces of its text and where they came from, if it is one of this library.
    let pieces: [Piece]
    /// Where it stands.
    package let place: Place

    /// Returns the place in the file of what stands at an offset of the text.
    package func place(ofOffset offset: Int) -> Place {
      var end = 0
      for piece in pieces {
        end += piece.text.count
        if offset < end { return piece.place }
      }
      return place
    }
  }

  /// A piece of the text of a policy.
  struct Piece: Sendable {
    let text: String
    let place: Place
  }

  /// What the file is.
  package let kind: String
  /// The policies, in the order of the file.
  package private(set) var policies: [Policy] = []
  /// What was not understood, or reads otherwise here, with its place.
  package private(set) var remarks: [DocumentError] = []

  /// Creates a file of a kind in which nothing has been found yet.
  init(_ kind: String) { self.kind = kind }
}

extension PolicyFile {
  /// Reads the text of a file, whose name tells whether it is YAML or JSON, properties, or a configuration of AWS.
  package init(
    _ text: String, named path: String, _ interruption: InterruptionCheck = .never
  ) throws(DocumentError) {
    try Self.check(text)
    let bytes = Array(text.utf8)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last ?? "" : ""
    switch ending {
    case "properties": try self.init(resilience: Document.properties(bytes))
    case _ where Self.isCode(ending):
      self = CodeReader(text, in: CodeLanguage(ending: ending), interruption).file
    case "json", "yaml", "yml": try self.init(documents: Document.yaml(bytes))
    default:
      // Only the files of AWS have neither an extension nor braces.
      guard text.contains("retry_mode") || text.contains("max_attempts") else {
        try self.init(documents: Document.yaml(bytes))
        return
      }
      try self.init(aws: text)
    }
    guard policies.isEmpty else { return }
    let unread = remarks.map(\.description).joined(separator: "; ")
    throw DocumentError(
      Place(line: 1, column: 1),
      "\(kind) without a retry policy" + (unread.isEmpty ? "" : " that is read: \(unread)"))
  }

  /// The configurations that are read, in words.
  package static let known =
    "gRPC service configs, Envoy, Istio and Gateway API routes, resilience4j, AWS, the OpenTelemetry Collector, and policies of the Retry library"

  /// Whether the name of a file with an ending is that of code.
  private static func isCode(_ ending: Substring) -> Bool {
    ["py", "cs", "go", "ts", "js", "mjs", "tsx", "java", "kt", "swift"].contains(ending)
  }

  /// The policies of other libraries in code that was pasted, and the text with presets in their place.
  ///
  /// It is `nil` if there are none.
  package static func pasted(_ code: String) -> (file: PolicyFile, rewritten: String)? {
    let reader = CodeReader(code, in: CodeLanguage(of: code))
    guard !reader.presets.isEmpty else { return nil }
    var rewritten = code
    for preset in reader.presets.reversed() {
      rewritten.replaceSubrange(preset.range, with: preset.text)
    }
    return (reader.file, rewritten)
  }

  /// Throws where bytes that are not UTF-8 were replaced when the file was read.
  private static func check(_ text: String) throws(DocumentError) {
    guard text.unicodeScalars.contains("\u{FFFD}") else { return }
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      guard let column = line.firstIndex(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
        continue
      }
      throw DocumentError(
        Place(line: index + 1, column: line.distance(from: line.startIndex, to: column) + 1),
        "the text is not UTF-8 from here on")
    }
  }

  /// Reads YAML or JSON, whose keys tell what it is.
  private init(documents: [Document]) throws(DocumentError) {
    let documents = documents.filter { !$0.isNull }.flatMap(Self.items)
    guard let first = documents.first else {
      throw DocumentError(Place(line: 1, column: 1), "the file is empty")
    }
    func main(_ keys: String...) -> Document? { main(keys) }
    func main(_ keys: [String]) -> Document? {
      documents.first { document in keys.contains { document[$0] != nil } }
    }
    let isRules = { (root: Document) in (root["rules"] ?? root)["backoff"]?["schedule"] != nil }
    if let root = documents.first(where: isRules) {
      try self.init(rules: root)
      pass(documents, but: root)
    } else if let root = main("methodConfig") {
      try self.init(grpc: root)
      pass(documents, but: root)
    } else if let root = main("resilience4j", "resilience4j.retry") {
      try self.init(resilience: root)
      pass(documents, but: root)
    } else if let root = main("apiVersion"), let group = try root["apiVersion"]?.text {
      let groups = documents.compactMap { try? $0["apiVersion"]?.text }
      guard
        let kind = Self.kinds.first(where: { kind in groups.contains { $0.hasPrefix(kind.group) } })
      else {
        throw DocumentError(root.place, "'\(group)' has no retries that are known here")
      }
      try self.init(resources: documents, kind.name, kind.resource)
    } else if let root = main("exporters") {
      try self.init(collector: root)
      pass(documents, but: root)
    } else {
      try self.init(envoy: documents)
      guard policies.isEmpty, main(Self.envoyKeys) == nil else { return }
      if case .scalar = first.content { throw first.unlike("the configuration of a program") }
      throw DocumentError(first.place, "no known retry policy is here; known are \(Self.known)")
    }
  }

  /// What a configuration of Envoy has, besides its retries.
  private static let envoyKeys = [
    "static_resources", "dynamic_resources", "staticResources", "dynamicResources", "admin",
    "virtual_hosts", "virtualHosts", "route_config", "routeConfig", "routes", "route", "clusters",
    "resources",
  ]

  /// Returns the documents of a list of Kubernetes, or the document itself.
  private static func items(_ document: Document) -> [Document] {
    guard let kind = try? document["kind"]?.text, kind == "List",
      let items = try? document["items"]?.list
    else { return [document] }
    return items
  }

  /// Notes the documents that are not read.
  private mutating func pass(_ documents: [Document], but root: Document) {
    for document in documents where document.place != root.place {
      remark(document.place, "only one document is read, and it is not this one")
    }
  }

  /// The resources with retries.
  private static let kinds = [
    (group: "networking.istio.io/", name: "VirtualService", resource: Resource.virtualService),
    (group: "gateway.networking.k8s.io/", name: "HTTPRoute", resource: .httpRoute),
  ]

  /// A resource of Kubernetes.
  enum Resource { case virtualService, httpRoute }
}

extension PolicyFile {
  mutating func add(
    _ call: PresetCall, beside layers: LayersBeside = LayersBeside(), for about: String,
    named name: String? = nil, at place: Place
  ) {
    policies.append(
      Policy(
        about: about, name: name, text: "\(call)\(layers.source)", call: call,
        hasLayers: !layers.isEmpty, pieces: [], place: place))
  }

  mutating func add(
    _ pieces: [Piece], for about: String, named name: String? = nil, at place: Place
  ) {
    let text = pieces.map(\.text).joined()
    policies.append(
      Policy(
        about: about, name: name, text: text, call: nil, hasLayers: false, pieces: pieces,
        place: place))
  }

  /// Removes the policy at a place, which is a part of another one.
  mutating func remove(at place: Place) { policies.removeAll { $0.place == place } }

  /// Notes what is otherwise than a person may think.
  mutating func remark(_ place: Place, _ text: String) {
    remarks.append(DocumentError(place, text))
  }

  /// Puts what was noted in the order of the file, once where two policies share it.
  mutating func sortRemarks() {
    var known: Set<DocumentError> = []
    remarks.removeAll { !known.insert($0).inserted }
    remarks.sort {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
  }

  /// Notes the fields that nobody has read.
  mutating func finish(_ fields: Fields, of what: String) {
    // An underscore begins a comment where there are no others, as in JSON.
    for entry in fields.rest where !entry.key.hasPrefix("_") {
      remark(entry.place, "'\(entry.key)' of \(what) is not understood")
    }
  }

  /// Notes a field that has no meaning here.
  mutating func drop(_ key: String, _ fields: inout Fields, _ reason: String) {
    guard let place = fields.rest.first(where: { $0.key == key })?.place else { return }
    _ = fields.take(key)
    remark(place, "'\(key)' is not read: \(reason)")
  }
}

extension PolicyTarget {
  /// Returns the policy that a program finds in a file, as text of the language, if it is read back.
  package func given(_ strategy: RetryStrategy, in file: String) -> String? {
    translation(of: strategy)?.text
      ?? (try? PolicyFile(file, named: example))?.policies.first?.text
  }
}
