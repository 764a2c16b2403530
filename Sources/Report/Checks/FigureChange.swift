import Measurement
import RetryNumerics
import TextLayout

/// A difference between two results, such as from a recording.
package struct FigureChange: Hashable, Sendable {
  /// The kind of a difference.
  package enum Verdict: CaseIterable, Hashable, Sendable {
    /// Chance explains the difference.
    case withinChance
    /// The difference is larger than chance explains.
    case beyondChance
    /// The difference does not depend on chance, or nobody knows how far chance goes.
    case changed

    var phrase: String {
      switch self {
      case .withinChance: "within chance"
      case .beyondChance: "beyond chance"
      case .changed: ""
      }
    }
  }

  /// The number of the result, from 1.
  package let result: Int
  package let title: String
  /// The figure, or `nil` if the whole result differs.
  package let key: String?
  package let recorded: String?
  package let found: String?
  package let verdict: Verdict

  package init(
    result: Int, title: String, key: String?, recorded: String?, found: String?, verdict: Verdict
  ) {
    (self.result, self.title, self.key) = (result, title, key)
    (self.recorded, self.found, self.verdict) = (recorded, found, verdict)
  }
}

extension FigureChange {
  /// The text of both values, rounded unless they would then look equal.
  var texts: (recorded: String, found: String) {
    let (old, new) = (recorded ?? "nothing", found ?? "nothing")
    guard key?.contains("_ns") == true, let before = Double(old), let after = Double(new) else {
      return (old, new)
    }
    let short = (Nanoseconds(rounding: before).brief, Nanoseconds(rounding: after).brief)
    return short.0 == short.1 ? (old, new) : short
  }

  /// A description of a difference of whole results.
  var wholePhrase: String {
    guard let recorded else { return "was not recorded" }
    return found == nil ? "was recorded, and is no longer there" : "was recorded as \(recorded)"
  }

  /// The figure, if the language has a name for it.
  private var figure: Figure? { key.flatMap { Self.figures[$0] } }

  /// The name of the figure in the language, if it has one.
  var name: String? { figure?.name }

  /// The text of both values for a reader: a named figure has the digits that reports show.
  var shownTexts: (recorded: String, found: String) {
    guard let figure, let old = recorded.flatMap({ Double($0) }),
      let new = found.flatMap({ Double($0) })
    else { return key == nil ? (recorded ?? "", found ?? "") : texts }
    let shown = (figure.text(old), figure.text(new))
    return shown.0 == shown.1 ? texts : shown
  }

  /// The named figures by their keys in JSON.
  private static let figures = Dictionary(
    Figure.atPrompt.compactMap { figure -> (String, Figure)? in
      guard let key = figure.key, figure.name != nil else { return nil }
      return (key.path, figure)
    }, uniquingKeysWith: { first, _ in first })

  /// How much more the new number is, as a share of the old one.
  var growth: Double? {
    guard let old = recorded.flatMap({ Double($0) }), let new = found.flatMap({ Double($0) }),
      old != 0, (new - old).isFinite
    else { return nil }
    return (new - old) / old.magnitude
  }
}

extension String {
  /// The text as it may stand in a line of text.
  fileprivate var safe: String { SafeText.make(self, style: Style()) }
}

/// The differences between two runs as text, as a table and as a picture.
package struct FigureChanges: Sendable {
  /// The maximum number of rows, unless all are requested.
  private static let mostRows = 30
  let all: [FigureChange]

  package init(_ all: [FigureChange]) { self.all = all }

  package var summary: String {
    let chance = all.count { $0.verdict == .withinChance }
    let differ = "\(all.count.counting("figure")) \(all.count == 1 ? "differs" : "differ")"
    if chance == all.count { return "\(differ), no more than chance makes likely" }
    return chance == 0 ? differ : "\(differ), \(chance) of them no more than chance makes likely"
  }

  /// Returns the summary and a table for each result, or `nil` if there are no differences.
  package func text(tellsAll: Bool = false) -> String? {
    guard !all.isEmpty else { return nil }
    let shown = tellsAll ? all : Array(all.prefix(Self.mostRows))
    let results = Dictionary(grouping: shown, by: \.result).sorted { $0.key < $1.key }
    let lines = results.flatMap { number, changes in
      ["result \(number): \(changes[0].title.safe)"] + Self.lines(of: changes)
    }
    let left = all.count - shown.count
    let rest = left > 0 ? ["and \(left) more; 'retrylab replay --diff' shows all"] : []
    return ([summary] + lines + rest).joined(separator: "\n")
  }

  private static func lines(of changes: [FigureChange]) -> [String] {
    var table = Table([.left, .right, .left, .left, .left])
    for change in changes {
      guard let key = change.key else { return ["  " + change.wholePhrase.safe] }
      let (recorded, found) = change.texts
      table.add(
        ["  " + key, recorded, "→", found, change.verdict.phrase].map { Table.Cell($0.safe) })
    }
    return table.lines(.page).map(\.text)
  }
}
