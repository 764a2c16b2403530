import Retry
import RetryNumerics
import Simulation
import VirtualTime

// Closures that stand for a value: a way to fail, or a back-off.

extension Checker {
  /// Checks a closure of the attempt that gives the share of failures.
  mutating func checkFaults(_ closure: Expression.Closure) -> Checked {
    checkClosure(closure, .function([.attempt], .share)).mapped(.faults) { item throws(Trouble) in
      guard case .function(let function) = item else { return item }
      return .faults(
        .computed(.unspecified) { (attempt, draws) throws(Fault) in
          try function.call(items: [.attempt(attempt)], &draws).number ?? 0
        })
    }
  }

  /// Checks a closure of the number of the retry, counted from 0, that gives the delay.
  mutating func checkBackoff(_ closure: Expression.Closure) -> Checked {
    checkClosure(closure, .function([.int], .duration)).mapped(.backoff) { item throws(Trouble) in
      guard case .function(let function) = item else { return item }
      // What one call of the closure draws follows from one word, however much it draws.
      let delay: @Sendable (Int, UInt64) -> Duration = { retry, word in
        let key = DrawKey(seed: word, name: "backoff")
        var draws = Draws(key, call: 0, attempt: 0, purpose: .closure)
        let delay = try? function.call(items: [.value(.int(retry))], &draws).span
        return (delay ?? .zero).duration
      }
      return .backoff(function.isDrawing ? .drawn(delay) : .custom { delay($0, 0) })
    }
  }
}
