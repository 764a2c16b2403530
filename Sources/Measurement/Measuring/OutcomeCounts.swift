package import Simulation

/// Counts of calls by outcome.
package struct OutcomeCounts: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case success
    case failure
    case completed
    case cancelled
    case stopped
    case hung

    package init(_ outcome: Outcome) {
      switch outcome {
      case .success: self = .success
      case .failure: self = .failure
      case .completed: self = .completed
      case .cancelled: self = .cancelled
      case .stopped: self = .stopped
      case .hung: self = .hung
      }
    }
  }

  /// The calls that completed with a value.
  package internal(set) var success: UInt64 = 0
  package internal(set) var failure: UInt64 = 0
  /// The calls that completed without a value.
  package internal(set) var completed: UInt64 = 0
  package internal(set) var cancelled: UInt64 = 0
  /// The calls stopped at a limit, which count as neither success nor failure.
  package internal(set) var stopped: UInt64 = 0
  package internal(set) var hung: UInt64 = 0

  package init() {}

  package var total: UInt64 { success + failure + completed + cancelled + stopped + hung }

  package subscript(kind: Kind) -> UInt64 {
    switch kind {
    case .success: success
    case .failure: failure
    case .completed: completed
    case .cancelled: cancelled
    case .stopped: stopped
    case .hung: hung
    }
  }

  mutating func add(_ kind: Kind, times count: UInt64 = 1) {
    switch kind {
    case .success: success += count
    case .failure: failure += count
    case .completed: completed += count
    case .cancelled: cancelled += count
    case .stopped: stopped += count
    case .hung: hung += count
    }
  }
}

extension OutcomeCounts: Mergeable {
  package mutating func merge(_ other: OutcomeCounts) {
    success += other.success
    failure += other.failure
    completed += other.completed
    cancelled += other.cancelled
    stopped += other.stopped
    hung += other.hung
  }
}

extension OutcomeCounts: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.code(&success)
    coder.code(&failure)
    coder.code(&completed)
    coder.code(&cancelled)
    coder.code(&stopped)
    coder.code(&hung)
  }
}
