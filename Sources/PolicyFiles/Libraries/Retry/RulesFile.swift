import FoundationEssentials
import Retry
import RetryCoding

/// A policy and its companions as JSON: what a program decodes, with a comment that it passes over.
struct RulesFile: Encodable {
  /// The key of the comment; the others are those of the document.
  private enum Key: String, CodingKey { case comment = "_comment" }

  /// Where the policy came from, and what the file does not say.
  let comment: [String]
  let document: PolicyDocument

  /// Encodes the document, and the comment beside its keys.
  func encode(to encoder: any Encoder) throws {
    try document.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(comment, forKey: .comment)
  }

  /// The text, sorted by its keys.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Only a closure cannot be encoded, and these rules have none.
    guard let data = try? encoder.encode(self) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
