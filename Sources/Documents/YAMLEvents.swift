import CYaml

/// What libyaml finds in a text, one event after the other; all of its memory is freed with this value.
struct YAMLEvents: ~Copyable {
  /// A part of a text.
  struct Event {
    enum Kind {
      case document
      case scalar(Scalar)
      case alias(String)
      case list
      case map
      /// The end of a list or a map.
      case end
    }

    let kind: Kind
    let place: Place
    /// The name by which aliases refer to it.
    var anchor: String?
    /// The tag, with its prefix.
    var tag: String?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let text: String
  private let prepared: LibyamlText
  private var ruler: Ruler

  init(_ text: String) throws(DocumentError) {
    (self.text, prepared, ruler) = (text, LibyamlText(text), Ruler(text))
    parser = .allocate(capacity: 1)
    input = .allocate(capacity: prepared.bytes.count)
    _ = input.initialize(from: prepared.bytes)
    guard yaml_parser_initialize(parser) == 1 else { throw YAMLProblem.memory }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// Returns the next event, or `nil` at the end of the text.
  mutating func next() throws(DocumentError) -> Event? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else {
        throw YAMLProblem(parser.pointee, text).error(&ruler)
      }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { return nil }
      let place = ruler.place(of: event.start_mark.index)
      if let found = read(event, at: place) { return found }
    }
  }

  /// Copies an event, unless it says nothing.
  private func read(_ event: yaml_event_t, at place: Place) -> Event? {
    let data = event.data
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: return Event(kind: .document, place: place)
    case YAML_ALIAS_EVENT:
      return Event(kind: .alias(Self.text(data.alias.anchor) ?? ""), place: place)
    case YAML_SCALAR_EVENT:
      let anchor = Self.text(data.scalar.anchor)
      let tag = Self.text(data.scalar.tag)
      return Event(kind: .scalar(scalar(event)), place: place, anchor: anchor, tag: tag)
    case YAML_SEQUENCE_START_EVENT:
      let (anchor, tag) = (data.sequence_start.anchor, data.sequence_start.tag)
      return Event(kind: .list, place: place, anchor: Self.text(anchor), tag: Self.text(tag))
    case YAML_MAPPING_START_EVENT:
      let (anchor, tag) = (data.mapping_start.anchor, data.mapping_start.tag)
      return Event(kind: .map, place: place, anchor: Self.text(anchor), tag: Self.text(tag))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return Event(kind: .end, place: place)
    default: return nil
    }
  }

  private func scalar(_ event: yaml_event_t) -> Scalar {
    let scalar = event.data.scalar
    // By its length, since it may contain an escaped NUL.
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    let hasEscapes = scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
    let text = prepared.original(String(decoding: bytes, as: UTF8.self), hasEscapes: hasEscapes)
    return Scalar(text: text, style: isPlain ? .plain : .quoted)
  }

  private static func text(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
