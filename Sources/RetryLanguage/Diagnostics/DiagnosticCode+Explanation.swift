extension DiagnosticCode {
  /// What the kind of mistake is, for someone who meets it for the first time.
  package var explanation: String {
    switch self {
    case .unknownCharacter:
      "a character has no meaning in the language, often a typographic quote or dash"
    case .unclosedText: "a text begins with a quote and the line ends before the closing one"
    case .unknownUnit:
      "a duration is a number with a unit behind it: ns, us, ms, s, m or h, as in 200ms"
    case .unexpectedToken: "something else had to come at this place"
    case .unclosedBracket: "a bracket was opened and is not closed"
    case .tooDeep: "brackets or closures nest deeper than a person can read"
    case .tooLong: "the text, or a chain in it, is longer than is read"
    case .unknownName:
      "the name is not defined; 'show' lists what is, and 'help' what the language has"
    case .unknownMember: "the thing before the point has nothing of this name"
    case .wrongType: "a value of another kind stands where it does not fit"
    case .unknownLabel: "the function has no argument of this name"
    case .missingArgument: "the function needs an argument that was not given"
    case .extraArgument: "the function was given an argument too many"
    case .wrongOperands: "the operator does not apply to values of these kinds"
    case .impossibleValue:
      "the value has the right kind, but no such thing can be, like a share of 130%"
    case .ambiguous: "the name means two things, and nothing around it says which"
    case .wrongClosure:
      "a closure names more values than it is handed, or stands where none is expected"
    case .unknownCommand: "there is no such command; 'help' lists them"
    }
  }

  /// A text that has the mistake.
  package var example: String {
    switch self {
    case .unknownCharacter: "just(1) §"
    case .unclosedText: "just(\"a)"
    case .unknownUnit: "timer(200msec)"
    case .unexpectedToken: "let = 3"
    case .unclosedBracket: "op(latency: 100ms"
    case .tooDeep: String(repeating: "(", count: SourceText.deepest)
    case .tooLong: "just(1)" + String(repeating: ".map { $0 }", count: SourceText.longestChain)
    case .unknownName: "let fetch = op()\nrun fetsh.retry(3)"
    case .unknownMember: "let fetch = op()\nrun fetch.rety(3)"
    case .wrongType: "let fetch = op()\nfetch.retry(\"three\")"
    case .unknownLabel: "op().retry(attempt: 3)"
    case .missingArgument: "op().timeout()"
    case .extraArgument: "just(1, 2)"
    case .wrongOperands: "just(1 + .timeout)"
    case .impossibleValue: "op(fails: [.timeout: 60%, .offline: 70%])"
    case .ambiguous: "let pause = exponential(100ms)"
    case .wrongClosure: "just(1).map { a, b in a }"
    case .unknownCommand: "runn op()"
    }
  }
}
