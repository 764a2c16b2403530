import Simulation

/// Runs calls one after the other on a machine of its own.
struct Caller {
  private let machine: Machine
  private let isInterrupted: (@Sendable () -> Bool)?

  init(machine: Machine, isInterrupted: (@Sendable () -> Bool)?) {
    self.machine = machine
    self.isInterrupted = isInterrupted
  }

  /// Runs a call, or returns nothing when somebody wants the work to stop.
  func run(_ call: UInt64) -> CallResult? {
    if isInterrupted?() == true { return nil }
    let result = machine.run(call: call)
    if case .stopped(.person) = result.outcome { return nil }
    return result
  }

  /// Runs calls and hands over their results; tells whether all of them were run.
  func forEach(_ calls: Range<UInt64>, _ body: (CallResult) -> Void) -> Bool {
    for call in calls {
      guard let result = run(call) else { return false }
      body(result)
    }
    return true
  }
}
