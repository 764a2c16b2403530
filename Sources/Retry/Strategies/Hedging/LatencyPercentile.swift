package import RetryNumerics

/// A percentile of the latest latencies, which a hedge waits for.
///
/// ```swift
/// var recent = LatencyPercentile(0.95)
/// recent.add(.milliseconds(20))
/// let delay = recent.value
/// ```
public struct LatencyPercentile: Sendable {
  /// How many latencies are kept.
  private static let capacity = 128
  /// After how many new latencies the percentile is computed again.
  private static let period = 16

  /// The percentile, as a share.
  public private(set) var share: Double
  /// The latest latencies; the oldest is at `next` once there are enough.
  private var latencies: [Nanoseconds] = []
  /// The place of the oldest.
  private var next = 0
  /// The number of latencies since the percentile was computed.
  private var fresh = 0
  /// The percentile of the latencies, if there are enough.
  package private(set) var current: Nanoseconds?

  /// Creates a percentile without latencies; the share is between zero and one.
  public init(_ share: Double) {
    self.share = share.within(0...1)
  }

  /// The percentile of the latest latencies; `nil` before there are sixteen.
  public var value: Duration? { current?.duration }

  package mutating func add(_ latency: Nanoseconds) {
    if latencies.count < Self.capacity {
      latencies.append(latency)
    } else {
      latencies[next] = latency
      next = (next + 1) % Self.capacity
    }
    fresh += 1
    guard fresh == Self.period else { return }
    fresh = 0
    compute()
  }

  private mutating func compute() {
    // The least latency that at least the share of all does not exceed.
    let rank = Int((share * Double(latencies.count)).rounded(.up))
    current = latencies.sorted()[max(rank, 1) - 1]
  }

  /// Becomes another percentile of the same latencies.
  public mutating func update(_ share: Double) {
    self.share = share.within(0...1)
    if current != nil { compute() }
  }

  /// Adds a latency.
  public mutating func add(_ latency: Duration) {
    add(Nanoseconds(latency))
  }
}
