/// How a request ended, as its line tells.
package enum Ending: Hashable, Sendable {
  case success
  case status(Int16)
  /// Nobody waited for its end.
  case timeout
  case noConnection
  /// An error by its name, which stands in the table of its log.
  case named(Int16)
}

extension Ending {
  /// The statuses of failures that come from the service rather than from what was asked.
  private static let ofService: Set<Int16> = [408, 425, 429, 499]

  package var isFailure: Bool { self != .success }

  /// Whether it says something of the service: a request that is wrong fails wherever it is sent.
  package var isOfService: Bool {
    switch self {
    case .success: false
    case .status(let code): code >= 500 || Self.ofService.contains(code)
    case .timeout, .noConnection, .named: true
    }
  }

  /// Creates the end of a request with a status; `nil` for a number that is none.
  package init?(status: Int64) {
    switch status {
    case 0: self = .noConnection
    case 100..<400: self = .success
    // nginx writes 499 when the client has gone, so that the end is unknown.
    case 499: self = .timeout
    case 400..<1000: self = .status(Int16(status))
    default: return nil
    }
  }
}
