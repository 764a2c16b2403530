import Foundation
import Glibc
import Synchronization

/// What came of a mutant.
struct Outcome: Codable, Sendable, CustomStringConvertible {
  /// How far a mutant came.
  enum Verdict: String, Codable, Sendable {
    case noticed, noticedAbove, survived, notReached, equivalent
  }

  /// The mutant.
  let mutant: Mutant

  /// How far it came.
  let verdict: Verdict

  /// The first sign of it, or the reason why there is none.
  let sign: String

  /// The progress shown during the run.
  var description: String {
    "\(mutant.number) \(verdict) at \(mutant.file):\(mutant.line) \(sign.prefix(120))"
  }
}

/// Runs the tests of the layers, once as they are and once for each mutant.
final class Trials: Sendable {
  private let tests: String
  private let marks: String
  private let folder: String
  private let options: Options

  /// How long the tests of a target take, and which mutants they reach.
  private let baselines = Mutex<[String: (seconds: Double, reached: Set<Int>)]>([:])

  /// Creates the trials of a copy that was built.
  init(_ workspace: Workspace, options: Options) {
    (tests, marks, folder) = (workspace.tests, workspace.marks, workspace.folder)
    self.options = options
  }

  /// Runs tests of a target with no mutant, and finds out which mutants they reach.
  func record(_ target: String, count: Int) throws {
    try Data(repeating: 0, count: count + 1).write(to: URL(filePath: marks))
    chmod(marks, 0o666)
    let start = Date()
    let end = try run(target, mutant: 0, seconds: options.limit * 10)
    guard end == .code(0) else { throw Failure("\(target) without a mutant: \(end)") }
    let seconds = Date().timeIntervalSince(start)
    let bytes = try Data(contentsOf: URL(filePath: marks))
    let reached = Set((1...max(count, 1)).filter { $0 < bytes.count && bytes[$0] != 0 })
    baselines.withLock { $0[target] = (seconds, reached) }
    note("\(target): \(String(format: "%.1f", seconds)) s, reaches \(reached.count) mutants")
  }

  /// Runs the tests for mutants, first those of their layers, and returns what came of each.
  func run(_ mutants: [Mutant]) throws -> [Outcome] {
    let own = try each(mutants, on: own)
    guard options.isWider else { return own }
    let isMissed = { (outcome: Outcome) in outcome.verdict != .noticed }
    let missed = try each(own.filter(isMissed), on: above)
    return (own.filter { !isMissed($0) } + missed).sorted { $0.mutant.number < $1.mutant.number }
  }

  /// Makes an outcome of each item, some at a time.
  private func each<RuntimeValue: Sendable>(
    _ items: [RuntimeValue], on body: @Sendable (RuntimeValue) throws -> Outcome
  ) throws -> [Outcome] {
    let state = Mutex((rest: items[...], outcomes: [Outcome](), failure: Failure?.none))
    DispatchQueue.concurrentPerform(iterations: options.jobs) { _ in
      while let item = state.withLock({ $0.rest.popFirst() }) {
        do {
          let outcome = try body(item)
          let count = state.withLock {
            $0.outcomes.append(outcome); return $0.outcomes.count
          }
          note("\(count)/\(items.count) \(outcome)")
        } catch {
          state.withLock { $0.failure = Failure("\(error)") }
        }
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return state.withLock(\.outcomes)
  }

  private func own(_ mutant: Mutant) throws -> Outcome {
    guard let target = Layer.named(mutant.layer)?.tests else { throw Failure("no layer") }
    if let sign = try sign(of: mutant, in: target) {
      return Outcome(mutant: mutant, verdict: .noticed, sign: sign)
    }
    let isReached = baselines.withLock { $0[target]?.reached.contains(mutant.number) } == true
    return Outcome(mutant: mutant, verdict: isReached ? .survived : .notReached, sign: "")
  }

  private func above(_ outcome: Outcome) throws -> Outcome {
    for target in Layer.named(outcome.mutant.layer)?.above ?? [] {
      if let sign = try sign(of: outcome.mutant, in: target) {
        let text = "\(target): \(sign)"
        return Outcome(mutant: outcome.mutant, verdict: .noticedAbove, sign: text)
      }
    }
    return outcome
  }

  /// Returns how the tests of a target notice a mutant, or `nil` if they do not.
  private func sign(of mutant: Mutant, in target: String) throws -> String? {
    let baseline = baselines.withLock { $0[target] }
    guard let baseline, baseline.reached.contains(mutant.number) else { return nil }
    // Tests that take longer than the limit by themselves would notice every mutant.
    let least = max(options.limit, baseline.seconds * 3)
    let seconds = min(least, 10 + baseline.seconds * 3 * Double(options.jobs))
    switch try run(target, mutant: mutant.number, seconds: seconds) {
    case .code(0): return nil
    case .code(let code): return "ends with code \(code)"
    case .late: return "takes longer than \(Int(seconds)) s"
    case .line(let line): return line
    }
  }

  private func run(_ target: String, mutant: Int, seconds: Double) throws -> Child.End {
    let words = [tests, "--testing-library", "swift-testing", "--filter", "^\(target)\\."]
    let limits = Child.Limits(seconds: seconds, memory: options.memory * 1_048_576, mutant: mutant)
    let log = "\(folder).\(mutant).log"
    return try Child.run(words, in: folder, log: log, limits: limits, until: " recorded an issue")
  }
}
