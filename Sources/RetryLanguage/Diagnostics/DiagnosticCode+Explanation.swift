extension DiagnosticCode {
  /// An explanation of the code for a new user.
  package var explanation: String {
    switch self {
    case .unknownCharacter:
      "the language does not use this character; often it is a typographic quote or dash"
    case .unclosedText: "a string starts with a quote, but the line ends before the closing quote"
    case .unknownUnit:
      "a duration is a number followed by a unit: ns, us, ms, s, m or h; example: 200ms"
    case .unexpectedToken: "the syntax requires something else here"
    case .unclosedBracket: "a bracket is opened but never closed"
    case .tooDeep: "brackets or closures are nested too deeply"
    case .tooLong: "the input, or a chain of calls in it, is too long"
    case .unknownName:
      "the name is not defined; 'show' lists your definitions, 'help' the built-in names"
    case .unknownMember: "the value before the dot has no member of this name"
    case .wrongType: "a value of this type cannot be used here"
    case .unknownLabel: "the function has no argument with this label"
    case .missingArgument: "a required argument is missing"
    case .extraArgument: "the function does not accept this argument"
    case .wrongOperands: "the operator cannot be applied to values of these types"
    case .impossibleValue:
      "the value has the right type but is not possible, like a share of 130%"
    case .ambiguous: "the name has two meanings, and the context does not decide between them"
    case .wrongClosure:
      "a closure does not fit: it declares too many values, returns none, or is not expected here"
    case .unknownCommand: "there is no such command; 'help' lists them"
    }
  }

  /// A source text with this error.
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
