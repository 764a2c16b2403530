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

/// Tests that are run together.
private struct Suite {
  /// The name, without that of its target.
  let name: String

  /// How long they take.
  let seconds: Double

  /// The numbers of the mutants that they reach.
  let reached: Set<Int>
}

/// Runs the tests of the layers, once as they are and once for each mutant.
final class Trials: Sendable {
  private let tests: String
  private let marks: String
  private let folder: String
  private let options: Options

  /// The suites of each target, the quickest first.
  private let suites = Mutex<[String: [Suite]]>([:])

  /// Creates the trials of a copy that was built.
  init(_ workspace: Workspace, options: Options) {
    (tests, marks, folder) = (workspace.tests, workspace.marks, workspace.folder)
    self.options = options
  }

  /// Runs each suite of a target with no mutant, and finds out which mutants it reaches.
  func record(_ target: String, count: Int) throws {
    let suites = try names(in: target).compactMap { try suite($0, of: target, count: count) }
    let seconds = suites.map(\.seconds).reduce(0, +)
    let reached = suites.reduce(into: Set()) { $0.formUnion($1.reached) }
    self.suites.withLock { $0[target] = suites.sorted { $0.seconds < $1.seconds } }
    note("\(target): \(String(format: "%.1f", seconds)) s, reaches \(reached.count) mutants")
  }

  /// Returns the names of the suites of a target.
  private func names(in target: String) throws -> [String] {
    let words = [tests, "--testing-library", "swift-testing", "--list-tests"]
    let log = folder + ".tests"
    let end = try Child.run(words, in: folder, log: log, limits: .init(seconds: options.limit))
    guard end == .code(0) else { throw Failure("the tests cannot be listed, see \(log)") }
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let names = lines.filter { $0.hasPrefix(target + ".") }.map { line in
      String(line.dropFirst(target.count + 1).prefix { $0 != "/" && $0 != "(" })
    }
    guard !names.isEmpty else { throw Failure("\(target) has no tests") }
    return Set(names).sorted()
  }

  /// Returns a suite with what it reaches; `nil` if it fails in the copy as it is, and so tells nothing of mutants.
  private func suite(_ name: String, of target: String, count: Int) throws -> Suite? {
    try Data(repeating: 0, count: count + 1).write(to: URL(filePath: marks))
    chmod(marks, 0o666)
    let start = Date()
    let end = try run([name], of: target, mutant: 0, seconds: options.limit * 10)
    guard end == .code(0) else {
      note("\(target).\(name) is left out, for without a mutant it ends so: \(end)")
      return nil
    }
    let seconds = Date().timeIntervalSince(start)
    let bytes = try Data(contentsOf: URL(filePath: marks))
    let reached = Set((1...max(count, 1)).filter { $0 < bytes.count && bytes[$0] != 0 })
    return Suite(name: name, seconds: seconds, reached: reached)
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
    let isReached = !suites(of: target, reaching: mutant).isEmpty
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
    var rest = suites(of: target, reaching: mutant)[...]
    // Most mutants are noticed by the quickest tests, so each run may take longer than the one before.
    var most = 4.0
    while !rest.isEmpty {
      var (some, sum) = ([String](), 0.0)
      while sum < most, let suite = rest.popFirst() {
        some.append(suite.name)
        sum += suite.seconds
      }
      most *= 4
      if let sign = try sign(of: mutant, in: some, of: target, taking: sum) { return sign }
    }
    return nil
  }

  private func suites(of target: String, reaching mutant: Mutant) -> [Suite] {
    suites.withLock { $0[target] ?? [] }.filter { $0.reached.contains(mutant.number) }
  }

  private func sign(
    of mutant: Mutant, in suites: [String], of target: String, taking usual: Double
  ) throws -> String? {
    // Tests that take longer than the limit by themselves would notice every mutant.
    let least = max(options.limit, usual * 3)
    let seconds = min(least, 10 + usual * 3 * Double(options.jobs))
    switch try run(suites, of: target, mutant: mutant.number, seconds: seconds) {
    case .code(0): return nil
    case .code(let code): return "ends with code \(code)"
    case .late: return "takes longer than \(Int(seconds)) s"
    case .line(let line): return line
    }
  }

  private func run(
    _ suites: [String], of target: String, mutant: Int, seconds: Double
  ) throws -> Child.End {
    let filter = "^\(target)\\.(\(suites.joined(separator: "|")))\\b"
    let words = [tests, "--testing-library", "swift-testing", "--filter", filter]
    let limits = Child.Limits(seconds: seconds, memory: options.memory * 1_048_576, mutant: mutant)
    let log = "\(folder).\(mutant).log"
    return try Child.run(words, in: folder, log: log, limits: limits, until: " recorded an issue")
  }
}
