import Simulation

// Closures used as values: a failure model, a service time or a back-off.

extension Checker {
  /// Checks a closure from an attempt to its failure probability.
  mutating func checkFaults(_ closure: Expression.Closure) -> TypedExpression {
    let function = checkClosure(closure, .function([.attempt], .share))
    let name = closure.parameters?.first?.text ?? "$0"
    let byNumber = !closure.steps.flatMap(\.expressions).contains {
      $0.uses(name, besides: "number")
    }
    return function.mapped(.faults) { item throws(EvaluationError) in
      guard case .function(let function) = item else { throw .misfit(.faults, item) }
      return .faults(.computed(.unspecified, byNumber: byNumber, function.share))
    }
  }

  /// Checks a closure from the number of attempts in a server and the time to a service time.
  mutating func checkService(_ closure: Expression.Closure) -> TypedExpression {
    let function = checkClosure(closure, .function([.int, .duration], .duration))
    return function.mapped(.service) { item throws(EvaluationError) in
      guard case .function(let function) = item else { throw .misfit(.service, item) }
      return .service(ServiceTime(function.serviceTime))
    }
  }

  /// Checks a closure from the number of a retry, counted from 0, and perhaps the error before it, to its delay.
  mutating func checkBackoff(_ closure: Expression.Closure) -> TypedExpression {
    let seesErrors = parameterCount(of: closure) == 2
    let function = checkClosure(
      closure, .function([.int] + (seesErrors ? [.fault] : []), .duration))
    return function.mapped(.backoff) { item throws(EvaluationError) in
      guard case .function(let function) = item else { throw .misfit(.backoff, item) }
      do throws(Fault) {
        return .backoff(seesErrors ? function.backoffAfterErrors() : try function.backoff())
      } catch {
        throw .fault(error)
      }
    }
  }
}
