import Retry
import RetryNumerics

extension HintRule {
  /// The rule as text of the language.
  var source: String {
    let times = [
      ("jitter", jitter == .zero ? nil : Nanoseconds(jitter)),
      ("beyondBackoff", beyondBackoff.map { Nanoseconds($0) }),
    ].compactMap { label, time in time.map { "\(label): \($0.source)" } }
    let flags = [
      ("atLeastBackoff", isAtLeastBackoff), ("resetsBackoff", resetsBackoff),
      ("failsBeyond", excess == .fail && maximum != nil), ("failsIfNegative", negative == .fail),
    ].filter(\.1).map { "\($0.0): true" }
    let words = zero == .ignore ? [] : ["zero: \(zero.rawValue)"]
    let options = (times + flags + words).joined(separator: ", ")
    guard let maximum else { return options.isEmpty ? "obey" : "obey(\(options))" }
    return "atMost(\(Nanoseconds(maximum).source)\(options.isEmpty ? "" : ", \(options)"))"
  }
}
