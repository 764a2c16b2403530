import Report
import RetryLanguage
import RetryNumerics
import Simulation

/// The results of a scenario, stored beside it: a header, then one figure per line.
///
/// Only results are stored, no wording: changes of messages, comments or widths have no effect.
package struct Recording {
  /// The result of one statement.
  struct Result: Hashable {
    /// The kind and subject, such as `stats fetch.retry(3)`.
    let title: String
    /// Its figures, in a stable order.
    var rows: [Row]

    /// The kind, such as `stats`.
    var kind: Substring { title.prefix { $0 != " " } }
    var subject: String { String(title.dropFirst(kind.count + 1)) }

    /// Whether it has figures of the same kind, of rows of the same parameters.
    func isLike(_ other: Result) -> Bool {
      kind == other.kind && parameters == other.parameters
    }

    private var parameters: [String] {
      rows.map(\.key).filter { $0.hasPrefix("parameters.") }
    }
  }

  /// A figure, or an event of a call.
  struct Row: Hashable {
    /// The path, such as `latency_ns.p99` or `events.3`.
    let key: String
    let value: String
  }

  /// The error for a text that is not a recording.
  package enum ReadingError: Error, Hashable {
    case foreign
    case damaged(line: Int)

    /// A description of the error.
    package var phrase: String {
      switch self {
      case .foreign: "is not a recording"
      case .damaged(let line): "is damaged in line \(line)"
      }
    }
  }

  let version: String
  let contract: Int
  /// The results of the statements, in order.
  let results: [Result]
  private let seed: UInt64

  /// Records the outcome of a scenario.
  package init(_ outcome: Scenario.Outcome) {
    version = Version.current
    contract = Contract.current.number
    results = outcome.results.map(\.recorded)
    seed = outcome.seed
  }
}

// MARK: - Text

extension Recording {
  private static let mark = "retrylab recording"

  /// The recording as text.
  package var text: String {
    let head = "\(Self.mark)\nversion \(version)\ncontract \(contract)\nseed \(seed)\n"
    return results.reduce(into: head) { text, result in
      text += "\n\(result.title)\n"
      for row in result.rows { text += "\(row.key) = \(row.value)\n" }
    }
  }

  /// Parses a recording.
  package init(_ text: String) throws(ReadingError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count >= 5, lines[0] == Self.mark, lines.last == "",
      let version = Self.word(lines[1], behind: "version"),
      let contract = Self.word(lines[2], behind: "contract").flatMap({ Int($0) }),
      let seed = Self.word(lines[3], behind: "seed").flatMap({ UInt64($0) })
    else { throw .foreign }
    (self.version, self.contract, self.seed) = (String(version), contract, seed)
    results = try Self.results(lines)
  }

  private static func results(_ lines: [Substring]) throws(ReadingError) -> [Result] {
    var results: [Result] = []
    var isTitle = false
    for (index, line) in lines.enumerated().dropFirst(4).dropLast() {
      if line.isEmpty {
        guard !isTitle else { throw .damaged(line: index + 1) }
        isTitle = true
      } else if isTitle {
        results.append(Result(title: String(line), rows: []))
        isTitle = false
      } else {
        guard !results.isEmpty, let row = Row(line) else { throw .damaged(line: index + 1) }
        results[results.count - 1].rows.append(row)
      }
    }
    guard !isTitle else { throw .damaged(line: lines.count) }
    return results
  }

  private static func word(_ line: Substring, behind name: String) -> Substring? {
    line.hasPrefix(name + " ") ? line.dropFirst(name.count + 1) : nil
  }

  /// Returns whether a text starts like a recording.
  package static func isMeant(by text: String) -> Bool {
    text.isEmpty || text.hasPrefix(mark)
  }
}

extension Recording.Row {
  private static let sign = " = "

  /// Parses a line; fails if it is not a figure.
  fileprivate init?(_ line: Substring) {
    guard let end = line.firstRange(of: Self.sign) else { return nil }
    key = String(line[..<end.lowerBound])
    value = String(line[end.upperBound...])
    if key.isEmpty || value.isEmpty { return nil }
  }
}

// MARK: - From events

extension Recording.Result {
  /// The keys with wording or with what figures sum up, by the kind of object.
  private static let omitted: [String: Set<String>] = [
    "load": ["spans", "resources"],
    "value": ["text", "type"], "why": ["decisions"], "explain": ["parts", "warnings"],
    "step": ["pending", "plan"], "exercise": ["goals"], "run": ["hangs_on"],
  ]

  /// The suffixes of the keys of intervals, which follow from the figures.
  private static let derived = [".low", ".high"]

  /// Creates a result from the JSON object of an event; fails if it has no figures.
  init?(_ object: JSONValue) {
    guard case .object(let members) = object, case .string(let kind)? = members.first?.value,
      !["text", "definition", "setting", "error"].contains(kind)
    else { return nil }
    var subject = ""
    rows = []
    let omitted = Self.omitted[kind, default: []]
    for member in members.dropFirst() where !omitted.contains(member.key) {
      if member.key == "subject", case .string(let text) = member.value {
        subject = WrittenText.lines(text, width: .max)
      } else {
        Self.add(member.value, at: Self.key(member.key), to: &rows)
      }
    }
    rows.removeAll { row in Self.derived.contains(where: row.key.hasSuffix) }
    title = [kind, subject.onOneLine].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func add(_ value: JSONValue, at key: String, to rows: inout [Recording.Row]) {
    switch value {
    case .object(let members):
      for member in members { add(member.value, at: "\(key).\(Self.key(member.key))", to: &rows) }
    case .list(let items) where items.contains(where: \.isObject):
      for (index, item) in items.enumerated() {
        let place = "\(key).\(index + 1)"
        if let moment = item.moment {
          rows.append(Recording.Row(key: place, value: moment))
        } else {
          add(item, at: place, to: &rows)
        }
      }
    default: rows.append(Recording.Row(key: key, value: value.text))
    }
  }

  /// Returns a key without spaces and newlines.
  private static func key(_ key: String) -> String { key.onOneLine.replacing(" ", with: "_") }
}

extension String {
  /// The text with newlines and control characters escaped, as in a JSON string.
  fileprivate var onOneLine: String { String(JSONValue.string(self).text.dropFirst().dropLast()) }
}

extension JSONValue {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  /// An event of a call as text, such as `304ms wait 63ms`, or `nil` for other objects.
  fileprivate var moment: String? {
    guard case .object(let members) = self, case .int(let time)? = members.first?.value,
      members.first?.key == "t_ns"
    else { return nil }
    func text(_ key: String) -> String? {
      members.first { $0.key == key }.map { member in
        if case .string(let text) = member.value { text.onOneLine } else { member.value.text }
      }
    }
    var words = ["\(Nanoseconds(time))"]
    words += [text("event"), text("n")].compactMap(\.self)
    if case .int(let span)? = members.first(where: { $0.key == "for_ns" })?.value {
      words.append("\(Nanoseconds(span))")
    }
    if let operation = text("op") { words.append("of \(operation)") }
    if let value = text("value") ?? text("error") { words.append("with \(value)") }
    return words.joined(separator: " ")
  }
}
