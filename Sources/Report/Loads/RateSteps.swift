import Measurement
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// The goodput of a load at each step of its rate; of a rate that rises and falls again, both branches of the loop.
struct RateSteps {
  struct Step {
    let start: Nanoseconds
    let rate: Double
    let goodput: Double
    let attempts: Double
  }

  /// The maximal number of steps with a row.
  private static let most = 30

  /// The steps that last long enough to be measured.
  let steps: [Step]

  /// Measures the steps of a load whose rate has at least three; of other loads there are none.
  init(_ sample: LoadSample) {
    let load = sample.load
    guard load.populations.count == 1,
      case .rated(let profile, _, _) = load.populations[0].arrivals,
      (3...Self.most).contains(profile.pieces.count), profile.pieces.allSatisfy({ $0.slope == 0 })
    else {
      steps = []
      return
    }
    let ends = profile.pieces.dropFirst().map(\.start) + [load.duration]
    steps = zip(profile.pieces, ends).compactMap { piece, end in
      let spans = sample.runs.flatMap { run in
        run.record.spans.filter {
          $0.from.sinceStart >= max(piece.start, load.warmup) && $0.until.sinceStart <= end
        }
      }
      let time = spans.reduce(0) { $0 + Double($1.length.count) } / 1e9
      guard time > 0 else { return nil }
      func perSecond(_ count: (LoadSpan) -> UInt64) -> Double {
        Double(spans.reduce(0) { $0 + count($1) }) / time
      }
      return Step(
        start: piece.start, rate: piece.rate, goodput: perSecond(\.succeeded),
        attempts: perSecond(\.attempts))
    }
  }

  /// Its figures; none without steps.
  var table: Table? { steps.count > 2 ? loop ?? inOrder : nil }

  private var inOrder: Table {
    var table = Table(
      [.right, .right, .right, .right], head: ["from", "calls", "goodput", "offered"])
    for step in steps {
      table.add([
        .init(step.start.brief), .init(Figures.rate(step.rate), .strong),
        .init(Figures.rate(step.goodput)), .init(Figures.rate(step.attempts)),
      ])
    }
    return table
  }

  /// A row for each rate that was reached while rising and again while falling.
  private var loop: Table? {
    guard let top = steps.indices.max(by: { steps[$0].rate < steps[$1].rate }) else { return nil }
    let (rising, falling) = (steps[...top], steps[(top + 1)...].reversed())
    let pairs = rising.compactMap { up in
      falling.first { $0.rate == up.rate }.map { (up, $0) }
    }
    guard pairs.count > 1, pairs.count == falling.count else { return nil }
    var table = Table(
      [.right, .right, .right, .right, .right],
      head: ["calls", "goodput rising", "falling", "offered rising", "falling"])
    for (up, down) in pairs {
      table.add([
        .init(Figures.rate(up.rate), .strong), .init(Figures.rate(up.goodput)),
        .init(Figures.rate(down.goodput)), .init(Figures.rate(up.attempts)),
        .init(Figures.rate(down.attempts)),
      ])
    }
    for step in steps[top...top] where !pairs.contains(where: { $0.0.rate == step.rate }) {
      table.add([
        .init(Figures.rate(step.rate), .strong), .init(Figures.rate(step.goodput)), .init(""),
        .init(Figures.rate(step.attempts)), .init(""),
      ])
    }
    return table
  }
}
