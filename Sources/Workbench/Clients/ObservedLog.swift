package import Conformance
import Report
import RetryLanguage
import RetryNumerics
import Simulation

/// The lines that 'listen --json' has written, as attempts.
package struct ObservedLog: Sendable {
  package private(set) var attempts: [ObservedAttempt] = []
  /// Whether calls may have gone on after the last line.
  package private(set) var isCut = true
  /// The seed of the server, if the log has its end.
  package private(set) var seed: UInt64?
  private var faults: [String: Fault] = [:]

  /// A line that is none of a log.
  package struct Mistake: Error {
    package let line: Int
    package let reason: String
  }

  /// The most attempts that are judged at once.
  package static let most = 200_000

  package init(_ text: String) throws(Mistake) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      guard let value = Value(json: String(line)), case .object(let keys) = value else {
        throw Mistake(line: index + 1, reason: "this is no line of 'listen --json'")
      }
      do throws(MissingKey) {
        try take(Keys(keys))
      } catch {
        throw Mistake(line: index + 1, reason: "\(error.name) \(error.problem)")
      }
      guard attempts.count <= Self.most else {
        throw Mistake(line: index + 1, reason: "more than \(Self.most) attempts")
      }
    }
  }

  private mutating func take(_ keys: Keys) throws(MissingKey) {
    switch try keys.text("kind") {
    case "exchange":
      let attempt = try attempt(keys)
      // Times of several speeds cannot be compared with one plan.
      guard attempt.speed == attempts.first?.speed ?? attempt.speed else {
        throw MissingKey(name: "speed", problem: "is not that of the lines before")
      }
      attempts.append(attempt)
    case "listened":
      if keys["is_complete"] == .bool(true) { isCut = false }
      if case .int(let seed)? = keys["seed"] { self.seed = UInt64(bitPattern: seed) }
    default: break
    }
  }

  private mutating func attempt(_ keys: Keys) throws(MissingKey) -> ObservedAttempt {
    guard let end = ObservedAttempt.End(rawValue: try keys.text("end")) else {
      throw MissingKey(name: "end")
    }
    return ObservedAttempt(
      operation: try keys.text("operation"), call: UInt64(max(try keys.integer("call"), 0)),
      number: Int(clamping: try keys.integer("attempt")), sign: try keys.text("known_by"),
      outcome: try outcome(keys), latency: Nanoseconds(try keys.integer("latency_ns")),
      arrival: Nanoseconds(try keys.integer("arrival_ns")),
      finish: Nanoseconds(try keys.integer("finish_ns")),
      lateness: Nanoseconds(try keys.integer("late_ns")), end: end, speed: try speed(keys),
      session: try text("session", keys), reply: try text("reply", keys))
  }

  private func text(_ name: String, _ keys: Keys) throws(MissingKey) -> String? {
    keys[name] == nil ? nil : try keys.text(name)
  }

  private func speed(_ keys: Keys) throws(MissingKey) -> Speed {
    let factor: Double
    switch keys["speed"] {
    case nil: return .usual
    case .int(let number)?: factor = Double(number)
    case .double(let number)?: factor = number
    default: throw MissingKey(name: "speed")
    }
    guard let speed = Speed(factor) else {
      throw MissingKey(name: "speed", problem: "is out of bounds")
    }
    return speed
  }

  private mutating func outcome(_ keys: Keys) throws(MissingKey) -> Outcome {
    guard keys["success"] != .bool(true) else { return .completed }
    let text = try keys.text("error")
    switch text {
    case ObservedAttempt.silence: return .hung(on: [])
    case ObservedAttempt.limit: return .cancelled
    default: break
    }
    if let known = faults[text] { return .failure(known) }
    guard let fault = Fault(text: text) else { throw MissingKey(name: "error") }
    faults[text] = fault
    return .failure(fault)
  }
}

private struct MissingKey: Error {
  let name: String
  var problem = "is missing or has another type"
}

/// The keys of an object, whose values have the types that are asked for.
private struct Keys {
  private let values: [String: Value]

  init(_ values: [String: Value]) {
    self.values = values
  }

  subscript(name: String) -> Value? { values[name] }

  func text(_ name: String) throws(MissingKey) -> String {
    guard case .text(let text)? = values[name] else { throw MissingKey(name: name) }
    return text
  }

  func integer(_ name: String) throws(MissingKey) -> Int64 {
    guard case .int(let number)? = values[name] else { throw MissingKey(name: name) }
    return number
  }
}
