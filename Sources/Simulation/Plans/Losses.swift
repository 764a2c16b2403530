package import VirtualTime

/// Answers of successful attempts that do not arrive, although the effect has happened.
package struct Losses: Hashable, Sendable {
  /// The errors that arrive in place of an answer, with their shares.
  package let errors: FaultRates
  /// The share of answers in whose place nothing arrives.
  package let silent: Double

  package static let none = Losses()

  private init() { (errors, silent) = (.none, 0) }

  /// Creates losses from shares by error; an error without a name stands for silence.
  package init(_ shares: FaultRates) throws(InvalidArgument) {
    let named = shares.rates.filter { $0.fault != .unspecified }
    errors = try FaultRates(named.map { ($0.fault, $0.share) })
    silent = shares.rates.reduce(0) { $1.fault == .unspecified ? $0 + $1.share : $0 }
  }

  /// Creates losses of a share of the answers, in whose place nothing arrives.
  package init(_ silent: Double) throws(InvalidArgument) {
    try InvalidArgument.checkShare(silent, "lost")
    (errors, self.silent) = (.none, silent)
  }

  /// The share of answers that do not arrive.
  package var total: Double { errors.total + silent }

  /// What becomes of an answer, by a random number between 0 and 1.
  func loss(uniform: Double) -> Loss {
    guard let index = errors.position(uniform: uniform) else {
      return uniform < total ? .silent : .none
    }
    return .error(Int16(index))
  }

  /// What becomes of an answer.
  ///
  /// An error is named by its index, since each of millions of stages holds one.
  enum Loss {
    case none, silent
    case error(Int16)
  }
}
