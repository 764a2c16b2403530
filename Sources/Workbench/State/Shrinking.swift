import RetryNumerics
import Simulation
import VirtualTime

/// Shrinks a call while a property still holds.
struct Shrinking {
  /// The answers of operations by name, in the order of their attempts.
  typealias Scripts = [String: [ScriptedAnswer]]

  /// The maximum number of calls to try.
  private static let mostTries = 3000

  private let source: Source
  private let limits: Limits
  private let shows: (CallResult) -> Bool
  private let isInterrupted: (@Sendable () -> Bool)?
  private var tries = 0
  private var hasChanged = false

  private(set) var scripts: Scripts
  /// The seed and the number of the shrunk call, which still determine its delays.
  private(set) var seed: UInt64
  private(set) var call: UInt64

  /// Starts with a call; fails if scripted operations do not reproduce the property.
  init?(
    _ source: Source, trace: Trace, limits: Limits, isInterrupted: (@Sendable () -> Bool)?,
    showing shows: @escaping (CallResult) -> Bool
  ) {
    self.source = source
    self.limits = limits
    self.isInterrupted = isInterrupted
    self.shows = shows
    seed = trace.seed
    call = trace.result.call
    scripts = Self.scripts(of: trace)
    guard isShown(scripts, seed, call) else { return nil }
  }

  /// Returns the answers in a trace; cancelled attempts have not answered.
  private static func scripts(of trace: Trace) -> Scripts {
    var scripts: Scripts = [:]
    func note(_ attempt: Attempt, _ answer: Answer, at time: Nanoseconds) {
      let took = time - attempt.began.sinceStart
      scripts[attempt.operation]?[attempt.number - 1] = ScriptedAnswer(answer, after: took)
    }
    for event in trace.events {
      let time = event.at.sinceStart
      switch event.kind {
      case .attempt(let attempt):
        scripts[attempt.operation, default: []].append(ScriptedAnswer(.never))
      case .success(let attempt): note(attempt, .ok, at: time)
      case .failure(let attempt, let fault): note(attempt, .fault(fault), at: time)
      default: break
      }
    }
    return scripts
  }

  /// The number of remaining answers.
  var count: Int { scripts.values.reduce(0) { $0 + $1.count } }

  /// Removes and simplifies answers until no further change is possible.
  mutating func shrink(to seed: UInt64) {
    if isShown(scripts, seed, 0) { (self.seed, call) = (seed, 0) }
    repeat {
      hasChanged = false
      for name in scripts.keys.sorted() {
        leaveOut(of: name)
        simplify(name)
      }
    } while hasChanged && tries < Self.mostTries && isInterrupted?() != true
  }

  /// Removes answers, starting with many at a time.
  private mutating func leaveOut(of name: String) {
    guard var script = scripts[name] else { return }
    var length = script.count
    while length > 0 {
      var start = script.count - length
      while start >= 0 {
        var shorter = script
        shorter.removeSubrange(start..<min(start + length, script.count))
        if !shorter.isEmpty, take(shorter, for: name) { script = shorter }
        start = min(start, script.count) - length
      }
      length /= 2
    }
  }

  /// Simplifies each answer if possible: to the default latency or a round one, and to a success.
  private mutating func simplify(_ name: String) {
    guard var script = scripts[name] else { return }
    for (index, answer) in script.enumerated() {
      var simpler: [ScriptedAnswer] = []
      if case .ok = answer.answer {} else { simpler.append(ScriptedAnswer(.ok)) }
      if let after = answer.after {
        simpler.append(ScriptedAnswer(answer.answer))
        for unit in [1_000_000_000, 100_000_000, 10_000_000, 1_000_000] as [Int64]
        where after.count % unit != 0 {
          let rounded = Nanoseconds(after.count / unit * unit)
          simpler += [rounded, rounded + Nanoseconds(unit)].map {
            ScriptedAnswer(answer.answer, after: $0)
          }
        }
      }
      for candidate in simpler {
        var simplified = script
        simplified[index] = candidate
        if take(simplified, for: name) {
          script = simplified
          break
        }
      }
    }
  }

  private mutating func take(_ script: [ScriptedAnswer], for name: String) -> Bool {
    tries += 1
    var candidate = scripts
    candidate[name] = script
    guard tries < Self.mostTries, isInterrupted?() != true, isShown(candidate, seed, call) else {
      return false
    }
    scripts = candidate
    hasChanged = true
    return true
  }

  private func isShown(_ scripts: Scripts, _ seed: UInt64, _ call: UInt64) -> Bool {
    let machine = Machine(source, seed: seed, limits: limits, scripts: scripts)
    return shows(machine.run(call: call))
  }
}
