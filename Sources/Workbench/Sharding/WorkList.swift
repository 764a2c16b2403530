import Report
import RetryNumerics
package import TextLayout

/// The shards of a text with what each has to do, as a table or as lines of JSON.
package enum WorkList {
  package static func text(_ costs: [SharedText.Cost], _ style: Style) -> String {
    guard costs.contains(where: { $0.calls > 0 }) else {
      return "nothing here takes long enough to be divided"
    }
    let rows = costs.map { ["\($0.shard.number)", $0.calls.grouped, "≈ \($0.time.brief)"] }
    return table(["shard", "calls or runs", "on one thread"], rows, style)
  }

  package static func text(scenarios counts: [Int], _ style: Style) -> String {
    table(
      ["shard", "scenarios"], counts.enumerated().map { ["\($0.offset + 1)", "\($0.element)"] },
      style)
  }

  package static func json(_ costs: [SharedText.Cost]) -> [String] {
    costs.map { JSONForms.work.json(of: $0).versioned.text }
  }

  private static func table(_ head: [String], _ rows: [[String]], _ style: Style) -> String {
    var table = Table(head.map { _ in .right })
    for row in [head] + rows { table.add(row.map { Table.Cell($0) }) }
    return table.lines(style).map(\.text).joined(separator: "\n")
  }
}
