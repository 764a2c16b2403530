import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

extension Command {
  static let step = Command(
    "step", .expression, of: .runnable, options: [.call, .seed, .over],
    opens: stepping,
    "steps through one call: next, failure, until CONDITION, back, continue, queue, state, leave",
    example:
      "step op(script: [.timeout, ok]).retry(attempts: 3, delay: 200ms)\nnext\nstate\nback\ncontinue"
  ) { (session: inout Session, call) throws(Diagnostic) in
    guard let pausedCall = try session.workspace.pausedCall(call) else { return .ready }
    let debugger = Debugger(pausedCall, isInterrupted: session.workspace.terminal.isInterrupted)
    guard let debugger, !session.workspace.runner.isInterrupted else {
      let end = pausedCall.record.trace.result.duration.brief
      session.workspace.emit(
        .note("stopped by Ctrl-C at \(end), partial: the call cannot be stepped through"))
      return .ready
    }
    if session.isStepping { session.workspace.emit(.note("left the earlier call")) }
    session.debugger = debugger
    session.workspace.emit(.stepped(debugger.step(since: 0)))
    return .ready
  }

  static let stepping: [Command] = [
    failure, until, goOn, queue, state, leave,
  ]

  /// What a command does while no call is in the stepper; `nil` if it can do nothing.
  private typealias Elsewhere =
    @Sendable (inout Session, CommandCall) throws(Diagnostic) -> Status?

  private static func stepping(
    _ name: String, isForStepping: Bool = true, takes subject: CommandShape.Subject = .none,
    of type: Type? = nil,
    given givens: [(name: String, type: Type)] = [], goesOn: Bool = false,
    _ summary: String, then: String,
    view: Step.View = .news, elsewhere: Elsewhere? = nil,
    move: @escaping @Sendable (inout Debugger, CommandCall) throws(Diagnostic) -> [String]
  ) -> Command {
    Command(
      name, subject, of: type, given: givens, isForStepping: isForStepping, summary,
      example: "step op(script: [.timeout, .auth, ok]).retry(3)\n\(then)"
    ) { (session: inout Session, call) throws(Diagnostic) in
      guard var debugger = session.debugger else {
        // A section that continued its own lesson would never end.
        if session.workspace.environment.depth == 0, let status = try elsewhere?(&session, call) {
          return status
        }
        throw Diagnostic(
          .unknownCommand,
          elsewhere == nil
            ? "no call is being stepped through; 'step X' starts one"
            : "no call is being stepped through, and no lesson is open; start with 'step X' or 'lesson 1'",
          at: call.range)
      }
      var shown = debugger.snapshot.events.count
      var remarks = try move(&debugger, call)
      while let question = debugger.question, session.workspace.terminal.ask != nil {
        session.workspace.emit(.stepped(debugger.step(since: shown, .untilQuestion)))
        shown = debugger.snapshot.events.count - 1
        guard let answer = session.workspace.runner.answer(to: question) else { break }
        debugger.answer(answer)
        if goesOn { remarks = try move(&debugger, call) }
      }
      session.workspace.runner.endProgress()
      session.debugger = debugger
      session.workspace.emit(.stepped(debugger.step(since: shown, view, remarks: remarks)))
      return .ready
    }
  }

  static let next = stepping(
    "next", isForStepping: false, takes: .optionalExpression, of: .int,
    "continues: to the next event of the call (or 'next 5'), or to the next section of the lesson",
    then: "next",
    elsewhere: { (session, call) throws(Diagnostic) in try session.goOnInLesson(call) }
  ) { (debugger, call) throws(Diagnostic) in
    debugger.go(to: debugger.snapshot.moment + (try call.steps()))
    return []
  }

  static let back = stepping(
    "back", isForStepping: false, takes: .optionalExpression, of: .int,
    "goes back: one event of the call (or 'back 5'), or one section of the lesson",
    then: "next\nback",
    elsewhere: { (session, _) throws(Diagnostic) in session.lessons.isOpen ? session.goBack() : nil
    }
  ) { (debugger, call) throws(Diagnostic) in
    let isFirst = debugger.snapshot.moment == 1
    debugger.go(to: debugger.snapshot.moment - (try call.steps()))
    return isFirst ? ["this is the beginning of the call"] : []
  }

  private static let failure = stepping(
    "failure", goesOn: true, "continues to the next failed attempt", then: "failure"
  ) { (debugger, _) throws(Diagnostic) in
    let arrival = debugger.goOn { _, new in
      new.contains { if case .failure = $0.kind { true } else { false } }
    }
    return arrival.remarks(orElse: "no more attempts fail")
  }

  private static let until = stepping(
    "until", takes: .expression,
    given: [("time", .duration), ("attempts", .int), ("failures", .int), ("error", .fault)],
    goesOn: true, "continues until a condition on time, attempts, failures or the last error holds",
    then: "until failures == 2 || error is .auth"
  ) { (debugger, call) throws(Diagnostic) in
    guard case .function(let condition)? = call.subjects.first?.item else { return [] }
    let arrival = debugger.goOn { snapshot, _ in condition.holds(snapshot.facts) }
    return arrival.remarks(orElse: "the condition never held")
  }

  private static let goOn = stepping(
    "continue", goesOn: true, "runs the call to its end", then: "continue"
  ) { (debugger, _) throws(Diagnostic) in
    debugger.goToEnd().remarks(orElse: nil)
  }

  private static let queue = stepping(
    "queue", "lists the pending events with their times", then: "queue", view: .queue
  ) { (_, _) throws(Diagnostic) in [] }

  private static let state = stepping(
    "state", "shows what each operator is doing, and the next decision", then: "state",
    view: .state
  ) { (_, _) throws(Diagnostic) in [] }

  private static let leave = Command(
    "leave", .none, isForStepping: true, "leaves the call", example: "step op()\nleave"
  ) { (session: inout Session, _) throws(Diagnostic) in
    session.debugger = nil
    session.workspace.emit(.note("left the call"))
    return .ready
  }
}

extension Debugger.Arrival {
  /// Returns remarks on how the stepper stopped.
  fileprivate func remarks(orElse ending: String?) -> [String] {
    switch self {
    case .found: []
    case .over: [ending].compactMap(\.self)
    case .interrupted: ["stopped by Ctrl-C, here"]
    }
  }
}

extension CommandCall {
  fileprivate func steps() throws(Diagnostic) -> Int {
    guard let steps = subjects.first?.item.plain?.integer else { return 1 }
    guard (1...1_000_000).contains(steps) else {
      throw Diagnostic(
        .impossibleValue, "the number of steps must be between 1 and 1000000", at: range)
    }
    return steps
  }
}
