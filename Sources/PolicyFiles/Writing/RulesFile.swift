import FoundationEssentials
import Retry

/// Rules as JSON: what a program decodes, with a comment that it passes over.
struct RulesFile: Codable {
  /// The key of the comment; the others are those of the rules.
  private enum Key: String, CodingKey { case comment = "_comment" }

  /// Where the rules came from, and what they do not say.
  let comment: [String]
  /// The rules.
  let rules: RetryRules

  /// Creates a file.
  init(comment: [String], rules: RetryRules) {
    (self.comment, self.rules) = (comment, rules)
  }

  /// Decodes rules, with or without a comment.
  init(from decoder: any Decoder) throws {
    rules = try RetryRules(from: decoder)
    comment = []
  }

  /// Encodes the rules, and the comment beside their keys.
  func encode(to encoder: any Encoder) throws {
    try rules.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(comment, forKey: .comment)
  }

  /// The text; times are nanoseconds.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Only a closure cannot be encoded, and these rules have none.
    guard let data = try? encoder.encode(self) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
