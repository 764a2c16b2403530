/// What a mark stands for, which decides how each surface draws it.
package enum Tone: CaseIterable, Sendable {
  case outage
  /// What a wait may last beyond its shortest time.
  case perhaps
  case wait
  /// A time about which nothing is known.
  case unknown
  case succeeded
  case failed
  case cancelled
  /// What had no end.
  case open
  /// The time over which values were sent.
  case stream
  /// The values that a measured one may have.
  case interval
  case value
  case goodEnd
  case badEnd
  /// Attempts after the first.
  case retried
  /// What is measured, of which no kind is better than another.
  case measured
  /// A place in a map, which its level fills.
  case cell

  /// The tones in the order of drawing: what is drawn later covers what is below it, and spans follow as they come.
  static let layers: [Set<Tone>] = [
    [.outage], [.perhaps], [.wait], [.unknown], [.succeeded, .failed, .cancelled, .open], [.stream],
    [.retried, .measured, .cell], [.interval], [.value, .goodEnd, .badEnd],
  ]

  /// The word for it in a legend; `nil` if its text says it.
  package var word: String? {
    switch self {
    case .outage: "outage or burst"
    case .perhaps: "longest wait"
    case .wait: "wait"
    case .unknown: "not kept"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .open: "no response"
    case .retried: "retries"
    case .stream, .interval, .value, .goodEnd, .badEnd, .measured, .cell: nil
    }
  }

  /// Whether it is a span that ends with a sign.
  package var isSpan: Bool {
    switch self {
    case .succeeded, .failed, .cancelled, .open: true
    default: false
    }
  }

  /// Whether it is at one place.
  package var isPoint: Bool {
    switch self {
    case .value, .goodEnd, .badEnd: true
    default: false
    }
  }
}
