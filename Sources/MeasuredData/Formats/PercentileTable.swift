import RetryNumerics

/// The percentiles that HdrHistogram prints: values, and how many durations do not exceed them.
struct PercentileTable: LineFormat {
  private var last: (value: Nanoseconds, count: UInt64)?

  mutating func read(_ line: inout ByteCursor, into builder: inout LogBuilder) -> LineProblem? {
    line.skipSpaces()
    guard let value = line.decimal() else {
      // Headings, and the figures at the end.
      builder.log.lines.empty += 1
      return nil
    }
    line.skipSpaces()
    guard line.decimal() != nil else { return .noNumber }
    line.skipSpaces()
    guard let count = line.decimal(), count.digits >= 0 else { return .noNumber }
    let unit = builder.choices.unit ?? .milliseconds
    let origin: UnitOrigin = builder.choices.unit == nil ? .guess : .given
    builder.assume("unit", .unit(unit, of: "the value", origin))
    builder.assume("order", .note("percentiles have lost the order and the failures"))
    let (span, total) = (value.span(in: unit), UInt64(clamping: count.whole(times: 0)))
    if let last {
      guard span >= last.value, total >= last.count else { return .endsEarly }
      builder.add(.between(last.value, span), count: total - last.count)
    } else {
      builder.add(.exact(span), count: total)
    }
    last = (span, total)
    return nil
  }
}
