import Report
import RetryLanguage
import RetryNumerics
import TextLayout

extension Replay {
  /// Compares a run with a recording; numbers that differ within the tolerance are equal.
  package init(_ outcome: Scenario.Outcome, against recording: Recording, tolerance: Double = 0) {
    self.init(outcome, against: recording, under: .current, tolerance: tolerance)
  }

  init(
    _ outcome: Scenario.Outcome, against recording: Recording, under contract: Contract,
    tolerance: Double = 0
  ) {
    let isOther = recording.version != Version.current
    self.init(
      changes: Self.changes(recording.results, outcome.results, tolerance),
      notes: isOther ? [Self.origin(recording, contract)] : [])
  }

  private static func origin(_ recording: Recording, _ contract: Contract) -> String {
    let changes = contract.changes(since: recording.contract)
    let remark =
      changes.isEmpty
      ? "nothing that affects recordings has changed since"
      : "since then: " + changes.joined(separator: "; ")
    return
      "recorded by version \(recording.version.sanitized), this is \(Version.current); \(remark)"
  }
}

// MARK: - Differences

extension Replay {
  /// Returns the differences between two scenarios: results with the same title are compared, and what lies between
  /// these in order.
  static func changes(from old: Scenario.Outcome, to new: Scenario.Outcome) -> [FigureChange] {
    let pairs = old.results.map(\.recorded.title).pairs(with: new.results.map(\.recorded.title))
    return pairs.enumerated().flatMap { index, pair in
      changes(
        at: index + 1, from: pair.0.map { old.results[$0].recorded },
        to: pair.1.map { new.results[$0] }, 0)
    }
  }

  private static func changes(
    _ recorded: [Recording.Result], _ found: [Scenario.Result], _ tolerance: Double
  ) -> [FigureChange] {
    (0..<max(recorded.count, found.count)).flatMap { index -> [FigureChange] in
      changes(
        at: index + 1, from: index < recorded.count ? recorded[index] : nil,
        to: index < found.count ? found[index] : nil, tolerance)
    }
  }

  private static func changes(
    at number: Int, from old: Recording.Result?, to new: Scenario.Result?, _ tolerance: Double
  ) -> [FigureChange] {
    func change(
      _ title: String?, _ key: String?, _ recorded: String?, _ found: String?,
      _ verdict: FigureChange.Verdict? = nil
    ) -> FigureChange {
      FigureChange(
        result: number, title: title ?? "", key: key, recorded: recorded, found: found,
        verdict: verdict ?? .changed)
    }
    guard let old, let new, old.isLike(new.recorded) else {
      let title = (new?.recorded ?? old)?.title
      return [change(title, nil, old?.title, new?.recorded.title)]
    }
    let title = new.recorded.title
    let subject =
      old.title == title ? [] : [change(title, "subject", old.subject, new.recorded.subject)]
    return subject
      + rows(old, new, tolerance).map { change(title, $0.key, $0.recorded, $0.found, $0.3) }
  }

  private static func rows(
    _ old: Recording.Result, _ new: Scenario.Result, _ tolerance: Double
  ) -> [(key: String, recorded: String?, found: String?, FigureChange.Verdict)] {
    let before = Dictionary(
      old.rows.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(
      new.recorded.rows.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let keys = new.recorded.rows.map(\.key) + old.rows.map(\.key).filter { after[$0] == nil }
    return keys.compactMap { key in
      let (was, is_) = (before[key], after[key])
      guard was != is_ else { return nil }
      if let was, let is_, tolerance > 0, Tolerance(tolerance).holds(was, is_) { return nil }
      // A missing count is zero.
      let number = was == nil ? 0 : was.flatMap { Double($0) }
      let verdict = number.flatMap { number in new.intervals[key]?.verdict(on: number) }
      return (key, was, is_, verdict ?? .changed)
    }
  }
}

/// The share by which numbers may differ.
private struct Tolerance {
  private let share: Double

  init(_ share: Double) {
    self.share = share
  }

  /// Returns whether two texts differ only in numbers and durations within the tolerance.
  ///
  /// Numbers within names, such as the 503 of `http(503)`, must be equal.
  func holds(_ old: String, _ new: String) -> Bool {
    guard !old.hasPrefix("\"") else { return false }
    let (before, after) = (Self.words(old), Self.words(new))
    guard before.count == after.count else { return false }
    return zip(before, after).allSatisfy { old, new in
      guard old != new else { return true }
      guard let old = Self.number(old), let new = Self.number(new) else { return false }
      return (old - new).magnitude <= share * max(old.magnitude, new.magnitude)
    }
  }

  /// Splits a text into words and separators.
  private static func words(_ text: String) -> [String] {
    text.reduce(into: [""]) { words, character in
      if " ,:[]{}".contains(character) {
        words += [String(character), ""]
      } else {
        words[words.count - 1].append(character)
      }
    }
  }

  /// Returns the number in a word, or the nanoseconds of a duration.
  private static func number(_ word: String) -> Double? {
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
    let unit = units.first { word.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(word.dropLast(unit.0.count)), number.isFinite else { return nil }
    return number * unit.1
  }
}
