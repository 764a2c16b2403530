import FoundationEssentials
import Retry
import RetryCoding
import Simulation

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

extension Library {
  static let ruleTargets = [PolicyTarget.rules]
}

extension PolicyTarget {
  package static let rules = PolicyTarget(
    "rules.json", "the PolicyDocument of the Retry library, which a program reads with RetryCoding"
  ) {
    SwiftPolicy($0).rulesFile(written: $1)
  } distance: {
    SwiftPolicy($0).distance
  }
}

extension SwiftPolicy {
  /// Returns the policy and its companions as JSON, which a program decodes, and what that leaves to a person.
  func rulesFile(written text: String) -> (text: String, losses: [String]) {
    let isClosure = !distance.isEmpty
    let losses = self.losses
    let rest = losses.isEmpty ? [] : ["What is left to you:"] + losses.map { "- \($0)" }
    let file = RulesFile(
      comment: (["Written by RetryLab from \(text)"] + rest).map(\.oneLine),
      document: PolicyDocument(strategy, isClosure ? rules.with(backoff: .none) : rules))
    return (file.json, losses)
  }
}
