import Documents
import FoundationEssentials
import Retry
import RetryCoding
import RetryNumerics
import TextLayout

// The rules of the Retry library, as programs encode them.

extension Library {
  static let encodedRules = [DocumentReading(of: PolicyFile.holdsRules, PolicyFile.init(rules:))]
}

extension PolicyFile {
  /// Whether a document is meant to be an encoded policy, or rules alone.
  static func holdsRules(_ root: Document) -> Bool {
    let rules = root["rules"] ?? root
    if rules["backoff"]?["schedule"] != nil { return true }
    return root["rules"] != nil && (root["version"] != nil || rules["attempts"] != nil)
  }

  /// Reads an encoded policy, or rules alone.
  init(rules root: Document) throws(DocumentError) {
    self.init("a policy of the Retry library")
    let hasCompanions = root["rules"] != nil
    let document: PolicyDocument
    do {
      let (decoder, data) = (JSONDecoder(), Data(root.json.utf8))
      document =
        hasCompanions
        ? try decoder.decode(PolicyDocument.self, from: data)
        : PolicyDocument(rules: try decoder.decode(RetryRules.self, from: data))
    } catch let error as DecodingError {
      throw root.documentError(of: error)
    } catch {
      throw DocumentError(root.place, "the policy cannot be read")
    }
    remarkDifferences(root, hasCompanions ? Self.read(document) : Self.read(document.rules))
    let rules = root["rules"] ?? root
    if document.rules.question != nil {
      remark(
        rules["question"]?.place ?? root.place,
        "'question' is 'ask(after:)' here, and is not read")
    }
    let companions = try Companions(document, root)
    let arguments = arguments(document.rules, rules) + companions.budget
    add(
      [Piece(text: "policy(", place: rules.place)]
        + arguments.enumerated().map { index, piece in
          Piece(text: index == 0 ? piece.text : ", \(piece.text)", place: piece.place)
        } + [Piece(text: ")", place: rules.place)] + companions.layers, for: "rules",
      at: root.place)
  }

  /// Returns the arguments of `policy` that differ from what it takes by itself.
  private func arguments(_ rules: RetryRules, _ root: Document) -> [Piece] {
    func piece(_ key: String, _ label: String, _ text: String) -> Piece {
      Piece(text: "\(label): \(text)", place: root[key]?.place ?? root.place)
    }
    var pieces = [
      piece("attempts", "attempts", rules.attempts.map { "\($0)" } ?? "unlimited"),
      piece("backoff", "backoff", "\(rules.backoff)"),
    ]
    if let deadline = rules.deadline {
      pieces.append(piece("deadline", "deadline", Nanoseconds(deadline).source))
    }
    if rules.deadlineRule != .refuse {
      pieces.append(piece("deadlineRule", "deadlineRule", "\(rules.deadlineRule)"))
    }
    if rules.deadlineMoment != .failure {
      pieces.append(piece("deadlineMoment", "deadlineMoment", "\(rules.deadlineMoment)"))
    }
    if rules.limitRule != .either {
      pieces.append(piece("limitRule", "stop", "\(rules.limitRule)"))
    }
    if rules.exhausted != .fail {
      pieces.append(piece("exhausted", "exhausted", "\(rules.exhausted)"))
    }
    guard rules.hintRule != HintRule() else { return pieces }
    return pieces + [piece("hintRule", "retryAfter", rules.hintRule?.source ?? "ignore")]
  }

  /// Returns what was read as it is written again.
  private static func read(_ value: some Encodable) -> Document? {
    guard let data = try? JSONEncoder().encode(value) else { return nil }
    return try? Document.yaml(Array(data)).first
  }

  /// Notes the values that were brought into their ranges.
  private mutating func remarkDifferences(_ given: Document, _ read: Document?) {
    switch (given.content, read?.content) {
    case (.map(let entries), .map(let known)?):
      // Older files have one value of a case under `_0`.
      let unnamed = known.first { entry in given[entry.key] == nil }?.value
      for entry in entries where !entry.value.isNull {
        remarkDifferences(entry.value, entry.key == "_0" ? unnamed : read?[entry.key])
      }
    case (.map, .scalar?): if let unnamed = given["_0"] { remarkDifferences(unnamed, read) }
    case (.list(let elements), .list(let known)?):
      for (element, known) in zip(elements, known) { remarkDifferences(element, known) }
    case (.scalar(let scalar), .scalar(let known)?) where !scalar.isSame(as: known):
      remark(given.place, "\(scalar.text) is out of range, and read as \(known.text)")
    default: break
    }
  }
}

extension Scalar {
  /// Whether it is read as another one: as the same text, number or time.
  fileprivate func isSame(as other: Scalar) -> Bool {
    if text == other.text { return true }
    if let time = Nanoseconds(text: other.text) {
      let count = number.flatMap { Int64($0) }.map { Nanoseconds($0) }
      return time == Nanoseconds(text: text) ?? count ?? value.map { Nanoseconds(rounding: $0) }
    }
    guard let value, let known = other.value else { return false }
    return value == known
  }

  private var value: Double? { number.flatMap { Double($0) } }
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

  private static func noun(of type: any Any.Type) -> String {
    switch type {
    case is Int.Type, is Int64.Type: "a whole number"
    case is Double.Type: "a number"
    case is Bool.Type: "true or false"
    case is String.Type: "a text"
    default: "another kind of value"
    }
  }

  /// Returns the error of a value that no rules have, where the decoder met it.
  fileprivate func documentError(of error: DecodingError) -> DocumentError {
    let (path, words) =
      switch error {
      case .typeMismatch(let type, let context):
        (context.codingPath, "\(Self.noun(of: type)) is expected")
      case .valueNotFound(_, let context): (context.codingPath, "a value is missing")
      case .keyNotFound(let key, let context):
        (context.codingPath, "the key '\(key.stringValue)' is missing")
      // The text is JSON, so it is a number that no integer can be.
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        (
          context.codingPath,
          "a number has a fraction, or is too large, where a whole one is expected"
        )
      // An enumeration of Swift does not tell which words it knows.
      case .dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize"):
        (context.codingPath, "this word is not known here")
      case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
      @unknown default: ([], "the policy cannot be read")
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
    return DocumentError(place.place, words)
  }
}
