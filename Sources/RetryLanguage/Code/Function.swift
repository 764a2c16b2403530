import Retry
import RetryNumerics
package import Simulation
import VirtualTime

/// A closure with its captured values.
package struct Function: Sendable {
  /// The kinds of error that a call may fail with even if its code names no errors.
  package static let faultKinds: Set<String> = [
    "arithmetic", "decoding", "failure", "invalid", "nesting",
  ]

  private let captured: [RuntimeValue]
  private let shape: ParameterShape
  private let result: CompiledExpression
  private let whole: Thunk<RuntimeValue>
  /// Whether it draws random numbers, so that each call may have a different result.
  let isDrawing: Bool
  /// The declaration, if the function has a name.
  package let declaration: Declaration?

  init(
    captured: [RuntimeValue], _ shape: ParameterShape = .plain, result: CompiledExpression,
    isDrawing: Bool,
    declaration: Declaration? = nil
  ) {
    self.declaration = declaration
    self.captured = captured
    self.shape = shape
    self.result = result
    whole = result.item
    self.isDrawing = isDrawing
  }

  /// Evaluates the result and turns errors into faults.
  ///
  /// The frame is filled in place, because copying it would cost more than most closures.
  private func run<Wanted>(
    _ work: Thunk<Wanted>, _ draws: inout Draws,
    _ fill: (inout Locals) throws(EvaluationError) -> Void
  ) throws(Fault) -> Wanted {
    var frame = Frame(draws: draws)
    defer {
      // Also of a closure that fails, since its error may tell what it drew.
      if isDrawing, let rest = frame.draws { draws = rest }
      // Full batches were reported as they were made.
      let calls = frame.calls % FunctionCalls.batch
      if calls > 0 { _ = FunctionCalls.current?.add(calls) }
    }
    do throws(EvaluationError) {
      try fill(&frame.locals)
      return try work(&frame)
    } catch {
      throw error.fault
    }
  }

  /// The maximum depth of calls, and the maximum number of calls per event.
  private static let deepest = 200
  private static let mostCalls = 100_000

  /// Calls a user-defined function from other code.
  func call(_ items: [RuntimeValue], _ frame: inout Frame) throws(EvaluationError) -> RuntimeValue {
    guard frame.depth < Self.deepest else {
      throw .fault(Fault("nesting", .text("calls are nested more than \(Self.deepest) deep")))
    }
    guard frame.calls < Self.mostCalls else {
      throw .fault(Fault("nesting", .text("there are more than \(Self.mostCalls) function calls")))
    }
    let calls = frame.calls + 1
    if calls % FunctionCalls.batch == 0,
      FunctionCalls.current?.add(FunctionCalls.batch) == false
    {
      throw .fault(Fault("nesting", .text("there are too many function calls for one call")))
    }
    // It precedes its parameters, so that it can call itself.
    let known = declaration == nil ? captured : [.function(self)]
    var inner = Frame(draws: frame.draws, depth: frame.depth + 1, calls: calls)
    defer { (frame.draws, frame.calls) = (inner.draws, inner.calls) }
    try shape.fill(&inner.locals, known, items)
    return try whole(&inner)
  }

  /// Evaluates the result for one value.
  private func run<Wanted>(
    _ work: Thunk<Wanted>, _ value: Value, _ draws: inout Draws
  ) throws(Fault) -> Wanted {
    try run(work, &draws) { (locals) throws(EvaluationError) in
      try shape.fill(&locals, captured, value)
    }
  }

  /// Evaluates the result for any parameters.
  private func run<Wanted>(
    _ work: Thunk<Wanted>, items: [RuntimeValue], _ draws: inout Draws
  ) throws(Fault) -> Wanted {
    try run(work, &draws) { (locals) throws(EvaluationError) in
      try shape.fill(&locals, captured, items)
    }
  }

  /// Evaluates a function that does not draw.
  private func run<Wanted>(_ work: Thunk<Wanted>, items: [RuntimeValue]) throws(Fault) -> Wanted {
    var none = Draws.none
    return try run(work, items: items, &none)
  }
}

// MARK: - Closures for operators

extension Function {
  /// From a value to a value.
  var transform: Transform {
    let work = result.value
    return { (value, draws) throws(Fault) in try run(work, value, &draws) }
  }

  /// From a value to a Boolean.
  var predicate: Predicate {
    let work = result.flag
    return { (value, draws) throws(Fault) in try run(work, value, &draws) }
  }

  /// From a value to a source.
  var expand: Expand {
    let work = result.source
    guard case .expansion(let expansion) = result else {
      return Expand { (value, draws) throws(Fault) in try run(work, value, &draws) }
    }
    return Expand(
      timer: { value in
        var none = Draws.none
        guard case .timer(let timer)? = try? run(expansion, value, &none), !none.hasDrawn else {
          return nil
        }
        return timer
      }, { (value, draws) throws(Fault) in try run(work, value, &draws) })
  }

  /// From the current result and a value to the next result.
  var combine: Combine {
    let work = result.value
    return { (sum, value, draws) throws(Fault) in
      try run(work, &draws) { (locals) throws(EvaluationError) in
        shape.fill(&locals, captured, sum, value)
      }
    }
  }

  /// From an error to an error.
  var replace: @Sendable (Fault, inout Draws) throws(Fault) -> Fault {
    let work = SwiftType<Fault>.fault.work(result)
    return { (fault, draws) throws(Fault) in try run(work, .fault(fault), &draws) }
  }

  /// From an attempt to its failure probability.
  var share: FaultShare {
    let work = result.number
    return { (attempt, draws) throws(Fault) in
      try run(work, &draws) { (locals) throws(EvaluationError) in
        shape.fill(&locals, captured, attempt)
      }.double
    }
  }

  /// From the number of attempts in a server and the time to a service time.
  var serviceTime: ServiceTime.Law {
    let work = result.span
    return { (inFlight, now, draws) throws(Fault) in
      try run(work, &draws) { (locals) throws(EvaluationError) in
        shape.fill(&locals, captured, .int(inFlight), .duration(now.sinceStart))
      }
    }
  }

  /// The number of retries evaluated when a back-off is created, because a policy cannot fail while it decides.
  private static let triedRetries = 16

  /// From the number of a retry, counted from 0, to its delay; a delay that cannot be evaluated is zero.
  func backoff() throws(Fault) -> Backoff {
    let work = result.span
    // All draws of one closure call derive from one word, however many there are.
    let delay: @Sendable (Int, UInt64) throws(Fault) -> Duration = { (retry, word) throws(Fault) in
      let key = DrawKey(word: word, name: "backoff")
      var draws = Draws(key, call: 0, attempt: 0, purpose: .closure)
      return try run(work, .int(retry), &draws).duration
    }
    for retry in 0..<Self.triedRetries { _ = try delay(retry, 0) }
    return .computed(draws: isDrawing, seesErrors: false) { retry, word, _ in
      (try? delay(retry, word)) ?? .zero
    }
  }

  /// From the number of a retry, counted from 0, and the error before it to its delay; one that cannot be evaluated is
  /// zero.
  func backoffAfterErrors() -> Backoff {
    let work = result.span
    return .computed(draws: isDrawing, seesErrors: true) { retry, word, error in
      let key = DrawKey(word: word, name: "backoff")
      var draws = Draws(key, call: 0, attempt: 0, purpose: .closure)
      let fault = error?.value(as: Fault.self) ?? .unspecified
      let delay = try? run(work, items: [.value(.int(retry)), .value(.fault(fault))], &draws)
      return delay?.duration ?? .zero
    }
  }

  /// Returns whether a condition holds; a failed evaluation counts as false.
  package func holds(_ items: [RuntimeValue]) -> Bool {
    (try? run(result.flag, items: items)) == true
  }

  /// Returns what the function returns for some values, if anything.
  package func item(_ items: [RuntimeValue]) -> RuntimeValue? { try? made(of: items) }

  /// Returns what the function returns for some values, or why it does not.
  package func made(of items: [RuntimeValue]) throws(Fault) -> RuntimeValue {
    try run(whole, items: items)
  }

  /// Returns the source that the function returns; if it draws, it is evaluated at each subscription.
  func source(of items: [RuntimeValue], as name: String) -> Source {
    let work = result.source
    if isDrawing {
      return .deferred(as: name) { (draws) throws(Fault) in try run(work, items: items, &draws) }
    }
    do throws(Fault) {
      return try run(work, items: items)
    } catch {
      return .fail(error)
    }
  }
}

/// How values map to parameters.
enum ParameterShape: Sendable {
  case plain
  /// Several values become one tuple, as `$0.0` and `$0.1` expect.
  case packed(Int)
  /// One tuple becomes several values.
  case spread(Int)

  /// Adds the parameters for one value after the captured values.
  func fill(_ locals: inout Locals, _ captured: [RuntimeValue], _ value: Value)
    throws(EvaluationError)
  {
    locals.append(contentsOf: captured)
    switch self {
    case .plain: locals.append(.value(value))
    case .packed: locals.append(.value(.tuple([value])))
    case .spread(let count):
      guard case .tuple(let parts) = value, parts.count == count else {
        throw .misfit(.tuple(Array(repeating: .any, count: count)), .value(value))
      }
      for index in parts.indices { locals.append(.value(parts[index])) }
    }
  }

  /// Adds the parameters for two values.
  func fill(_ locals: inout Locals, _ captured: [RuntimeValue], _ first: Value, _ second: Value) {
    locals.append(contentsOf: captured)
    if case .packed = self {
      locals.append(.value(.tuple([first, second])))
    } else {
      locals.append(.value(first))
      locals.append(.value(second))
    }
  }

  /// Adds the parameters for an attempt.
  func fill(_ locals: inout Locals, _ captured: [RuntimeValue], _ attempt: Attempt) {
    locals.append(contentsOf: captured)
    locals.append(.attempt(attempt))
  }

  /// Adds the parameters for any items.
  func fill(_ locals: inout Locals, _ captured: [RuntimeValue], _ items: [RuntimeValue])
    throws(EvaluationError)
  {
    if case .spread = self, items.count == 1, case .value(let value) = items[0] {
      return try fill(&locals, captured, value)
    }
    locals.append(contentsOf: captured)
    if case .packed = self {
      let values = items.compactMap(\.plain)
      guard values.count == items.count else { preconditionFailure("a group holds values") }
      locals.append(.value(.tuple(values)))
    } else {
      locals.append(contentsOf: items)
    }
  }
}
