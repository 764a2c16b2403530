package import RetryNumerics

/// A send rate that drops when the service throttles, and grows back along a cubic curve.
///
/// This is the client-side rate limiter of the adaptive mode of the AWS SDKs. It has no effect before
/// the service first throttles; afterwards it can delay any attempt, also the first.
///
/// ```swift
/// let adaptive = CubicRate()
/// ```
public struct CubicRate: Hashable, Sendable {
  /// What the rate is multiplied by when the service throttles.
  public let beta: Double
  /// How fast the rate grows back.
  public let scale: Double
  /// The weight of the latest half second in the measured rate.
  public let smoothing: Double
  /// The least rate, in requests per second.
  public let minimum: Double

  /// Creates a rate; the standard numbers are those of the AWS SDKs.
  public init(
    beta: Double = 0.7, scale: Double = 0.4, smoothing: Double = 0.8, minimum: Double = 0.5
  ) {
    self.beta = beta.within(0.01...0.99)
    self.scale = scale.within(1e-3...1e3)
    self.smoothing = smoothing.within(0.01...1)
    self.minimum = minimum.within(1e-3...1e6)
  }
}

extension CubicRate: CustomStringConvertible {
  /// The rate as text.
  public var description: String {
    "beta \(beta.text), scale \(scale.text), smoothing \(smoothing.text), "
      + "at least \(minimum.text) per second"
  }
}

extension CubicRate {
  /// The curve along which the rate grows after the service has throttled.
  package struct Curve: Sendable {
    private var (beta, scale): (Double, Double)
    /// The rate at the last throttling, when that was, and how long the curve takes to come back to it.
    private var (peak, failure, zero): (Double, Double, Double)

    /// Creates a curve that begins at a time, in seconds.
    package init(_ rate: CubicRate, peak: Double, at now: Double) {
      (beta, scale) = (rate.beta, rate.scale)
      (self.peak, failure) = (peak, now)
      zero = cubeRoot(peak * (1 - beta) / scale)
    }

    /// Grows along the curve of other settings from now on.
    fileprivate mutating func update(_ rate: CubicRate) {
      (beta, scale) = (rate.beta, rate.scale)
      zero = cubeRoot(peak * (1 - beta) / scale)
    }

    /// Returns the rate after a success at a time.
    package func succeeded(at now: Double) -> Double {
      let distance = now - failure - zero
      return scale * (distance * distance * distance) + peak
    }

    /// Takes the rate at which the service throttled, and returns the lower one.
    package mutating func throttled(at now: Double, rate: Double) -> Double {
      (peak, failure) = (rate, now)
      zero = cubeRoot(peak * (1 - beta) / scale)
      return rate * beta
    }
  }

  /// The measured rate, the curve and the tokens of a client.
  ///
  /// ```swift
  /// var state = CubicRate.State(CubicRate())
  /// let wait = state.wait(at: .zero)  // zero: the service has not throttled yet
  /// state.answered(isThrottled: true, at: .seconds(1))
  /// ```
  public struct State: Sendable {
    /// The settings.
    public private(set) var settings: CubicRate
    /// Whether the service has ever throttled.
    public private(set) var isEnabled: Bool = false
    /// The measured rate of answers, per second.
    public private(set) var measuredRate: Double = 0
    /// The rate at which tokens come, per second.
    public private(set) var fillRate: Double
    private var curve: Curve
    /// The most tokens, the tokens, and when they were counted.
    private var (most, tokens, counted) = (1.0, 0.0, 0.0)
    /// The answers since the last measurement, and its half second.
    private var (answers, measured) = (0, 0.0)

    package init(_ settings: CubicRate, at now: Nanoseconds) {
      let time = Double(now.count) / 1e9
      self.settings = settings
      curve = Curve(settings, peak: 0, at: time)
      fillRate = max(1, settings.minimum)
      (counted, measured) = (time, time.rounded(.down))
    }

    /// Creates the state of a client that starts at a time, which counts from any fixed moment.
    public init(_ settings: CubicRate, at now: Duration = .zero) {
      self.init(settings, at: Nanoseconds(now))
    }
  }
}

extension CubicRate.State {
  /// Goes by other settings from now on, and keeps the rate.
  public mutating func update(_ settings: CubicRate) {
    self.settings = settings
    curve.update(settings)
    fillRate = max(fillRate, settings.minimum)
  }

  /// Takes a token for an attempt, and returns how long it has to wait for it.
  ///
  /// A token that is not there yet is taken in advance, so that attempts that wait queue up.
  package mutating func wait(at now: Nanoseconds) -> Nanoseconds {
    guard isEnabled else { return .zero }
    refill(at: Double(now.count) / 1e9)
    tokens -= 1
    return tokens >= 0 ? .zero : Nanoseconds(rounding: (-tokens / fillRate * 1e9).rounded(.up))
  }

  /// Takes back the token of an attempt that was not made.
  public mutating func giveUp() {
    guard isEnabled else { return }
    tokens = min(tokens + 1, most)
  }

  /// Takes an answer of the service, and adapts the rate to it.
  package mutating func answered(isThrottled: Bool, at now: Nanoseconds) {
    let time = Double(now.count) / 1e9
    measure(at: time)
    var rate: Double
    if isThrottled {
      rate = isEnabled ? min(measuredRate, fillRate) : measuredRate
      rate = curve.throttled(at: time, rate: rate)
      isEnabled = true
    } else {
      rate = curve.succeeded(at: time)
    }
    refill(at: time)
    rate = min(rate, 2 * measuredRate)
    fillRate = max(rate, settings.minimum)
    most = max(rate, 1)
    tokens = min(tokens, most)
  }

  /// Counts an answer in its half second.
  private mutating func measure(at time: Double) {
    let bucket = (time * 2).rounded(.down) / 2
    answers += 1
    guard bucket > measured else { return }
    let rate = Double(answers) / (bucket - measured)
    measuredRate = rate * settings.smoothing + measuredRate * (1 - settings.smoothing)
    (answers, measured) = (0, bucket)
  }

  /// Adds the tokens that came since they were counted.
  private mutating func refill(at time: Double) {
    tokens = min(most, tokens + max(time - counted, 0) * fillRate)
    counted = max(time, counted)
  }

  /// Takes a token for an attempt, and returns how long it has to wait for it.
  public mutating func wait(at now: Duration) -> Duration {
    wait(at: Nanoseconds(now)).duration
  }

  /// Takes an answer of the service, and adapts the rate to it.
  public mutating func answered(isThrottled: Bool, at now: Duration) {
    answered(isThrottled: isThrottled, at: Nanoseconds(now))
  }
}

/// Returns the cube root of a number that is not negative, by Newton's method: library functions
/// differ in the last bits between platforms.
private func cubeRoot(_ number: Double) -> Double {
  guard number > 0, number.isFinite else { return 0 }
  // Dividing the exponent by three starts within a factor of two.
  var root = Double(sign: .plus, exponent: number.exponent / 3, significand: 1)
  for _ in 0..<8 { root -= (root * root * root - number) / (3 * root * root) }
  return root
}
