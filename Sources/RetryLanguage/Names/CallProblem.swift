package import RetryNumerics
package import Simulation
import VirtualTime

/// A problem with the arguments of a call.
package enum CallProblem: ArgumentProblem {
  case negativeDuration(of: String, Nanoseconds)
  case tooFew(of: String, Int, least: Int)
  case delayAndBackoff
  case factorBelowOne(Double)
  case kindLimits(Int)
  case kindLimit(FaultPattern, Int)
  case cap(Nanoseconds, belowBase: Nanoseconds)
  case emptyScript
  case scheduledAnswer
  case reversedOutage(start: Value, end: Value)
  case emptyTimeSpan(Nanoseconds)
  case emptyRange(Ends)
  case rangeWithoutNumbers(Ends)
  case marbles(MarbleText.Mistake)
  case json(String)
  case unreadableSamples(path: String, reason: String?)
  case unreadableLog(path: String, reason: String)
  case tooManySamples(path: String, most: Int)
  case sample(String, line: Int)
  case columns(path: String, Int, names: [String])
  case missingFigure(NamedFigure, isLoad: Bool)
  case windowOfClient
  case openingFactor(Double)
  case breakerWithoutRate
  case limitRange(Ends)
  case multiples(String, Ends)
  case decrease(Double)
  case outside(String, Double, Double, Double)
  case negative(String, Double)

  /// The problem as a sentence.
  package var description: String {
    switch self {
    case .negativeDuration(let name, let span): "\(name) cannot be negative: \(span)"
    case .tooFew(let name, let count, let least): "\(name) must be at least \(least), not \(count)"
    case .delayAndBackoff: "use either 'delay:' or 'backoff:', not both"
    case .factorBelowOne(let factor):
      "'factor' must be at least 1, not \(factor): with shorter and shorter delays, clients press a broken server harder and harder"
    case .kindLimits(let count): "'limits' has at most 8 kinds of errors, not \(count)"
    case .kindLimit(let pattern, let count):
      "the limit for \(pattern) must be from 0 to 255 retries, not \(count)"
    case .cap(let cap, let base): "the cap (\(cap)) is below the base (\(base))"
    case .emptyScript: "a script needs at least one answer"
    case .scheduledAnswer: "a schedule can only contain values, errors and 'empty'"
    case .reversedOutage(let start, let end):
      "the outage ends (\(end)) before it starts (\(start))"
    case .emptyTimeSpan(let span): "the time span must be longer than 0s, not \(span)"
    case .emptyRange(let ends): "'random' needs a range with at least one value, not \(ends.text)"
    case .rangeWithoutNumbers(let ends):
      "'random' needs a range of numbers or durations, not \(ends.text)"
    case .marbles(let mistake):
      "character \(mistake.position + 1) of the marble diagram: \(mistake.problem.phrase)"
    case .json(let text): "this is not valid JSON: \(text)"
    case .unreadableSamples(let path, let reason):
      "cannot read samples from '\(path)' in the scenario's folder"
        + (reason.map { ": \($0)" } ?? "")
    case .unreadableLog(let path, let reason): "'\(path)' cannot be replayed: \(reason)"
    case .tooManySamples(let path, let most): "'\(path)' has more than \(most) samples"
    case .columns(let path, let count, []):
      "'\(path)' has \(count) columns of numbers: name them in its first line, and write 'column:'"
    case .columns(let path, _, let names):
      "write 'column:' with one of the columns of '\(path)': "
        + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .missingFigure(let figure, let isLoad): figure.missingText(isLoad: isLoad)
    case .windowOfClient: "a client keeps to tokens(...) or to slidingWindow(...)"
    case .openingFactor(let factor): "'factor' must be a finite number of 1 or more, not \(factor)"
    case .breakerWithoutRate: "a breaker opens by 'failures:' or by 'slow:'; add one of them"
    case .limitRange(let ends):
      "a limit adapts within a range of whole numbers from 1, such as 1...200, not \(ends.text)"
    case .multiples(let name, let ends):
      "'\(name)' needs a range of numbers from 0, such as 1...2, not \(ends.text)"
    case .decrease(let share):
      "a bad call decreases the limit by at most 50%, not by \(share * 100)%"
    case .outside(let name, let number, let low, let high):
      "\(name) must be above \(low) and below \(high), not \(number)"
    case .negative(let name, let number): "'\(name)' must be 0 or more, not \(number)"
    case .sample(let cell, let line): "line \(line) of the samples is not a duration: \(cell)"
    }
  }
}

extension Ends {
  fileprivate var text: String { "\(low)\(isClosed ? "..." : "..<")\(high)" }
}

extension MarbleText.Mistake.Problem {
  fileprivate var phrase: String {
    switch self {
    case .unknown(let character): "'\(character)' has no meaning"
    case .afterTheEnd: "nothing can follow '|' or '#'"
    case .nestedGroup: "a group cannot contain a group"
    case .unopenedGroup: "')' has no '('"
    case .unclosedGroup: "'(' is never closed"
    }
  }
}
