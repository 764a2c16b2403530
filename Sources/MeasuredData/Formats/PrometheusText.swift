import RetryNumerics

/// Histograms as Prometheus scrapes them: how many durations are at most so long.
struct PrometheusText: LineFormat {
  /// The rows that are kept, for which a scrape of a large program suffices.
  private static let mostRows = 200_000
  private static let suffix = "_bucket"

  /// A row: a bound and a count of one series.
  private struct Row {
    let name: String
    /// The upper bound; `nil` for infinity.
    let bound: Decimal?
    let ending: Ending
    let count: UInt64
  }

  /// The last row for each series and bound.
  private var rows: [UInt64: Row] = [:]
  private var scrapes = 1

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    line.skipSpaces()
    guard line.next != 0x23 else {
      builder.log.lines.empty += 1
      return nil
    }
    let start = line.place
    guard let nameRange = line.text(until: 0x7B) else {
      builder.log.lines.empty += 1
      return nil
    }
    let name = line.string(nameRange)
    guard name.hasSuffix(Self.suffix) else {
      builder.log.lines.empty += 1
      return nil
    }
    guard let labels = labels(&line) else { return .noRequest }
    let series = line.hash(start..<line.place)
    line.skipSpaces()
    guard let count = line.decimal(), count.digits >= 0 else { return .noNumber }
    guard let bound = labels.bound else { return .noNumber }
    if rows[series] != nil { scrapes = 2 }
    guard rows.count < Self.mostRows || rows[series] != nil else {
      builder.log.lines.surplus += 1
      return nil
    }
    rows[series] = Row(
      name: String(name.dropLast(Self.suffix.count)), bound: bound.value, ending: labels.ending,
      count: UInt64(clamping: count.whole(times: 0)))
    return nil
  }

  private struct Labels {
    /// What `le` says: `nil` within is infinity.
    var bound: (value: Decimal?, Bool)?
    var ending = Ending.success
  }

  /// Reads the labels up to the brace that closes them.
  private func labels(_ line: inout ByteCursor) -> Labels? {
    var labels = Labels()
    while true {
      line.skipSpaces()
      if line.skip(0x7D) { return labels }
      guard let key = line.text(until: 0x3D), let text = line.jsonText() else { return nil }
      var value = ByteCursor(line.bytes, text)
      switch line.string(key) {
      case "le":
        guard !line.string(text).hasSuffix("Inf") else {
          labels.bound = (nil, true)
          break
        }
        labels.bound = value.decimal().map { ($0, true) }
      case "code", "status", "status_code", "http_status_code", "http_response_status_code":
        if let code = value.decimal(), let ending = Ending(status: code.whole(times: 0)) {
          labels.ending = ending
        }
      default: break
      }
      _ = line.skip(0x2C)
    }
  }

  func finish(into builder: inout LogBuilder) throws(LogProblem) {
    var totals: [String: UInt64] = [:]
    for row in rows.values where row.bound == nil { totals[row.name, default: 0] &+= row.count }
    let found = totals.keys.sorted()
    let chosen =
      builder.choices.histogram
      ?? totals.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    guard let chosen, totals[chosen] != nil else {
      throw .noHistogram(named: builder.choices.histogram, found: found)
    }
    note(chosen, of: found, &builder)
    let unit = unit(of: chosen, builder.choices)
    let own = rows.values.filter { $0.name == chosen }
    for ending in endings(of: own) {
      add(own.filter { $0.ending == ending }, ending, in: unit, &builder)
    }
  }

  /// The ends that are told apart, in an order of their own.
  private func endings(of rows: [Row]) -> [Ending] {
    Set(rows.map(\.ending)).sorted { "\($0)" < "\($1)" }
  }

  private func unit(of name: String, _ choices: ReadingChoices) -> TimeUnit {
    choices.unit
      ?? (name.hasSuffix("milliseconds") || name.hasSuffix("_ms")
        ? .milliseconds : name.hasSuffix("microseconds") ? .microseconds : .seconds)
  }

  private func add(
    _ rows: [Row], _ ending: Ending, in unit: TimeUnit, _ builder: inout LogBuilder
  ) {
    var sums: [Nanoseconds: UInt64] = [:]
    for row in rows {
      let bound = row.bound.map { $0.span(in: unit) } ?? .never
      sums[bound] = (sums[bound] ?? 0).addingReportingOverflow(row.count).partialValue
    }
    var (low, below) = (Nanoseconds.zero, UInt64(0))
    for (bound, count) in sums.sorted(by: { $0.key < $1.key }) {
      // Counts that decrease were scraped while they changed.
      let own = count > below ? count - below : 0
      builder.add(bound == .never ? .atLeast(low) : .between(low, bound), ending, count: own)
      (low, below) = (bound, max(below, count))
    }
  }

  private func note(_ chosen: String, of found: [String], _ builder: inout LogBuilder) {
    let unit = unit(of: chosen, builder.choices)
    let origin: UnitOrigin =
      builder.choices.unit != nil ? .given : chosen.contains("second") ? .name : .guess
    builder.assume("unit", .unit(unit, of: "'\(chosen)'", origin))
    builder.assume("statuses", .statuses)
    builder.assume("counters", .note("the counts are since the program started, in no order"))
    if found.count > 1, builder.choices.histogram == nil {
      builder.assume(
        "chosen",
        .note("of \(found.count) histograms, the one with the most requests: '\(chosen)'"))
    }
    if scrapes > 1 {
      builder.assume("scrapes", .note("of several scrapes, the last one counts"))
    }
  }
}
