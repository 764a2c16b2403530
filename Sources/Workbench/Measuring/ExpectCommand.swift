import Report
import RetryLanguage
import RetryNumerics
import Simulation

extension Command {
  /// Fails where a condition on the last result does not hold.
  static let expect = Command(
    "expect", .expression, given: LastResult.givens,
    saving: .result,
    "fails unless a condition holds on the last result, of a comparison or a sweep on its last row: success, attempts, latency, p50 to p999, longest, waited, load, error",
    example: "stats op(fails: 10%).retry(3) calls 20_000\nexpect success >= 99%\nexpect p99 < 2s"
  ) { (session, call) throws(Diagnostic) in
    guard case .function(let condition)? = call.subjects.first?.item,
      let written = call.expressions.first
    else { return .ready }
    guard let last = session.lastResult else {
      throw Diagnostic(
        .missingArgument, "there is no result yet to expect anything of", at: call.range)
    }
    let judgement = Judgement(condition, written, on: last)
    let text = Formatter().text(written)
    if session.settings.isJSON {
      session.say(json: [
        "kind": "expect", "condition": .string(text), "met": .bool(judgement == .met),
        "uncertain": .bool(judgement == .undecided), "figures": last.json(on: written),
      ])
      return judgement == .met ? .ready : .failed
    }
    guard judgement == .met else {
      let (verdict, remedy) =
        judgement == .failed ? ("failed", "") : ("undecided", "; " + last.remedy)
      session.say(
        .mistake("expectation \(verdict): \(text)\n  \(last.words(on: written))\(remedy)"))
      return .failed
    }
    // Who takes a lesson is told what happens, not what is tested.
    if !session.classroom.isPresenting { session.say(.message("as expected: \(text)")) }
    return .ready
  }
}

extension LastResult {
  /// The figures that a condition mentions, as they were measured.
  func words(on condition: Expression, withIntervals: Bool = true) -> String {
    if isEmpty { return "no call has ended that counts" }
    let ends = End.allCases.map(values)
    let bounds = condition.numbers
    let parts = Self.figures.indices.compactMap { index -> String? in
      let (name, _, type) = Self.figures[index]
      guard condition.mentions({ $0 == name }) else { return nil }
      let texts = ends.map { Self.text($0[index], type, beside: bounds) }
      let interval = texts[1] == texts[2] || !withIntervals ? "" : " (\(texts[1])...\(texts[2]))"
      return "\(name) is \(texts[0])\(interval)"
    }
    return parts.joined(separator: ", ")
  }

  /// The same for a program: each with its interval where it was sampled, and times in nanoseconds.
  fileprivate func json(on condition: Expression) -> JSONValue {
    let ends = End.allCases.map(values)
    let members = Self.figures.indices.compactMap { index -> JSONValue.Member? in
      let (name, _, type) = Self.figures[index]
      guard condition.mentions({ $0 == name }) else { return nil }
      let parts = ends.map { JSONValue($0[index].plain ?? .unit) }
      let value: JSONValue =
        parts[1] == parts[2]
        ? ["value": parts[0]] : ["value": parts[0], "low": parts[1], "high": parts[2]]
      return JSONValue.Member(key: type == .duration ? name + "_ns" : name, value: value)
    }
    return .object(members)
  }

  /// Returns a figure as it is shown: rounded, unless it would be taken for a bound that it has missed.
  static func text(_ item: Item, _ type: Type, beside bounds: [Double] = []) -> String {
    func isClear(_ exact: Double, _ shown: Double) -> Bool {
      let range = min(exact, shown)...max(exact, shown)
      return exact == shown || !bounds.contains(where: range.contains)
    }
    switch (item, type) {
    case (.value(.double(let share)), .share): return Figures.shortShare(share)
    case (.value(.duration(let span)), _):
      return isClear(Double(span.count), Double(span.rounded.count))
        ? span.brief : span.description
    case (.value(.double(let number)), _) where Int(exactly: number) != nil:
      return "\(Int(number))"
    case (.value(.double(let number)), _) where number.magnitude < 1e12:
      let shown = (number * 10_000).rounded / 10_000
      return "\(isClear(number, shown) ? shown : number)"
    case (.value(let value), _): return value.description
    default: return ""
    }
  }
}

extension Expression {
  /// The numbers that it names, and its times in nanoseconds.
  fileprivate var numbers: [Double] {
    switch self {
    case .int(let number, _): [Double(number)]
    case .double(let number, _): [number]
    case .duration(let span, _): [Double(span.count)]
    default: parts.flatMap(\.numbers)
    }
  }
}

extension Double {
  /// The nearest whole number; the library's own needs the C library's.
  fileprivate var rounded: Double { Double(Int(rounding: self)) }
}
