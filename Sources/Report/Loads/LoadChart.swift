package import Pictures
import RetryNumerics
package import Simulation
import VirtualTime

/// Loads over time: what became of calls on top of each other, then a line for each other figure, above a time axis.
package struct LoadChart {
  private struct Line {
    let load: Int
    let figure: LoadFigure
    let values: [Double?]
    /// The largest value of a whole span.
    let most: Double
  }

  private static let stacked: [(quantity: LoadFigure.Quantity, tone: Tone)] = [
    (.succeeded, .succeeded), (.failed, .failed), (.retries, .retried),
  ]

  private let records: [LoadRecord]
  /// The spans of each load that last for some time.
  private let spans: [[LoadSpan]]
  /// How the chart tells rates, in the spans of the longest load.
  private let rates: RateText
  private let stacks: [[(tone: Tone, values: [Double])]]
  /// The figures that are not zero all the time.
  private let lines: [Line]
  private let subjects: [String]

  package init(_ records: [LoadRecord]) {
    self.records = records
    spans = records.map { $0.spans.filter { $0.length > .zero } }
    rates = RateText(spans: spans.joined().map(\.length).max() ?? .zero)
    subjects = records.indices.map { records.count > 1 ? "\($0 + 1)" : "" }
    let figures = zip(records, spans).map { record, spans in
      LoadFigure.all(of: record).map { ($0.figure, spans.map($0.value)) }
    }
    stacks = figures.map { all in
      Self.stacked.compactMap { quantity, tone in
        all.first { $0.0.quantity == quantity }.map { (tone, $0.1.map { $0 ?? 0 }) }
      }
    }
    var lines: [Line] = []
    for (load, all) in figures.enumerated() {
      let spans = spans[load]
      for (figure, values) in all where figure.quantity.isLine {
        let most = zip(values, spans).compactMap { value, span in
          span.isWhole(in: spans) ? value : nil
        }.max()
        guard let most = most ?? values.compactMap(\.self).max(), most > 0 else { continue }
        lines.append(Line(load: load, figure: figure, values: values, most: most))
      }
    }
    // The same figure of several loads stands together.
    var order: [LoadFigure] = []
    for line in lines where !order.contains(line.figure) { order.append(line.figure) }
    let unordered = lines
    self.lines = order.flatMap { figure in unordered.filter { $0.figure == figure } }
  }

  /// The times at which a span is complete, in order.
  var moments: [Nanoseconds] {
    spans.map { $0.map(\.until.sinceStart) }.max { ($0.last ?? .zero) < ($1.last ?? .zero) } ?? []
  }

  /// Whether nothing ever happens in it.
  private var isEmpty: Bool { lines.isEmpty && records.indices.allSatisfy { peak(of: $0) == 0 } }

  /// The whole picture; `nil` if it would have one span alone, or nothing to show.
  package var picture: Picture? { picture(until: nil, rows: .max, height: 5) }

  /// Returns the most important figures that fit a number of rows, up to a time.
  func picture(until now: Nanoseconds?, rows room: Int, height: Int) -> Picture? {
    let moments = moments
    guard moments.count > 1, let end = moments.last, !isEmpty else { return nil }
    let axis = Axis(
      0...Double(end.count), steps: .time, tick: { Figures.tick($0) },
      text: { Nanoseconds(Int64($0)).brief })
    let stacks = records.indices.map { stack($0, until: now, height: height) }
    let disturbed = records.indices.compactMap { disturbances($0, until: now) }
    let left = room - 1 - stacks.count * (height + 1)
    let shown = shown(in: left - disturbed.count)
    return Picture(
      title: "load", axis: axis,
      bands: (left >= disturbed.count ? disturbed : []) + stacks
        + shown.map { line($0, until: now) })
  }
}

// MARK: - Bands

extension LoadChart {
  /// The spans of a load that are over by a time.
  private func past(_ load: Int, until now: Nanoseconds?) -> ArraySlice<LoadSpan> {
    let spans = spans[load]
    return now.map { now in spans[..<spans.partition { $0.until.sinceStart > now }] } ?? spans[...]
  }

  /// What became of the calls of a load per second, and the further attempts.
  private func stack(_ load: Int, until now: Nanoseconds?, height: Int) -> Picture.Band {
    let past = past(load, until: now)
    let all = spans[load]
    var base = Array(repeating: 0.0, count: all.count)
    let series = stacks[load].map { tone, values in
      Plot.Series(
        .bars, tone,
        past.indices.compactMap { index in
          let span = all[index]
          defer { base[index] += values[index] }
          guard values[index] > 0 else { return nil }
          let isWhole = span.isWhole(in: all) ? "" : ", part of a span"
          return .bar(
            Double(span.from.sinceStart.count), Double(span.until.sinceStart.count),
            base[index] + values[index], above: base[index],
            note:
              "\(span.from.sinceStart.brief) to \(span.until.sinceStart.brief)\(isWhole): \(tone.word ?? "") \(rates.phrase(values[index]))"
          )
        })
    }
    let most = records.indices.map { peak(of: $0) }.max() ?? 1
    let subject = subjects[load].isEmpty ? "" : "\(subjects[load])  "
    return .plot(
      Plot(
        subject + rates.title, axis: Axis(0...max(most, 1e-9), text: rates.number),
        series.filter { !$0.points.isEmpty },
        height: height))
  }

  /// The highest sum of a whole span of a load.
  private func peak(of load: Int) -> Double {
    let all = spans[load]
    return all.indices.filter { all[$0].isWhole(in: all) }.map { index in
      stacks[load].reduce(0) { $0 + $1.values[index] }
    }.max() ?? 0
  }

  private func disturbances(_ load: Int, until now: Nanoseconds?) -> Picture.Band? {
    let times = records[load].disturbances.filter { now == nil || $0.lowerBound < now ?? .zero }
    guard !records[load].disturbances.isEmpty else { return nil }
    let marks = times.map { time in
      let end = min(time.upperBound, now ?? .never, moments.last ?? .never)
      return Picture.Mark(
        Double(time.lowerBound.count), Double(end.count), .outage,
        note: "disturbed, \(time.lowerBound.brief) to \(end.brief)")
    }
    return .row(Picture.Row(name("disturbed", load), marks))
  }

  private func line(_ line: Line, until now: Nanoseconds?) -> Picture.Band {
    let quantity = line.figure.quantity
    let past = past(line.load, until: now)
    let points = past.indices.compactMap { index -> Plot.Point? in
      guard let value = line.values[index], value > 0 else { return nil }
      let span = past[index]
      return .bar(
        Double(span.from.sinceStart.count), Double(span.until.sinceStart.count), value,
        note:
          "\(span.from.sinceStart.brief) to \(span.until.sinceStart.brief): \(quantity.word) \(text(value, quantity))"
      )
    }
    let known = line.values[..<past.endIndex].compactMap(\.self)
    let isEven = known.allSatisfy { quantity.text($0) == quantity.text(line.most) }
    let most = text(line.most, quantity)
    let captions =
      now == nil
      ? isEven ? [most] : ["at most \(most)", most] : known.last.map { [text($0, quantity)] } ?? []
    let shared = lines.filter { $0.figure == line.figure }.map(\.most).max() ?? line.most
    return .plot(
      Plot(
        name(label(line.figure), line.load),
        axis: Axis(0...(quantity.most ?? shared)) { text($0, quantity) },
        [Plot.Series(.bars, .measured, points)], captions: captions, height: 1))
  }

  private func text(_ value: Double, _ quantity: LoadFigure.Quantity) -> String {
    quantity.countsCalls ? rates.phrase(value) : quantity.text(value) + quantity.unit
  }

  private func name(_ words: String, _ load: Int) -> String {
    subjects[load].isEmpty ? words : "\(subjects[load])  \(words)"
  }

  private func label(_ figure: LoadFigure) -> String {
    figure.name.map { "\($0) \(figure.quantity.word)" } ?? figure.quantity.word
  }

  /// The lines that there is room for: the most important figures first, in the order of the chart.
  private func shown(in room: Int) -> [Line] {
    var (left, chosen) = (room, Set<LoadFigure>())
    let groups = Dictionary(grouping: lines, by: \.figure)
    for line in lines.sorted(by: { $0.figure.quantity.rank < $1.figure.quantity.rank }) {
      let count = groups[line.figure]?.count ?? 0
      guard !chosen.contains(line.figure), count <= left else { continue }
      left -= count
      chosen.insert(line.figure)
    }
    return lines.filter { chosen.contains($0.figure) }
  }
}

extension LoadFigure.Quantity {
  /// Whether it is drawn apart from what became of the calls.
  fileprivate var isLine: Bool {
    switch self {
    case .succeeded, .failed, .retries: false
    default: true
    }
  }
}

extension LoadSpan {
  /// Whether it is as long as others, so that its rates are as certain.
  fileprivate func isWhole(in spans: [LoadSpan]) -> Bool {
    // The longest is among the first, since only a warm-up and the end cut spans.
    length.count * 2 > spans.prefix(3).map(\.length.count).max() ?? 0
  }
}
