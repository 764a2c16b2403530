import Retry
import RetryNumerics
import VirtualTime

/// The features a call uses, beyond an operation with a fixed latency.
///
/// A faster path declares the features it supports. Anything new is a new feature, which no path supports until it
/// is implemented there.
package struct Features: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  // Features of the operation.
  package static let latency = Features(bit: 0)
  package static let rates = Features(bit: 1)
  package static let bursts = Features(bit: 2)
  package static let computedFaults = Features(bit: 3)
  package static let hangs = Features(bit: 4)
  package static let outages = Features(bit: 5)
  package static let script = Features(bit: 6)
  package static let server = Features(bit: 7)
  package static let channel = Features(bit: 8)
  package static let timedBursts = Features(bit: 17)
  package static let row = Features(bit: 18)
  package static let limit = Features(bit: 19)
  package static let crash = Features(bit: 20)
  package static let computedService = Features(bit: 21)
  package static let sideEffects = Features(bit: 22)
  package static let backend = Features(bit: 27)
  package static let log = Features(bit: 29)
  // Features of the operators around it.
  package static let timeout = Features(bit: 9)
  package static let retry = Features(bit: 10)
  package static let filter = Features(bit: 11)
  package static let hints = Features(bit: 12)
  package static let endless = Features(bit: 13)
  package static let deadline = Features(bit: 14)
  package static let question = Features(bit: 15)
  package static let completion = Features(bit: 16)
  package static let kindLimits = Features(bit: 23)
  package static let seenErrors = Features(bit: 24)
  package static let jointLimits = Features(bit: 25)
  package static let earlyDeadline = Features(bit: 26)
  package static let budget = Features(bit: 28)

  private init(bit: UInt32) { self.init(rawValue: 1 << bit) }
}

extension RetryStrategy {
  package var features: Features {
    let rules = policy.rules
    var features: Features = [.retry]
    if policy.filter != nil { features.insert(.filter) }
    if budget != nil { features.insert(.budget) }
    if rules.hintRule != nil { features.insert(.hints) }
    if !limits.isEmpty { features.insert(.kindLimits) }
    if rules.backoff.seesErrors { features.insert(.seenErrors) }
    if rules.attempts == nil { features.insert(.endless) }
    if rules.deadline != nil {
      features.insert(.deadline)
      if rules.limitRule == .both { features.insert(.jointLimits) }
      if rules.deadlineMoment == .start { features.insert(.earlyDeadline) }
    }
    if rules.question != nil { features.insert(.question) }
    if rules.exhausted == .complete { features.insert(.completion) }
    return features
  }
}

extension Operation {
  var rates: [FaultRates.Rate] {
    faults.rates.rates
  }

  package var features: Features {
    var features: Features =
      switch faults {
      case .none, .rates: []
      case .burst: .bursts
      case .timedBurst: .timedBursts
      case .computed: .computedFaults
      }
    switch resource {
    case nil: break
    case .server(let server)?:
      features.insert(.server)
      if server.limit != nil { features.insert(.limit) }
      if server.crash != nil { features.insert(.crash) }
      if server.computed != nil || server.failing != nil { features.insert(.computedService) }
    case .channel?: features.insert(.channel)
    case .row?: features.insert(.row)
    case .cache?: break
    }
    if latency.law != .constant(.zero) { features.insert(.latency) }
    if !rates.isEmpty { features.insert(.rates) }
    if log != nil { features.insert(.log) }
    if calls != nil { features.insert(.backend) }
    if hangs > 0 { features.insert(.hangs) }
    if outages != nil { features.insert(.outages) }
    if !script.isEmpty { features.insert(.script) }
    if lost != .none || !isIdempotent || cost != nil { features.insert(.sideEffects) }
    return features
  }
}
