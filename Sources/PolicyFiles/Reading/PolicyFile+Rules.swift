import Documents
import FoundationEssentials
import Retry
import RetryNumerics
import TextLayout

// The rules of the Retry library, as programs encode them.

extension PolicyFile {
  /// Reads encoded rules.
  init(rules root: Document) throws(DocumentTrouble) {
    self.init("the rules of a policy of the Retry library")
    let rules: RetryRules
    do {
      rules = try JSONDecoder().decode(RulesFile.self, from: Data(root.json.utf8)).rules
    } catch let error as DecodingError {
      throw root.trouble(of: error)
    } catch {
      throw DocumentTrouble(root.place, "the rules cannot be read")
    }
    let known = [
      "attempts", "backoff", "hintRule", "deadline", "deadlineRule", "deadlineMoment", "limitRule",
      "question", "exhausted",
    ]
    var fields = try root.fields
    for key in known { _ = fields.take(key) }
    finish(fields, of: "the rules")
    if rules.question != nil {
      remark(
        root["question"]?.place ?? root.place, "'question' is 'ask(after:)' here, and is not read")
    }
    add("policy(\(arguments(rules, root).joined(separator: ", ")))", for: "rules", at: root.place)
  }

  /// Returns the arguments of `policy` that differ from what it takes by itself.
  private mutating func arguments(_ rules: RetryRules, _ root: Document) -> [String] {
    var arguments = [
      "attempts: \(rules.attempts.map { "\($0)" } ?? "unlimited")", "backoff: \(rules.backoff)",
    ]
    if let deadline = rules.deadline { arguments.append("deadline: \(Nanoseconds(deadline))") }
    if rules.deadlineRule != .refuse { arguments.append("deadlineRule: \(rules.deadlineRule)") }
    if rules.deadlineMoment != .failure {
      arguments.append("deadlineMoment: \(rules.deadlineMoment)")
    }
    if rules.limitRule != .either { arguments.append("stop: \(rules.limitRule)") }
    if rules.exhausted != .fail { arguments.append("exhausted: \(rules.exhausted)") }
    guard rules.hintRule != HintRule() else { return arguments }
    guard let rule = rules.hintRule else { return arguments + ["retryAfter: ignore"] }
    guard let longest = rule.maximum, rule.beyondBackoff == nil else {
      remark(
        root["hintRule"]?.place ?? root.place,
        "'hintRule' has no maximum, or one that follows the back-off: hints count up to 1m here")
      return arguments
    }
    let flags = [
      ("atLeastBackoff", rule.isAtLeastBackoff), ("resetsBackoff", rule.resetsBackoff),
      ("failsBeyond", rule.excess == .fail), ("failsIfNegative", rule.negative == .fail),
    ].filter(\.1).map { ", \($0.0): true" }.joined()
    let jitter = rule.jitter == .zero ? "" : ", jitter: \(Nanoseconds(rule.jitter))"
    return arguments + ["retryAfter: atMost(\(Nanoseconds(longest))\(jitter)\(flags))"]
  }
}

extension Document {
  /// The value as JSON, numbers as they were written.
  fileprivate var json: String {
    switch content {
    case .scalar(let scalar): scalar.isNull ? "null" : scalar.number ?? written(scalar)
    case .list(let elements): "[\(elements.map(\.json).joined(separator: ","))]"
    case .map(let entries):
      "{\(entries.map { "\($0.key.json):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  private func written(_ scalar: Scalar) -> String {
    scalar.style == .plain && Bool(scalar.text) != nil ? scalar.text : scalar.text.json
  }

  /// Returns the trouble of a value that no rules have, where the decoder met it.
  fileprivate func trouble(of error: DecodingError) -> DocumentTrouble {
    let (path, words) =
      switch error {
      case .typeMismatch(_, let context): (context.codingPath, "another kind of value is expected")
      case .valueNotFound(_, let context): (context.codingPath, "a value is missing")
      case .keyNotFound(let key, let context):
        (context.codingPath, "the key '\(key.stringValue)' is missing")
      case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
      @unknown default: ([], "the rules cannot be read")
      }
    var place = self
    for key in path {
      if let index = key.intValue, case .list(let elements) = place.content,
        elements.indices.contains(index)
      {
        place = elements[index]
      } else if let inner = place[key.stringValue] {
        place = inner
      }
    }
    return DocumentTrouble(place.place, words)
  }
}
