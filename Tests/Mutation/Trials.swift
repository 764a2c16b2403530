import Foundation
import Synchronization

/// What came of a mutant.
struct Outcome: Codable, Sendable {
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
}

/// Runs the tests of the floors, once as they are and once for each mutant.
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
    let start = Date()
    let end = try run(target, mutant: 0, seconds: options.limit * 10)
    guard end == .code(0) else { throw Failure("\(target) without a mutant: \(end)") }
    let seconds = Date().timeIntervalSince(start)
    let bytes = try Data(contentsOf: URL(filePath: marks))
    let reached = Set((1...max(count, 1)).filter { $0 < bytes.count && bytes[$0] != 0 })
    baselines.withLock { $0[target] = (seconds, reached) }
    note("\(target): \(String(format: "%.1f", seconds)) s, reaches \(reached.count) mutants")
  }

  /// Runs the tests for mutants, some at a time, and returns what came of each.
  func run(_ mutants: [Mutant]) throws -> [Outcome] {
    let state = Mutex((rest: mutants[...], outcomes: [Outcome](), failure: Failure?.none))
    DispatchQueue.concurrentPerform(iterations: options.jobs) { job in
      while let mutant = state.withLock({ $0.rest.popFirst() }) {
        do {
          let outcome = try outcome(of: mutant)
          note("\(mutant.number)/\(mutants.count) \(outcome.verdict): \(outcome.sign)")
          state.withLock { $0.outcomes.append(outcome) }
        } catch {
          state.withLock { $0.failure = Failure("\(error)") }
        }
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return state.withLock { $0.outcomes.sorted { $0.mutant.number < $1.mutant.number } }
  }

  private func outcome(of mutant: Mutant) throws -> Outcome {
    guard let floor = Floor.all.first(where: { $0.name == mutant.floor }) else {
      throw Failure("no floor \(mutant.floor)")
    }
    if let sign = try sign(of: mutant, in: floor.tests) {
      return Outcome(mutant: mutant, verdict: .noticed, sign: sign)
    }
    for target in options.isWider ? floor.above : [] {
      if let sign = try sign(of: mutant, in: target) {
        return Outcome(mutant: mutant, verdict: .noticedAbove, sign: "\(target): \(sign)")
      }
    }
    let isReached = baselines.withLock { $0[floor.tests]?.reached.contains(mutant.number) }
    return Outcome(mutant: mutant, verdict: isReached == true ? .survived : .notReached, sign: "")
  }

  /// Returns how the tests of a target notice a mutant, or `nil` if they do not.
  private func sign(of mutant: Mutant, in target: String) throws -> String? {
    let baseline = baselines.withLock { $0[target] }
    guard let baseline, baseline.reached.contains(mutant.number) else { return nil }
    let seconds = min(options.limit, 10 + baseline.seconds * 3 * Double(options.jobs))
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
