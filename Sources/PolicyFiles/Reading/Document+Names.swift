import Documents
import RetryNumerics

extension PresetCall {
  /// Sets an argument to a time, if there is one that is not zero, which stands for no limit.
  mutating func setLimit(
    _ label: String, _ document: Document?
  ) throws(DocumentError) {
    if let document, try document.span() > .zero { try set(label, document) }
  }
}

extension Fields {
  /// Takes the value of a key, which may be written as in JSON.
  mutating func take(words: String) -> Document? {
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
