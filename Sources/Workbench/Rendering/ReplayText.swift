import Report
import RetryLanguage
import RetryNumerics
import TextLayout

extension Replay {
  /// Returns all differences as a table of before and after, or `nil` if there are none.
  package func difference(tellsAll: Bool = false) -> String? {
    ReplayText(self).text(tellsAll: tellsAll)
  }
}

/// The differences from a recording as text.
private struct ReplayText {
  /// The maximum number of rows, unless all are requested.
  private static let mostRows = 30
  private let replay: Replay

  init(_ replay: Replay) {
    self.replay = replay
  }

  /// Returns a summary line and the table, or `nil` if there are no differences.
  func text(tellsAll: Bool = false) -> String? {
    guard !replay.changes.isEmpty else { return nil }
    let shown = tellsAll ? replay.changes : Array(replay.changes.prefix(Self.mostRows))
    let left = replay.changes.count - shown.count
    var lines = [summary]
    var result = 0
    var table: [Replay.Change] = []
    func finish() {
      lines += Self.table(table)
      table = []
    }
    for change in shown {
      if change.result != result {
        finish()
        lines.append("result \(change.result): \(change.title.sanitized)")
        result = change.result
      }
      table.append(change)
    }
    finish()
    if left > 0 { lines.append("and \(left) more; 'retrylab replay --diff' shows all") }
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    let (all, chance) = (replay.changes.count, replay.changes.count { $0.verdict == .withinChance })
    let differ = "\(all.counting("figure")) \(all == 1 ? "differs" : "differ")"
    if chance == all { return "\(differ), no more than chance makes likely" }
    return chance == 0 ? differ : "\(differ), \(chance) of them no more than chance makes likely"
  }

  private static func table(_ changes: [Replay.Change]) -> [String] {
    var table = Table([.left, .right, .left, .left, .left])
    for change in changes {
      guard let key = change.key else { return ["  " + change.wholePhrase.sanitized] }
      let (recorded, found) = FigurePair(change).texts
      table.add(
        [
          "  " + key, recorded, "→", found, change.verdict.phrase,
        ].map { Table.Cell($0.sanitized) })
    }
    return table.lines(Style(width: 1000)).map { String($0.text) }
  }
}

/// The recorded and the new value of a figure, formatted.
private struct FigurePair {
  let texts: (recorded: String, found: String)

  /// Rounds both values, unless they would then look equal.
  init(_ change: Replay.Change) {
    let (old, new) = (change.recorded ?? "nothing", change.found ?? "nothing")
    let isTime = change.key?.contains("_ns") == true
    if isTime, let before = Double(old), let after = Double(new) {
      let short = (Self.time(before), Self.time(after))
      texts = short.0 == short.1 ? (old, new) : short
    } else {
      texts = (old, new)
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    Nanoseconds(rounding: nanoseconds).brief
  }
}

extension Replay.Change {
  /// A description of a difference of whole results.
  fileprivate var wholePhrase: String {
    guard let recorded else { return "was not recorded" }
    return found == nil ? "was recorded, and is no longer there" : "was recorded as \(recorded)"
  }
}

extension Replay.Change.Verdict {
  fileprivate var phrase: String {
    switch self {
    case .withinChance: "within chance"
    case .beyondChance: "beyond chance"
    case .changed: ""
    }
  }
}
