import TextLayout

// What a decoder asks a value for. Each answer but the expected one names the place.

extension Document {
  /// The text as it was written, also that of a number or of `true`.
  package var text: String {
    get throws(DocumentError) {
      guard case .scalar(let scalar) = content, !scalar.isNull else { throw unlike("a text") }
      return scalar.text
    }
  }

  /// The number, which must be whole, but may be written as `1e3` or `3.0`.
  package var int: Int {
    get throws(DocumentError) {
      guard case .scalar(let scalar) = content, let written = scalar.number,
        let double = Double(written)
      else { throw unlike("a whole number") }
      if let int = Int(written) ?? Int(exactly: double) { return int }
      throw double.magnitude < 0x1p63 ? unlike("a whole number") : tooLarge
    }
  }

  package var double: Double {
    get throws(DocumentError) {
      guard case .scalar(let scalar) = content, let number = scalar.number.flatMap(Double.init)
      else { throw unlike("a number") }
      guard number.isFinite else { throw tooLarge }
      return number
    }
  }

  /// Whether it is `true` rather than `false`; no other word is a truth value.
  package var bool: Bool {
    get throws(DocumentError) {
      guard case .scalar(let scalar) = content, scalar.style != .quoted,
        let bool = Bool(scalar.text)
      else { throw unlike("true or false") }
      return bool
    }
  }

  package var list: [Document] {
    get throws(DocumentError) {
      guard case .list(let elements) = content else { throw unlike("a list") }
      return elements
    }
  }

  /// The entries of a map, to be taken one by one.
  package var fields: Fields {
    get throws(DocumentError) {
      guard case .map(let entries) = content else { throw unlike("a map") }
      return Fields(place: place, rest: entries)
    }
  }

  /// Returns the error of a value that is not what its reader expects, such as `a duration`.
  package func unlike(_ wanted: String) -> DocumentError {
    DocumentError(place, "expected \(wanted), not \(phrase)")
  }

  private var tooLarge: DocumentError {
    DocumentError(place, "the number \(phrase) is too large")
  }

  /// What is there, in a few words.
  private var phrase: String {
    switch content {
    case .list: return "a list"
    case .map: return "a map"
    case .scalar(let scalar):
      if scalar.isNull { return scalar.text == "" ? "nothing" : scalar.text }
      return scalar.style == .quoted ? "the text \(scalar.excerpt)" : scalar.excerpt
    }
  }
}

extension Scalar {
  /// Its beginning as it was written, more or less.
  var excerpt: String { style == .plain ? "'\(text.beginning)'" : text.excerpt }
}

extension String {
  var excerpt: String { beginning.json }

  /// As much of it as a message may have.
  fileprivate var beginning: String { count > 40 ? prefix(40) + "…" : self }
}

/// The entries of a map that nobody has read yet: what remains at the end is unknown to the reader.
package struct Fields: Hashable, Sendable {
  package let place: Place
  /// The entries that were not taken, as they were written.
  package private(set) var rest: [Document.Entry]

  /// Takes the first entry whose key fits, and returns its value.
  package mutating func take(where fits: (String) -> Bool) -> Document? {
    guard let index = rest.firstIndex(where: { fits($0.key) }) else { return nil }
    return rest.remove(at: index).value
  }

  package mutating func take(_ key: String) -> Document? { take { $0 == key } }

  /// Takes the entry of a key that must be there, and returns its value.
  package mutating func require(_ key: String) throws(DocumentError) -> Document {
    if let value = take(key) { return value }
    throw DocumentError(place, "expected the key '\(key)' in this map")
  }

  init(place: Place, rest: [Document.Entry]) {
    (self.place, self.rest) = (place, rest)
  }
}
