import Documents

extension Document {
  /// The value as text: texts in quotes as JSON has them, all else as it was written.
  var outline: String {
    switch content {
    case .scalar(let scalar):
      scalar.style == .quoted ? "\"\(scalar.text)\"" : isNull ? "null" : scalar.text
    case .list(let elements): "[\(elements.map(\.outline).joined(separator: ", "))]"
    case .map(let entries):
      "{\(entries.map { "\($0.key): \($0.value.outline)" }.joined(separator: ", "))}"
    }
  }

  /// The only document of a text.
  static func only(_ text: String) throws(DocumentError) -> Document {
    let all = try yaml(Array(text.utf8))
    guard all.count == 1 else {
      throw DocumentError(Place(line: 1, column: 1), "\(all.count) documents")
    }
    return all[0]
  }

  /// The number of its values, and of those within it.
  var count: Int {
    switch content {
    case .scalar: 1
    case .list(let elements): elements.reduce(1) { $0 + $1.count }
    case .map(let entries): entries.reduce(1) { $0 + 1 + $1.value.count }
    }
  }
}

/// Returns what a text is read as: its documents, or its error.
func outcome(_ bytes: some Sequence<UInt8>, isProperties: Bool = false) -> String {
  do throws(DocumentError) {
    let bytes = Array(bytes)
    let documents = isProperties ? [try Document.properties(bytes)] : try Document.yaml(bytes)
    return documents.map(\.outline).joined(separator: " --- ")
  } catch {
    return "\(error)"
  }
}

/// Numbers that look like chance and are the same in every run.
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
