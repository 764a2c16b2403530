package import RetryNumerics

/// How a call ended.
package enum Outcome: Hashable, Sendable {
  /// A limit that stopped a call.
  package enum Limit: Hashable, Sendable {
    case events(Int)
    /// The nesting depth of operators.
    case depth(Int)
    /// The user cancelled it.
    case person
    /// The maximum number of concurrent calls or waiting attempts.
    case crowd(Int)
    /// The total number of attempts in all calls of a load.
    case attempts(Int)
    /// An unanswered question to the user at the prompt.
    case question
  }

  /// It completed with this last value.
  case success(Value)
  case failure(Fault)
  /// It completed without a value.
  case completed
  /// It was cancelled before it ended.
  case cancelled
  case stopped(Limit)
  /// It has not ended, and no pending event can end it.
  case hung(on: [Wait])

  package var word: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .completed: "completed"
    case .cancelled: "cancelled"
    case .stopped: "stopped"
    case .hung: "hung"
    }
  }
}

extension Outcome {
  package var isHung: Bool {
    if case .hung = self { true } else { false }
  }

  /// Whether the call completed with a value.
  package var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}

/// Counts and sums of one call.
package struct Tally: Hashable, Sendable {
  /// The number of subscriptions to operations.
  package var attempts = 0
  /// The time spent waiting for retries.
  package var waited = Nanoseconds.zero
  package var values = 0
  package var stale: Int {
    get { Int(staleEntries) }
    set { staleEntries = Int32(clamping: newValue) }
  }
  /// Whether a person was asked.
  package var asked = false
  /// The number of effects, if an operation states them.
  package var effects: Int? {
    get { effectCount < 0 ? nil : Int(effectCount) }
    set { effectCount = newValue.map { Int32(clamping: $0) } ?? -1 }
  }
  /// The sum of prices in billionths, if an operation has a price.
  package var cost: Int64? {
    get { billionths < 0 ? nil : billionths }
    set { billionths = newValue ?? -1 }
  }

  // Packed, since there is one for each client.
  private var staleEntries: Int32 = 0
  private var effectCount: Int32 = -1
  private var billionths: Int64 = -1

  package init() {}
}

/// The result of a call.
package struct CallResult: Hashable, Sendable {
  package let call: UInt64
  package let outcome: Outcome
  package let duration: Nanoseconds
  package let tally: Tally
}

extension Outcome.Limit: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var (number, most): (Int, Int) =
      switch self {
      case .events(let most): (0, most)
      case .depth(let most): (1, most)
      case .crowd(let most): (2, most)
      case .attempts(let most): (3, most)
      case .person: (4, 0)
      case .question: (5, 0)
      }
    number = coder.codeCase(number)
    coder.code(&most)
    switch number {
    case 0: self = .events(most)
    case 1: self = .depth(most)
    case 2: self = .crowd(most)
    case 3: self = .attempts(most)
    case 4: self = .person
    case 5: self = .question
    default: coder.require(false)
    }
  }
}
