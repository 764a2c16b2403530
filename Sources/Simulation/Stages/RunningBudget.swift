import Retry
import RetryNumerics

/// A retry budget and what the calls of a run have spent of it.
final class RunningBudget: Forgetful {
  let name: String
  private let memory: Remembered<RetryBudget.State>

  /// Creates a budget of which nothing is spent.
  init(_ budget: Shared<RetryBudget>) {
    name = budget.name
    memory = Remembered(RetryBudget.State(budget.settings), isPerClient: budget.isPerClient)
  }

  /// The state for the calls of a client.
  subscript(client: Int) -> RetryBudget.State {
    get { memory[client] }
    _modify { yield &memory[client] }
  }

  func forget() { memory.forget() }

  /// Returns a balance with at most one decimal.
  static func text(_ balance: Double) -> String {
    let tenths = Int((balance * 10).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension RetryBudget.Cause {
  /// What a retry after an error is charged for.
  init(_ fault: Fault) {
    let isThrottling =
      [Source.throttled.kind, "rateLimited"].contains(fault.kind)
      || (fault.kind == "http" && fault.payload?.integer == 429)
    self = fault.kind == Fault.timeout.kind ? .timeout : isThrottling ? .throttling : .transient
  }
}
