import Measurement
import Report
package import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// What is played: calls, or loads, beside each other on one clock.
package enum PlayedRecords: Sendable {
  case calls([RunRecord])
  case loads([MeasuredRecord])

  /// The most that are shown beside each other.
  static let most = 6

  /// Lays it out for a screen.
  func animation(_ style: Style, _ interruption: InterruptionCheck = .never) -> PlayedAnimation {
    switch self {
    case .calls(let records):
      .calls(
        CallAnimation(
          records.map {
            CallAnimation.Call(
              $0.trace, subject: $0.subject, of: $0.source,
              attemptLimit: Plan(of: $0.source).attempts)
          }, style: style, interruption: interruption))
    case .loads(let records):
      .loads(
        LoadAnimation(
          records.compactMap { record in
            guard case .load(let sample) = record.result else { return nil }
            return LoadAnimation.Load(sample, subject: record.subject)
          }, style: style))
    }
  }

  /// What was played, as written.
  var subjects: [String] {
    switch self {
    case .calls(let records): records.map(\.subject)
    case .loads(let records): records.map(\.subject)
    }
  }

  var sources: [Source] {
    switch self {
    case .calls(let records): records.map(\.source)
    case .loads: []
    }
  }
}
