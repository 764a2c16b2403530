import Measurement
import Report
package import RetryLanguage
package import RetryNumerics
import Simulation
import TextLayout

/// A text whose long measurements are made in shards, on one machine or on many.
package struct SharedText {
  package let path: String
  private let text: String
  private let host: ScriptHost
  private let seed: UInt64?
  private let threads: Int?
  /// The time from which a measurement is divided.
  private let shortest: Nanoseconds

  /// Why there is no part or no result.
  package enum Problem: Error {
    /// An error that stops it before anything is measured, with its place.
    case mistake(String)
    case interrupted
    /// The parts are those of another text, or their files have changed.
    case foreign(String)
  }

  package init(
    path: String, text: String, host: ScriptHost, seed: UInt64?, threads: Int? = nil,
    dividingFrom shortest: Nanoseconds = SharedPass.usualShortest
  ) {
    (self.path, self.text, self.host) = (path, text, host)
    (self.seed, self.threads, self.shortest) = (seed, threads, shortest)
  }

  /// What the parts of the text have in common.
  package func origin(shards: Int, after earlier: Part?) -> Part.Origin {
    var origin = Part.Origin()
    (origin.path, origin.digest, origin.seed) = (path, Digest.of([text]), seed)
    origin.shards = shards
    (origin.first, origin.earlier) = (earlier?.measurements.count ?? 0, earlier?.digest ?? "")
    return origin
  }
}

// MARK: - Work

extension SharedText {
  /// Computes a shard of a round, with the results of the rounds before it.
  package func part(
    _ shard: Shard, after earlier: Part?, terminal: TerminalHooks
  ) throws(Problem) -> Part {
    try check(earlier)
    let pass = SharedPass(after: earlier, .make(shard), dividingFrom: shortest)
    var part = Part()
    part.files = try run(pass, terminal)
    part.origin = origin(shards: shard.count, after: earlier)
    (part.number, part.measurements) = (shard.number, pass.made)
    return part
  }

  /// How much there is to do for a shard in a round.
  package struct Cost: Sendable {
    package let shard: Shard
    /// The number of calls, or of runs of loads.
    package var calls: UInt64 = 0
    /// The time on one thread, by a rough estimate.
    package var time = Nanoseconds.zero
  }

  /// Returns the work of each shard of a round.
  package func costs(
    shards: Int, after earlier: Part?, terminal: TerminalHooks
  ) throws(Problem) -> [Cost] {
    try check(earlier)
    let pass = SharedPass(after: earlier, .list, dividingFrom: shortest)
    _ = try run(pass, terminal)
    let first = earlier?.measurements.count ?? 0
    return (1...shards).compactMap { Shard($0, of: shards) }.map { shard in
      pass.listed.enumerated().reduce(into: Cost(shard: shard)) { cost, measurement in
        let extent = measurement.element
        let place = shard.place(in: first + measurement.offset)
        let calls = UInt64((0..<extent.calls).shard(place, of: shards).count)
        cost.calls += calls
        let share = Double(calls) / Double(extent.calls)
        cost.time = cost.time + Nanoseconds(rounding: Double(extent.time.count) * share)
      }
    }
  }

  /// What the merged parts of a round give.
  package struct Round {
    /// All results so far: what the next round begins with.
    package let results: Part
    /// Whether other measurements depend on them, so that another round is needed.
    package let isLast: Bool
  }

  /// Merges parts of a round, which `PartSet` has checked.
  package func merge(
    _ set: PartSet, after earlier: Part?, terminal: TerminalHooks
  ) throws(Problem) -> Round {
    try check(earlier)
    guard set.origin == origin(shards: set.origin.shards, after: earlier) else {
      throw .foreign(
        earlier == nil && set.origin.first > 0
          ? "the parts are of a later round, whose earlier results --after has to name"
          : "the parts are not of this text, or of another round")
    }
    for part in set.all { try check(part) }
    let pass = SharedPass(after: earlier, .merge(set.all), dividingFrom: shortest)
    var results = Part()
    results.files = try run(pass, terminal)
    guard pass.isFitting else {
      throw .foreign("the parts do not fit the measurements of '\(path)'")
    }
    results.origin = origin(shards: 1, after: nil)
    results.measurements = (earlier?.measurements ?? []) + pass.made
    return Round(results: results, isLast: !pass.isOver)
  }

  /// Runs the text, and returns the digests of the files that it read.
  private func run(
    _ pass: SharedPass, _ terminal: TerminalHooks
  ) throws(Problem) -> [String: String] {
    let isInterrupted = terminal.isInterrupted
    let progress = terminal.progress
    var (terminal, settings) = (terminal, Settings())
    if case .make(let shard) = pass.work, let progress {
      terminal.progress = { progress(min(0.99, $0 * Double(shard.count))) }
    }
    terminal.division = pass.division
    terminal.isInterrupted = { isInterrupted?() == true || pass.isOver }
    settings.seed = seed ?? settings.seed
    settings.threads = threads
    let read = FilesRead()
    let heard = Mistakes(pass)
    var session = Session(
      commands: .standard, settings: settings, host: read.watching(host), terminal: terminal
    ) { heard.hear($0) }
    let status = session.run(text, name: path, isFile: true)
    if isInterrupted?() == true { throw .interrupted }
    // A later mistake is told where the results are known.
    if status == .wrong || status == .incomplete, let text = heard.text { throw .mistake(text) }
    return read.files.mapValues { Digest.of([$0]) }
  }

  /// Whether a part was made from this text, and from files that are still the same.
  package func isMade(_ part: Part) -> Bool { (try? check(part)) != nil }

  /// Checks that results were made from this text, and from files that are still the same.
  private func check(_ part: Part?) throws(Problem) {
    guard let part else { return }
    guard part.origin.version == Version.current else {
      throw .foreign("version \(part.origin.version) made a part, and this is \(Version.current)")
    }
    guard part.origin.digest == Digest.of([text]), part.origin.seed == seed else {
      throw .foreign(
        "'\(path.sanitized)' has another text or another seed than a part was made from")
    }
    for (file, digest) in part.files.sorted(by: { $0.key < $1.key }) {
      guard let text = host.text(ofLog: file), Digest.of([text]) == digest else {
        throw .foreign("'\(file.sanitized)' is not the file that a part was made from")
      }
    }
  }
}

/// Keeps the first mistake of a pass that no unfinished measurement can have caused.
private final class Mistakes {
  private let pass: SharedPass
  private(set) var text: String?

  init(_ pass: SharedPass) { self.pass = pass }

  func hear(_ event: Event) {
    guard text == nil, case .diagnosed(let diagnostic, let source) = event, pass.listed.isEmpty
    else { return }
    text = DiagnosticReport(diagnostic, in: source, Style()).text
  }
}
