package import MeasuredData
import Measurement
import RetryNumerics
package import Simulation
import TextLayout

/// The requests of a log, as the attempts of an operation meet them again in their order.
package struct ReplayedRequests: Sendable {
  package private(set) var entries: [LoggedRequests.Entry] = []
  package private(set) var faults: [Fault] = []
  private let log: RequestLog

  /// The errors that are told apart by what the server asked for.
  private static let mostFaults = 200

  package init(_ log: RequestLog, path: String? = nil) throws(FitProblem) {
    let log = try log.part(path)
    self.log = log
    let requests = log.requests.filter { $0.start != nil }
    guard let window = log.window, window.length > .zero else { throw .noTimes }
    var known: [Fault: Int32] = [:]
    for request in requests {
      guard let start = request.start else { continue }
      let fault = fault(request, in: log, &known)
      entries.append(
        LoggedRequests.Entry(start - window.start, latency: request.span.likely, fault: fault))
    }
  }

  private mutating func fault(
    _ request: Request, in log: RequestLog, _ known: inout [Fault: Int32]
  ) -> Int32? {
    let isFull = faults.count >= Self.mostFaults
    guard
      let fault = Fault(request.ending, in: log, retryAfter: isFull ? nil : request.retryAfter)
    else { return nil }
    if let place = known[fault] { return place }
    let place = Int32(faults.count)
    faults.append(fault)
    known[fault] = place
    return place
  }

  /// How many requests, of which kind of file, when.
  package var summary: String { FitReport.summary(log) }

  package var assumptions: [String] { log.assumptions.map(\.description) }

  /// The lines that are no requests, and the requests that cannot be met.
  package var leftOut: [String] {
    let timeless = log.requests.count - entries.count
    return FitReport.leftOut(log.lines)
      + (timeless > 0 ? ["\(timeless.counting("request")) without a time"] : [])
  }

  /// What a reader may take for more than it is.
  package var warnings: [String] {
    let cut = log.requests.count { !$0.span.isExact && $0.span.isOpen }
    let ends =
      "\(cut.counting("request was", "requests were")) cut off: an attempt that meets one fails"
      + " with .timeout at that moment, since what came later is unknown"
    return (cut > 0 ? [ends] : []) + ["retries that are in the log are among its requests"]
  }

  /// The errors that are named.
  private static let mostNamed = 8

  /// How often they fail with each kind of error, whatever delay a server asked for.
  package var failures: [String] {
    var counts = [Int](repeating: 0, count: faults.count)
    for entry in entries { if let fault = entry.fault { counts[Int(fault)] += 1 } }
    var kinds: [Fault: Int] = [:]
    for (fault, count) in zip(faults, counts) {
      kinds[Fault(fault.kind, fault.payload), default: 0] += count
    }
    let sorted = kinds.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
    let rest = sorted.count - Self.mostNamed
    return sorted.prefix(Self.mostNamed).map { fault, count in
      let share = Double(count) / Double(entries.count)
      return ".\(fault) \(LanguageText.percent(share)) (\(count.counting("request")))"
    } + (rest > 0 ? ["and \(rest.counting("other error"))"] : [])
  }
}

extension MeasuredSpan {
  /// The duration, or what stands for it where only bounds are known.
  fileprivate var likely: Nanoseconds {
    isOpen ? low : Nanoseconds(low.count + (high - low).count / 2)
  }
}

extension Fault {
  /// Creates the error of a request; `nil` if it succeeded.
  fileprivate init?(_ ending: Ending, in log: RequestLog, retryAfter: Nanoseconds?) {
    switch ending {
    case .success: return nil
    case .status(let code):
      self.init("http", .int(Int64(code)), retryAfter: retryAfter)
    case .timeout: self = .timeout
    case .noConnection: self.init("connection", retryAfter: retryAfter)
    case .named(let number):
      self.init(ErrorShare.identifier(log.name(ofError: number)), retryAfter: retryAfter)
    }
  }
}
