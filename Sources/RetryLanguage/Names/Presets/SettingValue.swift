package import RetryNumerics
import Simulation

/// A value of a setting of a library; its text is an expression of the language.
package enum SettingValue: Hashable, Sendable {
  case count(Int)
  /// Any number of attempts or retries.
  case unlimited
  case number(Double)
  case percent(Double)
  case time(Nanoseconds)
  case flag(Bool)
  case word(String)
  case text(String)
  case codes([Int])
  case delays(DelayTable)
  /// An expression, as it was written in Swift.
  case expression(String)
}

extension SettingValue: CustomStringConvertible {
  /// The value as text of the language.
  package var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .unlimited: "unlimited"
    case .number(let number): "\(number)"
    case .percent(let percent): "\(percent)%"
    case .time(let time): "\(time)"
    case .flag(let flag): "\(flag)"
    case .word(let word): word
    case .text(let text): "\"\(text)\""
    case .codes(let codes): "\(codes)"
    case .delays(let table): "\(table)"
    case .expression(let text): text
    }
  }
}

extension SettingValue {
  /// The number, if it counts.
  package var count: Int? { if case .count(let count) = self { count } else { nil } }

  package var time: Nanoseconds? { if case .time(let time) = self { time } else { nil } }

  package var delays: DelayTable? { if case .delays(let table) = self { table } else { nil } }

  /// The value at run time; `nil` for an expression, which the checker evaluates.
  var item: RuntimeValue? {
    switch self {
    case .count(let count): .value(.int(count))
    case .unlimited: .attemptLimit(.unlimited)
    case .number(let number): .value(.double(number))
    // The digits with the point two places further on, so that no division changes them.
    case .percent(let percent): .value(.double(Double("\(percent)e-2") ?? percent / 100))
    case .time(let time): .value(.duration(time))
    case .flag(let flag): .value(.bool(flag))
    case .word(let word): .value(.text(word))
    case .text(let text): .value(.text(text))
    case .codes(let codes): .list(codes.map { .value(.int($0)) })
    case .delays(let table): .backoff(table.backoff)
    case .expression: nil
    }
  }
}
