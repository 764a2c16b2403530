import Measurement
import RetryLanguage
import RetryNumerics
import Simulation
import Tuning
import VirtualTime

/// A search with what it needs to go on.
struct Tuner: Sendable {
  private let subject: TuningSubject
  private var search: Search
  private let seed: UInt64
  let spread: Nanoseconds?
  /// The number of batches that a search may take, unless it goes on.
  private let budget: Int
  /// The number of calls in a batch.
  private let batchSize: Int
  private let areLoads: Bool

  private static let usualCalls: Int64 = 10_000_000
  private static let usualRuns: Int64 = 1000
  /// The number of batches that the calls of a search are divided into, about.
  private static let batches: Int64 = 4096
  private static let smallestBatch: Int64 = 128
  /// The distance between the seed of a search and the seed under which its answer is measured.
  private static let freshDistance: UInt64 = 1_000_000

  init(_ call: CommandCall, _ workspace: Workspace) throws(Diagnostic) {
    guard let subject = call.tuning else {
      throw Diagnostic(.missingArgument, "'tune' needs a policy to search", at: call.range)
    }
    self.subject = subject
    let origin = try call.origin(workspace.settings)
    (seed, spread) = (origin.seed, origin.spread)
    let space = Space(subject.axes)
    areLoads = try Self.areLoads(subject, space, call)
    let refused: [(CommandOption, String)] =
      areLoads
      ? [(.searchCalls, "use 'runs'"), (.over, "its arrivals set when calls start")]
      : [(.searchRuns, "use 'calls'")]
    for (option, advice) in refused where call.options[option] != nil {
      let subject = areLoads ? "a load" : "calls alone"
      throw Diagnostic(
        .extraArgument, "'\(option.key)' does not apply to \(subject): \(advice)",
        at: call.range(of: option))
    }
    if areLoads {
      budget = try Int(clamping: call.number(.searchRuns) ?? Self.usualRuns)
      batchSize = 1024
    } else {
      let calls = try call.number(.searchCalls) ?? Self.usualCalls
      var size = Self.smallestBatch
      while size * 2 * Self.batches <= calls { size *= 2 }
      (batchSize, budget) = (Int(size), Int(calls / size))
    }
    let indifference = call.options[.within]?.item.number ?? 0.01
    guard (0...1).contains(indifference) else {
      throw Diagnostic(
        .impossibleValue, "'within' is a part of a figure, from 0% to 100%",
        at: call.range(of: .within))
    }
    search = Search(
      space, subject.goals, SearchPlan(budget: budget, indifference: indifference, seed: seed),
      worlds: max(subject.worlds.count, 1))
  }

  /// Returns whether a search runs loads, of which a batch is one run.
  private static func areLoads(
    _ subject: TuningSubject, _ space: Space, _ call: CommandCall
  ) throws(Diagnostic) -> Bool {
    var reason = "the policy cannot be made anywhere in this space"
    for point in space.examples {
      do throws(Fault) {
        let made = try subject.made(at: point)
        let areLoads = made.contains { if case .load = $0 { true } else { false } }
        return areLoads
      } catch {
        if case .text(let text)? = error.payload { reason = text }
      }
    }
    throw Diagnostic(.impossibleValue, reason, at: call.range)
  }

  /// The seed under which the answer is measured.
  var freshSeed: UInt64 {
    PinnedDraw(of: seed) == nil ? seed &+ Self.freshDistance : seed
  }

  /// Lets the search go on with as many batches again.
  mutating func extend() { search.extend(by: budget) }

  /// Searches, and returns the answer.
  mutating func run(_ runner: Runner, at range: Range<Int>) throws(Diagnostic) -> TunedRecord {
    let (seed, freshSeed, spread, size, subject) = (seed, freshSeed, spread, batchSize, subject)
    let host = SearchHost(
      make: { point in try? subject.made(at: point) },
      theory: { runnable in
        guard case .calls(let source) = runnable else { return nil }
        return ClosedForm(source)
      },
      certainty: { Certainty(of: $0.source) },
      measure: { round in
        runner.note(round, best: round.best.map(subject.text.policy), calls: size)
        var trials = runner.trials(calls: 1, seed: round.isFresh ? freshSeed : seed)
        trials.spread = spread
        trials.watch.progress = runner.progress(of: round)
        // The policies of a round are chosen by the rounds before it.
        if round.spent > 0 { trials.division?.settle() }
        return trials.measure(round.batches, of: round.subjects, each: size)
      })
    let tuned = search.run(batchSize: areLoads ? 0 : size, host)
    runner.endProgress()
    if let lacking = search.lacking.flatMap({ NamedFigure($0) }) {
      throw Diagnostic(
        .impossibleValue, lacking.missingText(isLoad: areLoads), at: range)
    }
    guard let tuned else {
      throw Diagnostic(
        .impossibleValue, "stopped by Ctrl-C before any policy was measured", at: range)
    }
    var source: Source?
    if subject.worlds.isEmpty, case .calls(let made)? = try? subject.made(at: tuned.best.point)[0] {
      source = made
    }
    return TunedRecord(
      tuned, subject.text, goals: subject.goalTexts, worlds: subject.worlds.map(\.text),
      source: source)
  }
}

extension Runnable {
  /// The operation whose calls are run, if there is only one.
  fileprivate var source: Source? {
    switch self {
    case .calls(let source): source
    case .load(let load): load.source
    }
  }
}
