import RetryNumerics

/// The mapping from times to columns of a timeline.
///
/// Columns are proportional to time with two exceptions: each gap gets at least two columns if there
/// is room; and an idle gap of more than 70% of the time is shortened to a third of the width, with a
/// break in the scale.
struct TimeAxis {
  /// The times that have a column, in order.
  let times: [Nanoseconds]
  private(set) var columns: [Int] = []
  private(set) var breaks: [Int] = []
  let width: Int

  init(_ times: [Nanoseconds], busy: [TimelineRow.Stretch], width: Int) {
    self.times = times
    self.width = width
    var weights = zip(times.dropFirst(), times).map { Double($0.count) - Double($1.count) }
    let broken = TimeAxis.shorten(&weights, isBusy: TimeAxis.busyGaps(times, busy))
    lay(weights)
    breaks = broken.map { (columns[$0] + columns[$0 + 1] + 1) / 2 }
  }

  /// Tells for each gap between two times whether it is busy.
  private static func busyGaps(_ times: [Nanoseconds], _ busy: [TimelineRow.Stretch]) -> [Bool] {
    // Changes are added up once, however many stretches overlap.
    var change = [Int](repeating: 0, count: times.count + 1)
    for stretch in busy {
      change[times.position(of: stretch.from)] += 1
      change[times.position(of: stretch.to)] -= 1
    }
    var count = 0
    return change.prefix(max(times.count - 1, 0)).map { step in
      count += step
      return count > 0
    }
  }

  /// Shortens idle gaps that take too much width; returns their positions.
  private static func shorten(_ weights: inout [Double], isBusy: [Bool]) -> [Int] {
    var broken: [Int] = []
    let idle = weights.indices.filter { !isBusy[$0] }.sorted { weights[$0] > weights[$1] }
    var total = weights.reduce(0, +)
    // Once a gap is shortened, another one may take most of the rest.
    for gap in idle.prefix(8) {
      let rest = total - weights[gap]
      guard rest > 0, weights[gap] > 0.7 * total else { break }
      weights[gap] = rest / 2
      total = rest + rest / 2
      broken.append(gap)
    }
    return broken.sorted()
  }

  private mutating func lay(_ weights: [Double]) {
    let total = max(weights.reduce(0, +), 1)
    let least = [2, 1].first { $0 * weights.count * 3 <= (width - 1) * 2 } ?? 0
    let room = Double(width - 1 - least * weights.count)
    var sum = 0.0
    columns = [0]
    for (index, weight) in weights.enumerated() {
      sum += weight
      columns.append(min(least * (index + 1) + Int(room * (sum / total) + 0.5), width - 1))
    }
  }

  func column(of time: Nanoseconds) -> Int {
    columns[times.position(of: time)]
  }

  /// Returns the column that a moment has reached on its way from one of the times to the next.
  func column(at moment: Nanoseconds) -> Int {
    let next = times.position(of: moment)
    guard next > 0, times[next] > moment else { return columns[next] }
    let (start, end) = (times[next - 1], times[next])
    let share = Double((moment - start).count) / Double((end - start).count)
    return columns[next - 1] + Int(share * Double(columns[next] - columns[next - 1]))
  }
}

extension [Nanoseconds] {
  /// Returns the position of a time in an ordered list, or of the next later one.
  fileprivate func position(of time: Nanoseconds) -> Int {
    Swift.min(partition { $0 >= time }, Swift.max(count - 1, 0))
  }
}
