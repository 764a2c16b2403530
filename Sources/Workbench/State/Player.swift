import Report
package import RetryNumerics
import TextLayout

/// A play with its controls: where it is, how fast it goes, and what a key does to it.
package struct Player {
  /// The virtual time.
  package private(set) var now = Nanoseconds.zero
  /// The speed relative to virtual time.
  package private(set) var speed: Double
  /// Whether it waits for a key.
  package private(set) var isPaused = false
  /// Whether it is shown in big letters.
  package private(set) var isBig: Bool
  /// Whether the person has left it.
  package private(set) var isLeft = false

  /// How it ended.
  package enum End: Sendable {
    /// It reached its end, or a question.
    case reached
    case left
    /// Ctrl-C stopped it.
    case stopped

    /// What to say about a play that did not reach its end.
    func phrase(_ player: Player) -> String? {
      let time = Figures.time(Double(player.now.count))
      return switch self {
      case .reached: nil
      case .left: "left at \(time), partial"
      case .stopped: "stopped by Ctrl-C at \(time), partial"
      }
    }
  }

  /// Creates a play from the start.
  package init(speed: Double, isBig: Bool) {
    (self.speed, self.isBig) = (speed, isBig)
  }

  /// The time between two pictures, and while nothing moves.
  private static let (tick, rest) = (Duration.milliseconds(50), Duration.milliseconds(200))
  /// The bounds of the speed.
  private static let speeds = 1e-6...1e12

  /// Returns how long a picture stays.
  func stay(_ animation: some Animation) -> Duration {
    isPaused ? Self.rest : isOver(animation) ? .zero : Self.tick
  }

  /// Whether the end is reached.
  func isOver(_ animation: some Animation) -> Bool { now >= animation.length && !isPaused }

  /// Goes on for a real time.
  mutating func elapse(_ span: Duration, in animation: some Animation) {
    guard !isPaused else { return }
    let count = Double(Nanoseconds(span).count) * speed
    now = min(now + Nanoseconds(rounding: count), animation.length)
  }

  mutating func press(_ key: PressedKey, in animation: some Animation) {
    switch key {
    case .character(" "): isPaused.toggle()
    case .up, .character("+"): speed = min(faster, Self.speeds.upperBound)
    case .down, .character("-"): speed = max(slower, Self.speeds.lowerBound)
    case .left, .character("b"): move(to: animation.moment(before: now))
    case .right, .character("n"): move(to: animation.moment(after: now))
    case .character("0"): move(to: .zero)
    case .character("t"): isBig.toggle()
    case .character("q"): isLeft = true
    case .character: break
    }
  }

  private mutating func move(to moment: Nanoseconds) {
    (now, isPaused) = (moment, true)
  }

  /// The next greater speed of 1, 2, 5, 10 and so on.
  private var faster: Double { Self.steps(around: speed).first { $0 > speed * 1.001 } ?? speed * 2 }
  private var slower: Double { Self.steps(around: speed).last { $0 < speed * 0.999 } ?? speed / 2 }

  private static func steps(around speed: Double) -> [Double] {
    var power = 1.0
    while power * 10 <= speed { power *= 10 }
    while power > speed { power /= 10 }
    return [power / 2, power, power * 2, power * 5, power * 10]
  }

  /// Returns the speed at which a length takes no longer than half a minute.
  static func speed(for length: Nanoseconds) -> Double {
    let needed = Double(length.count) / 30e9
    return needed <= 1 ? 1 : steps(around: needed).first { $0 >= needed } ?? needed
  }

  /// Returns the picture, with the controls below it.
  func picture(of animation: some Animation, rows: Int, _ style: Style) -> [TextLine] {
    let room = max(rows - 1, 0)
    let picture =
      isBig ? animation.bigPicture(at: now, rows: room) : animation.picture(at: now, rows: room)
    return picture + [controls(style)]
  }

  private func controls(_ style: Style) -> TextLine {
    var line = TextLine(style: style)
    let time = Figures.time(Double(now.count))
    line.add(isPaused ? "paused \(time)" : time, .strong)
    let (speeds, events) = style.isUnicode ? ("↑↓", "←→") : ("+ -", "b n")
    let keys = [
      "\(speeds) speed \(Figures.rough(speed))", isPaused ? "space goes on" : "space pauses",
      "q leaves", "\(events) events", "t \(isBig ? "small" : "big")",
    ]
    for part in keys {
      var addition = TextLine(style: style)
      addition.addSeparator()
      addition.add(part, .faint)
      guard line.columns + addition.columns <= style.width else { break }
      line.add(addition)
    }
    return line
  }
}
