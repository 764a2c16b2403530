import RetryLanguage
import TextLayout

extension Command {
  static let show = Command(
    "show", .words, "lists the definitions, or shows the source of some of them",
    example: "let f = op()\nshow f", words: { workspace, _ in CompletionValues(workspace).names }
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    guard !call.words.isEmpty else {
      let all = workspace.environment.definitions.names.compactMap(workspace.environment.named)
      workspace.emit(.listed(all, areWritten: false))
      return .ready
    }
    var named: [NamedDefinition] = []
    for name in call.words {
      guard let found = workspace.environment.named(name.text) else {
        let nearest = Suggestion.nearest(
          to: name.text, among: workspace.environment.definitions.names)
        throw Diagnostic(
          .unknownName, "there is no '\(name.text)'", at: name.range,
          fixIt: nearest.map(Diagnostic.FixIt.replacement))
      }
      named.append(found)
    }
    workspace.emit(.listed(named, areWritten: true))
    return .ready
  }

  /// Undoes the last change.
  static let undo = Command(
    "undo", .none, isOnlyTyped: true,
    "undoes the last definition or setting, not results; repeat it to go further back",
    example: "let f = op()\nundo"
  ) { (workspace: inout Workspace, _) throws(Diagnostic) in
    let nothing =
      "nothing to undo"
      + (workspace.environment.hasForgotten.past
        ? ": only the last \(Environment.longestPast) changes are kept" : "")
    workspace.emit(.note(workspace.change { $0.undo() }.map { "undone: \($0.phrase)" } ?? nothing))
    return .ready
  }

  static let redo = Command(
    "redo", .none, isOnlyTyped: true,
    "does again what 'undo' has undone, until something else is defined or set",
    example: "let f = op()\nundo\nredo"
  ) { (workspace: inout Workspace, _) throws(Diagnostic) in
    let nothing =
      "nothing to redo"
      + (workspace.environment.hasForgotten.future
        ? ": what was undone is forgotten once something else changes" : "")
    workspace.emit(.note(workspace.change { $0.redo() }.map { "redone: \($0.phrase)" } ?? nothing))
    return .ready
  }

  static let reset = Command(
    "reset", .none, role: .reset, isOnlyTyped: true, "removes all definitions", example: "reset"
  ) { (workspace: inout Workspace, _) throws(Diagnostic) in
    workspace.environment.reset()
    workspace.emit(.note("all definitions are removed; 'undo' restores them"))
    return .ready
  }

  static let quit = Command(
    "quit", .none, isOnlyTyped: true, "ends the session", example: "quit"
  ) { (_: inout Workspace, _) throws(Diagnostic) in .ended
  }

  /// Ends the session, by the name that shells use.
  static let exit = Command(
    "exit", .none, isOnlyTyped: true, "ends the session", example: "exit"
  ) { (_: inout Workspace, _) throws(Diagnostic) in .ended
  }
}

extension Environment.Restored {
  /// The maximum number of names that are listed.
  private static let mostNames = 10

  /// What is as it was, with the value that a name has again, as its definition was printed.
  var phrase: String {
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
