import RetryLanguage

/// A call that is still open at the cursor.
struct OpenCall {
  /// An argument so far.
  struct Argument {
    var label: String?
  }

  let name: String
  let isMethod: Bool
  /// The expression before the point of a method.
  let receiver: Range<Int>?
  /// The arguments; the cursor is in the last.
  let arguments: [Argument]

  /// Finds the call at the end of a text.
  init?(in source: SourceText, commands: [Command]) {
    guard
      let call = Scan(tokens: Lexer.tokens(of: source).tokens.dropLast(), commands: commands)
        .openCall
    else { return nil }
    self = call
  }
}

extension OpenCall {
  fileprivate init(name: String, isMethod: Bool, receiver: Range<Int>?, arguments: [Argument]) {
    (self.name, self.isMethod) = (name, isMethod)
    (self.receiver, self.arguments) = (receiver, arguments)
  }
}

extension Scan {
  /// The innermost call that is still open, lists in between aside.
  var openCall: OpenCall? {
    var open = 0
    for index in tokens.indices.reversed() {
      open += tokens[index].bracket
      guard open > 0, !tokens[index].isMark("[") else {
        if open > 0 { open = 0 }
        continue
      }
      guard tokens[index].isMark("("), index > 0, let name = tokens[index - 1].name else {
        return nil
      }
      return openCall(of: name, at: index)
    }
    return nil
  }

  private func openCall(of name: String, at call: Int) -> OpenCall {
    let isMethod = call > 1 && tokens[call - 2].isMark(".")
    let receiver =
      isMethod && call > 2
      ? tokens[chainStart(endingAt: call - 3)].range.lowerBound..<tokens[call - 3].range.upperBound
      : nil
    var arguments = [OpenCall.Argument()]
    for index in (call + 1)..<max(call + 1, tokens.count) where depths[index] == depths[call + 1] {
      if tokens[index].isMark(",") { arguments.append(OpenCall.Argument()) }
      if tokens[index].isMark(":"), let label = tokens[index - 1].name {
        arguments[arguments.count - 1].label = label
      }
    }
    return OpenCall(name: name, isMethod: isMethod, receiver: receiver, arguments: arguments)
  }
}
