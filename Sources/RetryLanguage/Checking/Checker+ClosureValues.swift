import Retry
import RetryNumerics
import Simulation
package import VirtualTime

// Closures that stand for a value: a way to fail, or a back-off.

extension Checker {
  /// Checks a closure of the attempt that gives the share of failures.
  mutating func checkFaults(_ closure: Expression.Closure) -> Checked {
    checkClosure(closure, .function([.attempt], .share)).mapped(.faults) { item throws(Trouble) in
      guard case .function(let function) = item else { return item }
      return .faults(
        .computed(.unspecified) { attempt in
          var draws = Draws.unused(by: attempt.operation)
          return (try? function.call(items: [.attempt(attempt)], &draws).number) ?? 0
        })
    }
  }

  /// Checks a closure of the number of the retry, counted from 0, that gives the delay.
  mutating func checkBackoff(_ closure: Expression.Closure) -> Checked {
    checkClosure(closure, .function([.int], .duration)).mapped(.backoff) { item throws(Trouble) in
      guard case .function(let function) = item else { return item }
      return .backoff(
        .custom { retry in
          var draws = Draws.unused(by: "backoff")
          let delay = try? function.call(items: [.value(.int(retry))], &draws).span
          return (delay ?? .zero).duration
        })
    }
  }
}

extension Draws {
  /// Chance for closures that are functions of what they are handed, and have none to draw.
  package static func unused(by name: String) -> Draws {
    Draws(DrawKey(seed: 0, name: name), call: 0, attempt: 0, purpose: .closure)
  }
}
