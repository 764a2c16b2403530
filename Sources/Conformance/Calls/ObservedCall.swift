import RetryNumerics

/// A call of a client: its attempts in the order of their arrival.
package struct ObservedCall: Sendable {
  package let number: UInt64
  package let attempts: [ObservedAttempt]
  let rounds: [Round]

  /// Attempts that run beside each other, which end together for whoever retries them.
  struct Round: Sendable {
    private(set) var attempts: [ObservedAttempt]
    private(set) var finish: Nanoseconds

    init(_ attempt: ObservedAttempt) {
      (attempts, finish) = ([attempt], attempt.finish)
    }

    mutating func add(_ attempt: ObservedAttempt) {
      attempts.append(attempt)
      finish = max(finish, attempt.finish)
    }

    var start: Nanoseconds { attempts.first?.arrival ?? .zero }
    var lateness: Nanoseconds { attempts.map(\.lateness).max() ?? .zero }

    /// The success of one attempt, or the last failure.
    var seen: ObservedAttempt.Seen {
      let all = attempts.sorted { $0.finish < $1.finish }.map(\.seen)
      if all.contains(.success) { return .success }
      if all.contains(.open) { return .open }
      return all.last ?? .open
    }
  }

  package init(number: UInt64, _ attempts: [ObservedAttempt]) {
    self.number = number
    self.attempts = attempts.sorted { ($0.arrival, $0.number) < ($1.arrival, $1.number) }
    rounds = self.attempts.reduce(into: []) { rounds, attempt in
      if let last = rounds.last, attempt.arrival < last.finish {
        rounds[rounds.count - 1].add(attempt)
      } else {
        rounds.append(Round(attempt))
      }
    }
  }

  var start: Nanoseconds { rounds.first?.start ?? .zero }

  /// Returns the calls of attempts, in the order in which they began.
  package static func all(of attempts: [ObservedAttempt]) -> [ObservedCall] {
    Dictionary(grouping: attempts, by: \.call).map { ObservedCall(number: $0, $1) }
      .sorted { ($0.start, $0.number) < ($1.start, $1.number) }
  }
}
