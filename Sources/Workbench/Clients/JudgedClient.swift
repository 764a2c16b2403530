package import Conformance
import Pictures
package import Report
import Retry
import RetryLanguage
import Simulation
package import TextLayout

/// A real client beside its plan, and the policies that explain what it did.
package struct JudgedClient: Sendable {
  package let client: PlannedClient
  package let operation: String
  package let conformance: Conformance
  /// The presets that explain all that was seen, the likeliest first.
  let likePresets: [Likeness]
  /// The plain policy that explains the delays best, and another that explains so few as well.
  let (fitted, rival): (String?, String?)
  /// By how much the scenario ran faster than the client's clock.
  let speed: Speed
  /// The session in which it called.
  package let session: String?

  /// The most presets that are named.
  private static let mostPresets = 5

  /// Judges the attempts of a client at an operation in the time of the scenario, in which the plan is written as well.
  package init(
    _ client: PlannedClient, of operation: String, _ attempts: [ObservedAttempt],
    tolerance: Tolerance = Tolerance(), isCut: Bool
  ) {
    (self.client, self.operation) = (client, operation)
    let speed = attempts.first?.speed ?? .usual
    (self.speed, session) = (speed, attempts.first?.session)
    let attempts = attempts.map(\.inScenario)
    conformance = Conformance(
      attempts, against: client.plan, tolerance: tolerance.scaled(by: speed), isCut: isCut)
    let usual = Tolerance().scaled(by: speed)
    let known = Preset.all.compactMap { preset -> (name: String, strategy: RetryStrategy)? in
      guard case .success(let strategy) = Preset.policy(of: preset.call(count: nil)) else {
        return nil
      }
      return (preset.name, strategy)
    }
    let ranking = Likeness.ranking(of: attempts, among: known, tolerance: usual, isCut: isCut)
    likePresets = Array(ranking.filter { $0.verdict == .passed }.prefix(Self.mostPresets))
    let best = FittedRules(attempts, tolerance: usual).best(isCut: isCut)
    fitted = best.map { "policy(\($0.rules))" }
    rival = best?.rival.map { "policy(\($0))" }
  }
}

extension JudgedClient {
  /// Judges a client at each operation that it called, or at its own.
  package static func each(
    _ client: PlannedClient, of attempts: [ObservedAttempt], tolerance: Tolerance = Tolerance(),
    isCut: Bool
  ) -> [JudgedClient] {
    let groups = Dictionary(grouping: attempts, by: \.operation)
    let called = client.operation.map { [$0] } ?? groups.keys.sorted()
    return called.compactMap { operation in
      groups[operation].map {
        JudgedClient(client, of: operation, $0, tolerance: tolerance, isCut: isCut)
      }
    }
  }
}

// MARK: - As text

extension JudgedClient {
  /// The verdicts with their reasons, what else explains the calls, and a picture of some of them.
  package func lines(_ style: Style) -> [String] {
    let calls = conformance.calls.count.counting("call")
    let attempts = conformance.attempts.counting("attempt")
    var lines = [
      (client.name == client.text ? "" : "\(client.name) = ") + client.text.sanitized,
      "\(calls) of \(place), \(attempts), \(Figures.decimal(conformance.amplification, 2)) per call",
    ]
    if let speedWords { lines.append(speedWords) }
    lines.append("")
    lines += table.lines(style).map(\.text)
    lines += conformance.findings.flatMap { $0.reasonLines(style) }
    lines += [""] + likeness
    if let picture = Picture(of: conformance, title: client.text) {
      lines += [""] + ReportBlock.picture(picture).lines(style)
    }
    return lines + ["", summary]
  }

  /// What was called, and where.
  var place: String { operation + (session.map { " in session \($0.sanitized)" } ?? "") }

  /// What times are counted in, if it is not the clock.
  var speedWords: String? {
    guard speed != .usual else { return nil }
    return "times are those of the scenario, which ran \(Figures.rough(speed.factor)) times as fast"
  }

  private var table: Table {
    var table = Table([.left, .left, .right, .left])
    for finding in conformance.findings {
      let ink: Ink =
        switch finding.verdict {
        case .passed: .success
        case .failed: .failure
        case .inconclusive: .faint
        }
      table.add([
        .init(finding.subject.rawValue), .init(finding.verdict.rawValue, ink),
        .init("\(finding.count)"), .init(finding.subject.meaning),
      ])
    }
    return table
  }

  private var likeness: [String] {
    let presets = likePresets.map { "preset(\"\($0.name)\")" }
    let like =
      presets.isEmpty
      ? "no library does all of this by itself"
      : "a policy that does the same by itself: \(presets.joined(separator: ", "))"
    guard let fitted else { return [like] }
    let other = rival.map { ["too few delays to tell it from \($0)"] } ?? []
    return [like, "the plainest policy that does the same: \(fitted)"] + other
  }

  private var summary: String {
    switch conformance.verdict {
    case .passed: "passed: \(place) was called as planned"
    case .inconclusive:
      "inconclusive: what was seen tells nothing of retries"
    case .failed:
      "failed: "
        + conformance.findings.filter { $0.verdict == .failed }.map(\.subject.rawValue)
        .joined(separator: ", ")
    }
  }
}

extension Finding {
  private static let mostReasons = 3

  /// What was seen instead, for a person.
  fileprivate func reasonLines(_ style: Style) -> [String] {
    guard !reasons.isEmpty else { return [] }
    let heading =
      verdict == .passed ? "\(subject.rawValue), although passed:" : "\(subject.rawValue):"
    let shown = reasons.prefix(Self.mostReasons).map { reason in
      let call = reason.call.map { "call \($0): " } ?? ""
      return Wrapping.prose("  \(call)\(reason.text)", width: style.width)
    }
    let rest = reasons.count - shown.count
    return ["", heading] + shown + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  /// Its first reason, with the number of others.
  var words: String? {
    guard let first = reasons.first else { return nil }
    let call = first.call.map { "call \($0): " } ?? ""
    let others = reasons.count == 1 ? "" : "; and \(reasons.count - 1) more"
    return call + first.text + others
  }
}

// MARK: - For build servers

extension JudgedClient {
  package var json: String { JSONForms.judgement.json(of: self).versioned.text }

  /// What cases of build servers are called by.
  var nameInChecks: String { client.name + (session.map { " in session \($0)" } ?? "") }

  /// The judgement as a check with a case for each subject.
  package func check(of path: String) -> Check {
    let cases = conformance.findings.map { finding in
      Check.Case(
        name: "\(nameInChecks): \(finding.subject.meaning)", line: nil,
        verdict: finding.verdict.ofCheck, message: finding.words ?? "")
    }
    var check = Check(path, conformance.verdict.ofCheck, summary)
    check.cases = cases
    return check
  }
}

extension Finding.Verdict {
  fileprivate var ofCheck: Check.Verdict {
    switch self {
    case .passed: .passed
    case .failed: .expectation
    case .inconclusive: .inconclusive
    }
  }
}
