import RetryNumerics

/// Durations of which many are told, as few cells.
///
/// Near both ends each duration has its own cell; towards the middle, cells hold more of them, never more than
/// few of those beyond. Sums over a cell stay exact.
package struct LatencySample: Hashable, Sendable {
  /// Durations that were measured, in nanoseconds.
  struct Point: Hashable, Sendable {
    var mean: Double
    var logarithm: Double
    var logarithmSquare: Double
    var low: Double
    var high: Double
    var count: Double
  }

  /// Durations of which bounds are known; the upper one may be infinite.
  struct Bounds: Hashable, Sendable {
    let low: Double
    let high: Double
    var count: Double

    var isOpen: Bool { high == .infinity }
  }

  /// In ascending order.
  var points: [Point]
  /// By their upper bounds.
  var bounds: [Bounds]
  /// The step in which durations were measured.
  let step: Double

  /// The durations, the weights of resampled ones included.
  var count: Double {
    points.reduce(0) { $0 + $1.count } + bounds.reduce(0) { $0 + $1.count }
  }

  /// Whether all are the same.
  var isConstant: Bool {
    bounds.isEmpty && points.first.map { $0.low } == points.last.map { $0.high }
  }

  /// Those of which only a lower bound is known.
  var openCount: Double {
    bounds.reduce(0) { $0 + ($1.isOpen ? $1.count : 0) }
  }

  /// The longest duration that anything is known of.
  var greatest: Double {
    let bounded = bounds.map { $0.isOpen ? $0.low : $0.high }
    return max(points.last?.high ?? 0, bounded.max() ?? 0)
  }

  /// The longest that was measured, or bounded from above.
  var greatestSeen: Double {
    max(points.last?.high ?? 0, bounds.filter { !$0.isOpen }.map(\.high).max() ?? 0)
  }
}

/// The sums over points that most families need.
struct PointSums {
  var count = 0.0
  var sum = 0.0
  var logarithms = 0.0
  var squares = 0.0

  init(_ sample: LatencySample) {
    for point in sample.points {
      count += point.count
      sum += point.mean * point.count
      logarithms += point.logarithm * point.count
      squares += point.logarithmSquare * point.count
    }
  }
}
