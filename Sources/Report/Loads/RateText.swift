import RetryNumerics

/// How a chart tells rates: of short spans as what happens in one, since nobody keeps such a rate up for a second.
struct RateText {
  private static let shortest = Nanoseconds(100_000_000)

  private let length: Nanoseconds
  private var isShort: Bool { length < Self.shortest }

  init(spans length: Nanoseconds) { self.length = length }

  /// What the numbers of the chart count.
  var title: String {
    isShort ? "in each \(length.brief)" : "per second, in spans of \(length.brief)"
  }

  /// The number at the axis of the chart with that title.
  func number(_ perSecond: Double) -> String {
    isShort ? Figures.rough(perSecond * Double(length.count) / 1e9) : Figures.rate(perSecond)
  }

  /// The number where no title tells what it counts, such as `200 in 10ms`.
  func phrase(_ perSecond: Double) -> String {
    isShort ? "\(number(perSecond)) in \(length.brief)" : number(perSecond)
  }
}
