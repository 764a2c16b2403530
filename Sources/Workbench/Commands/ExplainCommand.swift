import RetryLanguage

extension Command {
  /// Explains what a strategy will do, without running it.
  static let explain = Command(
    "explain", .expression, of: .source(.any),
    "tells what a strategy will do, without running it: attempts, delays, what is retried, how long it can take",
    example: "explain op(fails: 50%).retry(attempts: 4, backoff: exponential(100ms), jitter: full)"
  ) { (session, call) throws(Diagnostic) in
    let source = try call.source()
    let explanation = Explanation(source, call, dialect: session.settings.dialect)
    session.say(.result(explanation.text))
    return .ready
  }
}
