import Simulation

/// A call has the same result whether it is run, traced or stepped through.
enum Tracing {
  /// Returns what differs.
  static func difference(_ program: GeneratedProgram) -> String? {
    for part in program.parts.suffix(3) {
      let machine = Machine(part.source, seed: program.seed, limits: program.limits)
      for call in [UInt64(0), 5] {
        let result = machine.run(call: call)
        let trace = machine.trace(call: call)
        if trace.result != result { return part.text + divergence("\(result)", "\(trace.result)") }
        let fresh = Machine(part.source, seed: program.seed, limits: program.limits)
        let alone = fresh.run(call: call)
        if alone != result { return part.text + divergence("\(result)", "\(alone)") }
        if let text = stepped(machine, trace) { return "\(part.text): \(text)" }
      }
    }
    return nil
  }

  private static func stepped(_ machine: Machine, _ trace: Trace) -> String? {
    let call = trace.result.call
    let end = machine.snapshot(call: call, after: .max)
    if end.events != trace.events { return divergence("\(trace.events)", "\(end.events)") }
    guard end.outcome == trace.result.outcome else { return "ends as \(end)" }
    for moment in [1, 2, 3, 5, 9] {
      let view = machine.snapshot(call: call, after: moment)
      guard trace.events.starts(with: view.events) else {
        return "moment \(moment)" + divergence("\(trace.events)", "\(view.events)")
      }
    }
    return nil
  }
}
