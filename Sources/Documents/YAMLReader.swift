/// Makes values of the events of a YAML text, with bounds on how many and how deep.
struct YAMLReader: ~Copyable {
  /// A value, and its size once all that it refers to is written out.
  private struct Sized {
    let document: Document
    let count: Int
    /// How many lists and maps are nested in it, with itself.
    let height: Int
  }

  private var events: YAMLEvents
  private var anchors: [String: Sized] = [:]
  private var count = 0

  init(_ text: String) throws(DocumentError) {
    // It takes libyaml time with the square of their number, for tags that are refused anyway.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if let index = lines.firstIndex(where: { $0.hasPrefix("%TAG") }) {
      throw DocumentError(Place(line: index + 1, column: 1), "'%TAG' is not supported")
    }
    events = try YAMLEvents(text)
  }

  mutating func documents() throws(DocumentError) -> [Document] {
    var documents: [Document] = []
    while let event = try events.next() {
      guard case .document = event.kind else { continue }
      anchors = [:]
      documents.append(try value(try part(), depth: 0).document)
    }
    return documents
  }

  /// Returns the next event where the text cannot end.
  private mutating func part() throws(DocumentError) -> YAMLEvents.Event {
    if let event = try events.next() { return event }
    throw DocumentError(Place(line: 1, column: 1), "the text ends too early")
  }

  /// Reads the value that an event begins, in a number of lists and maps.
  private mutating func value(
    _ event: YAMLEvents.Event, depth: Int
  ) throws(DocumentError) -> Sized {
    let before = count
    try add(1, at: event.place)
    let content: Document.Content
    var height = 0
    switch event.kind {
    case .alias(let name): return try anchored(name, at: event.place, depth: depth)
    case .scalar(let scalar): content = .scalar(try tagged(scalar, event))
    default:
      if let tag = event.tag { throw Self.refusal(of: tag, at: event.place) }
      try check(depth: depth + 1, at: event.place)
      if case .map = event.kind {
        content = .map(try entries(depth: depth + 1, &height))
      } else {
        content = .list(try elements(depth: depth + 1, &height))
      }
    }
    let document = Document(content: content, place: event.place)
    let sized = Sized(document: document, count: count - before, height: height)
    // Known only once it is complete, so no value can contain itself.
    if let anchor = event.anchor { anchors[anchor] = sized }
    return sized
  }

  /// Returns what an alias refers to, which counts as if it were written there.
  private mutating func anchored(
    _ name: String, at place: Place, depth: Int
  ) throws(DocumentError) -> Sized {
    guard let sized = anchors[name] else {
      throw DocumentError(place, "'*\(name)' refers to nothing that is complete above it")
    }
    try check(depth: depth + sized.height, at: place)
    // The alias itself has been counted.
    try add(sized.count - 1, at: place)
    return sized
  }

  private mutating func elements(
    depth: Int, _ height: inout Int
  ) throws(DocumentError) -> [Document] {
    var elements: [Document] = []
    while true {
      let event = try part()
      if case .end = event.kind { break }
      let element = try value(event, depth: depth)
      height = max(height, element.height)
      elements.append(element.document)
    }
    height += 1
    return elements
  }

  private mutating func entries(
    depth: Int, _ height: inout Int
  ) throws(DocumentError) -> [Document.Entry] {
    var entries: [Document.Entry] = []
    var known: [String: Place] = [:]
    var merged: [Document.Entry] = []
    while true {
      let event = try part()
      if case .end = event.kind { break }
      guard case .scalar(let key) = try value(event, depth: depth).document.content else {
        throw DocumentError(event.place, "a key must be a text, not a list or a map")
      }
      if let first = known.updateValue(event.place, forKey: key.text) {
        throw DocumentError(
          event.place, "the key \(key.excerpt) is here again; first it is on \(first)")
      }
      let value = try value(try part(), depth: depth)
      height = max(height, value.height)
      if key == Scalar(text: "<<", style: .plain) {
        merged = try Self.merged(value.document)
      } else {
        entries.append(
          Document.Entry(key: key.text, place: event.place, value: value.document))
      }
    }
    height += 1
    // What is written in the map itself wins, then what comes first.
    return entries + merged.filter { known.updateValue($0.place, forKey: $0.key) == nil }
  }

  /// Returns the entries that `<<` adds to a map.
  private static func merged(_ value: Document) throws(DocumentError) -> [Document.Entry] {
    switch value.content {
    case .map(let entries): return entries
    case .list(let maps):
      var entries: [Document.Entry] = []
      for map in maps {
        guard case .map(let more) = map.content else { throw map.unlike("a map for '<<'") }
        entries += more
      }
      return entries
    case .scalar: throw value.unlike("a map for '<<'")
    }
  }

  // MARK: - Tags

  /// Returns a scalar with what its tag says: `!!str` makes it a text, and others are refused.
  private func tagged(
    _ scalar: Scalar, _ event: YAMLEvents.Event
  ) throws(DocumentError) -> Scalar {
    switch event.tag {
    case nil: return scalar
    case "!", "tag:yaml.org,2002:str": return Scalar(text: scalar.text, style: .quoted)
    case let tag?: throw Self.refusal(of: tag, at: event.place)
    }
  }

  private static func refusal(of tag: String, at place: Place) -> DocumentError {
    let standard = "tag:yaml.org,2002:"
    let name = tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
    return DocumentError(place, "the tag \(name.excerpt) is not supported")
  }

  // MARK: - Bounds

  private mutating func add(_ more: Int, at place: Place) throws(DocumentError) {
    count += more
    guard count > Document.mostValues else { return }
    throw DocumentError(place, "the text has more than \(Document.mostValues) values")
  }

  private func check(depth: Int, at place: Place) throws(DocumentError) {
    guard depth > Document.deepest else { return }
    throw DocumentError(place, "lists and maps are nested deeper than \(Document.deepest) here")
  }
}
