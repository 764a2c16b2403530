import RetryNumerics

/// What a run says about a subject.
package struct Finding: Sendable {
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    case passed
    case failed
    /// What was observed does not suffice.
    case inconclusive
  }

  package let subject: Subject
  package let verdict: Verdict
  /// How many attempts, calls or delays were looked at.
  package let count: Int
  /// The reasons, the first of each kind of them first.
  package let reasons: [Reason]

  package struct Reason: Hashable, Sendable {
    package let call: UInt64?
    package let text: String

    package init(_ text: String, call: UInt64? = nil) {
      (self.text, self.call) = (text, call)
    }
  }

  package init(_ subject: Subject, _ verdict: Verdict, count: Int, _ reasons: [Reason] = []) {
    (self.subject, self.verdict, self.count, self.reasons) = (subject, verdict, count, reasons)
  }
}

extension Finding {
  /// The share of the readings that may be late, beyond the first.
  private static let lateShare = 50

  /// Judges by single readings; `nil` if there are none.
  init?(_ subject: Subject, _ readings: [Reading]) {
    let own = readings.filter { $0.subject == subject }
    guard !own.isEmpty else { return nil }
    var (others, unknown, late): ([Reason], [Reason], [Reason]) = ([], [], [])
    for reading in own {
      switch reading.finding {
      case .asPlanned: break
      case .otherwise(let text): others.append(Reason(text, call: reading.call))
      case .unknown(let text): unknown.append(Reason(text, call: reading.call))
      case .late(let span):
        late.append(
          Reason("attempt \(reading.attempt) came \(span.brief) too late", call: reading.call))
      }
    }
    let mayBeLate = own.count >= 4 ? max(1, own.count / Self.lateShare) : 0
    // Of the events of a budget, some change their order on the way.
    let mayDiffer = subject == .budget ? 2 + own.count / Self.lateShare : 0
    if others.count > mayDiffer || late.count > mayBeLate {
      self.init(subject, .failed, count: own.count, others + late)
    } else if unknown.count * 2 > own.count {
      self.init(subject, .inconclusive, count: own.count, unknown)
    } else {
      self.init(subject, .passed, count: own.count, late)
    }
  }
}
