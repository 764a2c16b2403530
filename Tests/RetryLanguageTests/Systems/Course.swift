import RetryLanguage
import RetryNumerics
import Simulation
import Synchronization
import VirtualTime

/// When the attempts of a call began, by the name of the operation, and how and when it ended.
struct Course: Equatable, Sendable, CustomStringConvertible {
  /// Such as `fetch 200`, in milliseconds, in the order of time and name.
  let attempts: [String]
  /// The milliseconds at the end.
  let end: Int64
  /// Such as `success 7`, `failure timeout`, `completed` or `cancelled`.
  let ending: String

  var description: String { "\(attempts.joined(separator: ", ")) | \(end) \(ending)" }

  fileprivate init(_ attempts: [(name: String, at: Int64)], end: Int64, ending: String) {
    self.attempts = attempts.sorted { ($0.at, $0.name) < ($1.at, $1.name) }
      .map { "\($0.name) \($0.at)" }
    self.end = end
    self.ending = ending
  }
}

extension Course {
  /// Creates the course of a call from a text in the language.
  init?(of text: String, dialect: Dialect = .rxswift) {
    let reading = Reading(text, dialect: dialect, host: .numbers)
    guard reading.diagnostics.isEmpty, let source = reading.source else { return nil }
    let trace = Machine(source, seed: 42).trace()
    var attempts: [(String, Int64)] = []
    for event in trace.events {
      guard case .attempt(let attempt) = event.kind else { continue }
      attempts.append((attempt.operation, event.at.milliseconds))
    }
    self.init(
      attempts, end: Instant(trace.result.duration).milliseconds,
      ending: Self.words(trace.result.outcome))
  }

  private static func words(_ outcome: Outcome) -> String {
    switch outcome {
    case .success(let value): "success \(value)"
    case .failure(let fault): "failure \(fault)"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .stopped, .hung: "no end"
    }
  }
}

extension Instant {
  /// The whole milliseconds since the start.
  var milliseconds: Int64 { sinceStart.count / 1_000_000 }
}

/// Where the library is put to work: a virtual clock, and a note of all attempts.
final class Bench: Sendable {
  let clock = VirtualClock()
  private let attempts = Mutex<[(name: String, at: Int64)]>([])
  private let ending = Mutex<(end: Int64, ending: String)>((0, "no end"))

  /// What happened so far.
  var course: Course {
    let (end, ending) = ending.withLock { $0 }
    return Course(attempts.withLock { $0 }, end: end, ending: ending)
  }

  /// Notes an attempt, and returns its number among those of that name.
  func begin(_ name: String) -> Int {
    attempts.withLock { attempts in
      attempts.append((name, clock.now.milliseconds))
      return attempts.count { $0.name == name }
    }
  }

  /// Notes how the call ended, now.
  func end(_ ending: String) {
    self.ending.withLock { $0 = (clock.now.milliseconds, ending) }
  }
}
