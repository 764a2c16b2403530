import RetryLanguage
import TextLayout

extension Command {
  static let show = Command(
    "show", .words, "lists the definitions, or shows the source of some of them",
    example: "let f = op()\nshow f", words: { session, _ in CompletionValues(session).names }
  ) { (session, call) throws(Diagnostic) in
    guard !call.words.isEmpty else {
      let all = session.environment.definitions.names.compactMap(session.environment.named)
      session.emit(.listed(all, areWritten: false))
      return .ready
    }
    var named: [NamedDefinition] = []
    for name in call.words {
      guard let found = session.environment.named(name.text) else {
        let nearest = Suggestion.nearest(
          to: name.text, among: session.environment.definitions.names)
        throw Diagnostic(
          .unknownName, "there is no '\(name.text)'", at: name.range,
          fixIt: nearest.map(Diagnostic.FixIt.replacement))
      }
      named.append(found)
    }
    session.emit(.listed(named, areWritten: true))
    return .ready
  }

  /// Undoes the last change.
  static let undo = Command(
    "undo", .none, isOnlyTyped: true,
    "undoes the last definition or setting, not results; repeat it to go further back",
    example: "let f = op()\nundo"
  ) { (session, _) throws(Diagnostic) in
    let nothing =
      "nothing to undo"
      + (session.environment.hasForgotten.past
        ? ": only the last \(Environment.longestPast) changes are kept" : "")
    session.emit(.note(session.change { $0.undo() }.map { "undone: \($0.words)" } ?? nothing))
    return .ready
  }

  static let redo = Command(
    "redo", .none, isOnlyTyped: true,
    "does again what 'undo' has undone, until something else is defined or set",
    example: "let f = op()\nundo\nredo"
  ) { (session, _) throws(Diagnostic) in
    let nothing =
      "nothing to redo"
      + (session.environment.hasForgotten.future
        ? ": what was undone is forgotten once something else changes" : "")
    session.emit(.note(session.change { $0.redo() }.map { "redone: \($0.words)" } ?? nothing))
    return .ready
  }

  static let reset = Command(
    "reset", .none, role: .reset, isOnlyTyped: true, "removes all definitions", example: "reset"
  ) { (session, _) throws(Diagnostic) in
    session.environment.reset()
    session.emit(.note("all definitions are removed; 'undo' restores them"))
    return .ready
  }

  static let quit = Command(
    "quit", .none, isOnlyTyped: true, "ends the session", example: "quit"
  ) { (_, _) throws(Diagnostic) in .ended
  }

  /// Ends the session, by the name that shells use.
  static let exit = Command(
    "exit", .none, isOnlyTyped: true, "ends the session", example: "exit"
  ) { (_, _) throws(Diagnostic) in .ended
  }
}

extension Environment.Restored {
  /// The maximum number of names that are listed.
  private static let mostNames = 10

  /// What is as it was, with the value that a name has again, as its definition was printed.
  var words: String {
    switch self {
    case .definition(let name, nil): "'\(name)' is no longer defined"
    case .definition(let name, let definition?):
      "\(name) is again \(Description.value(definition))"
    case .definitions(let all) where all.names.isEmpty: "all definitions are removed"
    case .definitions(let all):
      "defined again: " + all.names.prefix(Self.mostNames).joined(separator: ", ")
        + (all.names.count > Self.mostNames ? " and \(all.names.count - Self.mostNames) more" : "")
    case .settings(let changed, let settings):
      changed.map { "\($0.rawValue) \($0.value(in: settings))" }.joined(separator: ", ")
    }
  }
}

extension Environment {
  fileprivate func named(_ name: String) -> NamedDefinition? {
    definitions[name].map { NamedDefinition(name: name, definition: $0) }
  }
}
