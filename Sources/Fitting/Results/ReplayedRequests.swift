package import MeasuredData
import Measurement
import RetryNumerics
package import Simulation
import TextLayout

/// The requests of a log, as the attempts of an operation meet them again in their order.
package struct ReplayedRequests: Sendable {
  package private(set) var entries: [LoggedRequests.Entry] = []
  package private(set) var faults: [Fault] = []
  /// What they rest on, in lines.
  package private(set) var report: [String] = []

  /// The errors that are told apart by what the server asked for.
  private static let mostFaults = 200

  package init(_ log: RequestLog, path: String? = nil) throws(FitProblem) {
    let log = try log.part(path)
    let requests = log.requests.filter { $0.start != nil }
    guard let window = log.window, window.length > .zero else { throw .noTimes }
    var known: [Fault: Int32] = [:]
    for request in requests {
      guard let start = request.start else { continue }
      let fault = fault(request, in: log, &known)
      entries.append(
        LoggedRequests.Entry(start - window.start, latency: request.span.likely, fault: fault))
    }
    report = Self.report(log, without: log.requests.count - requests.count)
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

  private static func report(_ log: RequestLog, without times: Int) -> [String] {
    var lines = [FitReport.summary(log)] + log.assumptions.map { "assumed: \($0)" }
    lines += FitReport.leftOut(log.lines).map { "left out: \($0)" }
    if times > 0 { lines.append("left out: \(times.counting("request")) without a time") }
    let all = Array(log.requests.indices)
    let failing = ErrorShare.all(all, in: log, withTimeouts: true).map {
      "\($0.error) \(LanguageText.percent($0.share.value))"
    }
    lines.append(failing.isEmpty ? "none fails" : "they fail: \(failing.joined(separator: ", "))")
    let cut = log.requests.count { !$0.span.isExact && $0.span.isOpen }
    if cut > 0 {
      lines.append(
        "\(cut.counting("request was", "requests were")) cut off: an attempt that meets one fails"
          + " with .timeout at that moment, since what came later is unknown")
    }
    lines.append("retries that are in the log are among them")
    return lines
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
