import Report
import RetryLanguage
import RetryNumerics

// The expectations of a scenario as the cases of a test.

/// The expectations of a text as their author wrote them.
private struct WrittenExpectations {
  private struct Written {
    let line: Int
    let range: Range<Int>
    let text: String
  }

  private var rest: [Written] = []

  init(_ text: String, _ commands: [CommandShape]) {
    let source = SourceText(text)
    let reading = Parser.read(source, commands: commands)
    for (statement, range) in zip(reading.statements, reading.ranges) {
      guard case .command(let command) = statement, command.name.text == "expect" else { continue }
      let words = source[range].split(whereSeparator: \.isWhitespace)
      rest.append(
        Written(
          line: source.place(of: range.lowerBound).line, range: range,
          text: words.joined(separator: " ")))
    }
  }

  /// Takes the next expectation of a line.
  mutating func take(ofLine line: Int?) -> String? {
    rest.firstIndex { $0.line == line }.map { rest.remove(at: $0).text }
  }

  mutating func take(at position: Int) -> (text: String, line: Int)? {
    rest.firstIndex { $0.range.contains(position) }.map {
      let written = rest.remove(at: $0)
      return (written.text, written.line)
    }
  }
}

extension Scenario {
  /// Returns the expectations as cases with names of their own, each with the time since the previous one.
  func cases(of outcome: Outcome) -> [Check.Case] {
    var written = WrittenExpectations(text, commands)
    var last = Nanoseconds.zero
    var cases = outcome.judged.map { judged in
      defer { last = judged.time }
      let expectation = judged.expectation
      let isMet = expectation.judgement == .met
      let name = written.take(ofLine: expectation.line) ?? "expect " + expectation.text
      let condition = String(name.dropFirst("expect ".count))
      return Check.Case(
        name: name, line: expectation.line, verdict: isMet ? .passed : .expectation,
        message: isMet ? "" : ExpectationText.text(expectation, written: condition),
        time: judged.time - last)
    }
    for error in outcome.errors {
      guard let found = error.position.flatMap({ written.take(at: $0) }) else { continue }
      cases.append(
        Check.Case(name: found.text, line: found.line, verdict: .mistake, message: error.message))
    }
    return cases.withDistinctNames
  }

  /// Returns the scenario as a whole as a case, whose message leaves out what other cases tell.
  func wholeCase(_ whole: Check, of outcome: Outcome) -> Check.Case {
    guard whole.verdict == .mistake, !outcome.errors.isEmpty else { return whole.whole }
    return Check.Case(
      name: whole.whole.name, line: whole.line, verdict: .mistake,
      message: outcome.errors.map(\.message).joined(separator: "\n"))
  }
}

extension [Check.Case] {
  /// The same cases with the line in names that several have, since build servers merge equal ones.
  fileprivate var withDistinctNames: [Check.Case] {
    let counts = Dictionary(grouping: self, by: \.name).mapValues(\.count)
    var seen: [String: Int] = [:]
    return map { one in
      guard counts[one.name, default: 0] > 1 else { return one }
      var name = one.name + (one.line.map { " (line \($0))" } ?? "")
      seen[name, default: 0] += 1
      if let number = seen[name], number > 1 { name += " #\(number)" }
      return Check.Case(
        name: name, line: one.line, verdict: one.verdict, message: one.message, time: one.time)
    }
  }
}
