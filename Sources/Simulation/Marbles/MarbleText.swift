package import RetryNumerics
import VirtualTime

/// Signals over time, drawn as text: `-1-(23)--#`.
///
/// Each character is one unit of time: `-` is a pause, a letter or digit a value, `|` completion and `#` an error.
/// Signals in parentheses happen together, at the time of the opening parenthesis. Spaces are ignored.
package struct MarbleText: Hashable, Sendable {
  /// An invalid or misplaced character.
  package struct Mistake: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
      case unknown(Character)
      case afterTheEnd
      case nestedGroup
      case unopenedGroup
      case unclosedGroup
    }

    /// The position of the character, counted from 0.
    package let position: Int
    package let problem: Problem

    package init(position: Int, problem: Problem) {
      self.position = position
      self.problem = problem
    }
  }

  package let signals: [TimedSignal]
  /// The duration of the whole text.
  package let length: Nanoseconds

  /// Parses a drawing in which each character is one unit of time.
  package init(
    _ text: String, unit: Nanoseconds, error: Fault = .unspecified
  ) throws(Mistake) {
    var reader = MarbleReader(unit: max(unit, .zero), error: error)
    for (position, character) in text.enumerated() where character != " " {
      try reader.read(character, at: position)
    }
    try reader.end(at: text.count)
    signals = reader.signals
    length = reader.time
  }
}

/// Parses a drawing character by character.
private struct MarbleReader {
  let unit: Nanoseconds
  let error: Fault
  var signals: [TimedSignal] = []
  var time = Nanoseconds.zero
  private var groupBegan: Nanoseconds?
  private var hasEnded = false

  init(unit: Nanoseconds, error: Fault) {
    self.unit = unit
    self.error = error
  }

  mutating func read(_ character: Character, at position: Int) throws(MarbleText.Mistake) {
    switch character {
    case "-" where groupBegan == nil: break
    case "(": try openGroup(at: position)
    case ")": try closeGroup(at: position)
    default: try add(character, at: position)
    }
    time += unit
  }

  private mutating func openGroup(at position: Int) throws(MarbleText.Mistake) {
    guard groupBegan == nil else { throw mistake(.nestedGroup, at: position) }
    groupBegan = time
  }

  private mutating func closeGroup(at position: Int) throws(MarbleText.Mistake) {
    guard groupBegan != nil else { throw mistake(.unopenedGroup, at: position) }
    groupBegan = nil
  }

  private mutating func add(_ character: Character, at position: Int) throws(MarbleText.Mistake) {
    guard let signal = signal(for: character) else {
      throw mistake(.unknown(character), at: position)
    }
    guard !hasEnded else { throw mistake(.afterTheEnd, at: position) }
    hasEnded = signal.isEnd
    signals.append(TimedSignal(signal, at: groupBegan ?? time))
  }

  private func signal(for character: Character) -> Signal? {
    if let digit = character.wholeNumberValue { return .value(.int(digit)) }
    return switch character {
    case "|": .completed
    case "#": .failed(error)
    default: character.isLetter ? .value(.text(String(character))) : nil
    }
  }

  mutating func end(at position: Int) throws(MarbleText.Mistake) {
    if groupBegan != nil { throw mistake(.unclosedGroup, at: position) }
  }

  private func mistake(_ problem: MarbleText.Mistake.Problem, at position: Int)
    -> MarbleText.Mistake
  {
    MarbleText.Mistake(position: position, problem: problem)
  }
}

extension Source {
  /// Returns a source that sends the signals of a marble diagram, counted from each subscription.
  package static func marbles(
    _ text: String, unit: Nanoseconds, error: Fault = .unspecified, named name: String? = nil
  ) throws(MarbleText.Mistake) -> Source {
    schedule(try MarbleText(text, unit: unit, error: error).signals, named: name)
  }
}
