import MeasuredData
package import Measurement
package import RetryNumerics

/// How often requests end in one way.
package struct ErrorShare: Hashable, Sendable {
  /// The error as the language writes it, such as `.http(503)`.
  package let error: String
  package let share: Estimate
  package let count: Int
  /// The middle of the delays that servers asked for.
  package let retryAfter: Nanoseconds?
}

extension ErrorShare {
  /// The errors that are told apart.
  private static let most = 12

  /// Counts the ends of requests but successes, and timeouts unless they count; the most frequent come first.
  static func all(
    _ places: [Int], in log: RequestLog, withTimeouts: Bool
  ) -> [ErrorShare] {
    var counts: [Ending: Int] = [:]
    var hints: [Ending: [Nanoseconds]] = [:]
    for place in places {
      let request = log.requests[place]
      guard request.ending.isFailure else { continue }
      guard withTimeouts || request.ending != .timeout else { continue }
      counts[request.ending, default: 0] += 1
      if let hint = request.retryAfter { hints[request.ending, default: []].append(hint) }
    }
    var named: [String: (count: Int, hint: Nanoseconds?)] = [:]
    for (ending, count) in counts {
      let hints = hints[ending, default: []].sorted()
      // A delay that few answers have is no rule.
      let hint = hints.count * 2 > count ? hints[hints.count / 2] : nil
      let name = text(of: ending, hint, in: log)
      named[name] = ((named[name]?.count ?? 0) + count, hint)
    }
    var sorted = named.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    if sorted.count > most {
      let rest = sorted[(most - 1)...].reduce(0) { $0 + $1.value.count }
      sorted.removeSubrange((most - 1)...)
      sorted.append((".error", (rest, nil)))
    }
    return sorted.compactMap { name, entry in
      Estimate(share: UInt64(entry.count), of: UInt64(max(places.count, 1))).map {
        ErrorShare(error: name, share: $0, count: entry.count, retryAfter: entry.hint)
      }
    }
  }

  /// Returns an error as the language writes it.
  private static func text(
    of ending: Ending, _ hint: Nanoseconds?, in log: RequestLog
  ) -> String {
    switch ending {
    case .success: ".error"
    case .status(429) where hint != nil, .status(503) where hint != nil:
      ".throttled(retryAfter: \((hint ?? .zero).brief))"
    case .status(let code): ".http(\(code))"
    case .timeout: ".timeout"
    case .noConnection: ".connection"
    case .named(let number): "." + identifier(log.name(ofError: number))
    }
  }

  /// Returns a name of the language for any text: its words, joined as in Swift.
  static func identifier(_ text: String) -> String {
    let words = text.unicodeScalars.split { !($0.isASCII && $0.properties.isAlphabetic) }
      .prefix(4).map { String($0) }
    guard let first = words.first else { return "error" }
    let start = first.prefix(1).lowercased() + first.dropFirst()
    let name = String(
      words.dropFirst().reduce(start) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }.prefix(40)
    )
    // Words that mean something else to the language.
    return [
      "let", "in", "is", "if", "else", "func", "true", "false", "return", "switch", "case",
      "default", "guard", "for", "while", "self", "init", "http", "throttled", "where", "never",
    ].contains(name) ? name + "Error" : name
  }
}
