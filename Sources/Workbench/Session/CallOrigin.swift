import RetryLanguage
import RetryNumerics
import Simulation

/// Everything that selects the random draws of a call, apart from names.
struct CallOrigin {
  var seed: UInt64
  var call: UInt64 = 0
  /// The time over which the starts of calls are spread; `nil` means that all start with the run.
  var spread: Nanoseconds?
}

extension CallOrigin {
  /// Selects a recorded call.
  init(_ trace: Trace) {
    self.init(seed: trace.seed, call: trace.result.call, spread: trace.spread)
  }

  /// Selects the first of measured calls.
  init(_ record: MeasuredRecord) {
    self.init(seed: record.seed, spread: record.spread)
  }
}
