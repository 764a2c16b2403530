import RetryLanguage
import RetryNumerics

// Delays one by one.

extension ForeignSource {
  /// Returns the first table in a value or behind a name in it: a list of delays, or of their two ends.
  func delays(in value: CodeValue, unit: Nanoseconds?) -> DelayTable? {
    table(of: value, unit)
      ?? value.children.lazy.compactMap { delays(in: $0, unit: unit) }.first
  }

  /// Returns the table that a value is, or that is written where its name is bound.
  private func table(of value: CodeValue, _ unit: Nanoseconds?) -> DelayTable? {
    let meant = resolved(value)
    if case .group(let sign, let rows) = meant.content, sign != "@" { return table(rows, unit) }
    guard value.name != nil, meant.tokens != value.tokens else { return nil }
    return meant.children.lazy.compactMap { delays(in: $0, unit: unit) }.first
  }

  private func table(_ rows: [CodeValue], _ unit: Nanoseconds?) -> DelayTable? {
    let ranges = rows.map { row -> ClosedRange<Nanoseconds>? in
      let ends = row.elements.map { figure($0)?.time(unit: unit) }
      guard (1...2).contains(ends.count), let least = ends.first ?? nil,
        let most = ends.last ?? nil,
        least <= most
      else { return nil }
      return least...most
    }
    return ranges.contains(nil) ? nil : DelayTable(ranges.compactMap(\.self))
  }
}
