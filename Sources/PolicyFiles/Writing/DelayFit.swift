import Retry
import RetryLanguage
import RetryNumerics

/// Delays that grow by a factor up to a longest one and vary by a share of themselves, nearest to those of a policy.
struct DelayFit {
  /// The middle of the first delay.
  private(set) var first: Nanoseconds
  /// By which the delays grow.
  private(set) var factor: Double
  /// The longest middle, if there is one.
  private(set) var cap: Nanoseconds?
  /// The longest delay that may be drawn, if there is one.
  private(set) var most: Nanoseconds?
  private(set) var share: Double
}

extension DelayFit {
  /// Creates the fit of delays for some retries, in a library that may bound a delay after it is drawn; `nil` if there are no delays.
  init?(_ delays: DelayShape, retries: Int, capsLast: Bool = false) {
    if let exact = Self(exact: delays, capsLast: capsLast) {
      self = exact
    } else {
      self.init(delays.ranges(min(retries, DelayTable.most)))
    }
  }

  private init?(exact delays: DelayShape, capsLast: Bool) {
    guard delays.isExponential, delays.least == nil, let (first, factor) = delays.nearest,
      delays.cap == nil || delays.shake == .none || capsLast || !delays.capsLast
    else { return nil }
    switch delays.shake {
    case .none: share = 0
    case .full, .whole: share = 1
    case .equal: share = 1 / 3
    case .proportional(let share): self.share = share
    case .additive, .other: return nil
    }
    let isMiddle = if case .proportional = delays.shake { true } else { false }
    self.factor = factor
    self.first = isMiddle ? first : first.middle(share)
    cap = isMiddle ? delays.cap : delays.cap?.middle(share)
    most = delays.capsLast || !isMiddle ? delays.cap : cap.map { $0 + $0.part(share) }
  }

  /// Creates the fit of ranges: delays whose longest ones come in all to as much.
  private init?(_ ranges: [ClosedRange<Nanoseconds>]) {
    let longest = ranges.map(\.upperBound)
    guard let most = longest.max(), let first = longest.first(where: { $0 > .zero }) else {
      return nil
    }
    let share = ranges.map(\.share).max() ?? 0
    self.init(first: first, factor: 1, cap: most, most: most, share: share)
    grow(to: longest.reduce(.zero, +), in: longest.count, by: (10...100).map { Double($0) / 10 })
    (self.first, cap) = (self.first.middle(share), cap?.middle(share))
  }

  /// Makes the delays no shorter in all than a time, by the least of some factors or by a later start.
  mutating func grow(to total: Nanoseconds, in retries: Int, by factors: [Double]) {
    guard let cap, let largest = factors.last else { return }
    func isLong(_ factor: Double) -> Bool {
      var (delay, sum) = (first, Nanoseconds.zero)
      for _ in 0..<retries where sum < total {
        sum += min(delay, cap)
        delay = min(Nanoseconds(rounding: Double(delay.count) * factor), cap)
      }
      return sum >= total
    }
    while first < cap, !isLong(largest) { first = min(first * 2, cap) }
    factor = factors.first(where: isLong) ?? largest
  }
}

extension DelayFit {
  /// The same delays in a library that varies each by another share: the longest ones stay.
  func varying(by other: Double) -> DelayFit {
    guard share != other else { return self }
    let ratio = (1 + share) / (1 + other)
    func scaled(_ time: Nanoseconds) -> Nanoseconds {
      Nanoseconds(rounding: Double(time.count) * ratio)
    }
    var fit = self
    fit.cap = cap.map(scaled)
    fit.first = min(share > 0 ? scaled(first) : first, fit.cap ?? .never)
    fit.share = other
    return fit
  }
}

extension DelayFit {
  /// The bounds that double up to a longest one, below which a library draws each delay.
  func doubling(for delays: DelayShape, _ retries: Int) -> DelayFit {
    var fit = self
    if share > 0 { (fit.first, fit.cap, fit.share) = (first + first.part(share), most, 0) }
    if factor == 1 { fit.cap = min(fit.first, fit.cap ?? fit.first) }
    guard factor != 1, factor != 2 else { return fit }
    let longest = delays.ranges(min(retries, DelayTable.most)).map(\.upperBound)
    fit.cap = fit.cap ?? longest.max()
    fit.grow(to: longest.reduce(.zero, +), in: longest.count, by: [2])
    return fit
  }
}

extension Nanoseconds {
  /// A share of the time.
  fileprivate func part(_ share: Double) -> Nanoseconds {
    Nanoseconds(rounding: share * Double(count))
  }

  /// The middle of what varies by a share up to this time.
  fileprivate func middle(_ share: Double) -> Nanoseconds {
    share == 0 ? self : Nanoseconds(rounding: Double(count) / (1 + share))
  }
}

extension ClosedRange<Nanoseconds> {
  /// By which share of its middle it reaches up and down.
  fileprivate var share: Double {
    let (least, most) = (Double(lowerBound.count), Double(upperBound.count))
    return most > 0 ? (most - least) / (most + least) : 0
  }
}
