import RetryLanguage

extension Command {
  static let save = Command(
    "save", .text([.over, .withExpectations, .of]), writes: true,
    "writes the session as a scenario and its recording: 'save flaky' keeps the results and what they depend on, 'save flaky of _1, _3' only those; 'with expectations' adds an expectation for each, 'over' replaces existing files",
    example: "save"
  ) { (session: inout Session, call) throws(Diagnostic) in
    let request = try SaveRequest(call, ending: ".retry")
    let save = try session.workspace.writer(for: "save", at: call.range)
    let wanted = try session.workspace.numbers(of: request, at: call.range)
    let found = SavedSession(session, of: wanted, withExpectations: request.withExpectations)
    guard let saved = found else {
      throw Diagnostic(.missingArgument, "nothing to save yet", at: call.range)
    }
    let scenario = Scenario(
      path: request.path, text: saved.text,
      host: session.workspace.environment.host.beside(request.path),
      commands: session.workspace.table)
    let outcome = scenario.perform(
      threads: session.settings.threads, terminal: session.workspace.terminal.watching)
    session.workspace.runner.endProgress()
    try outcome.check(at: call.range)
    let pair = ScenarioPair(scenario, outcome)
    let length = pair.recordingText.utf8.count
    if let reason = Recording.refusal(bytes: length) {
      throw Diagnostic(
        .impossibleValue, "'\(pair.recordingPath.sanitized)' is not written: \(reason)",
        at: call.range)
    }
    let host = session.workspace.environment.host
    let unfinished = Recording.unfinished(
      beside: pair.path, in: host.file, recordings: host.recording)
    let isReplacing = try session.workspace.files.write(
      pair, after: unfinished,
      WriteRequest(
        save: save, mayReplace: request.over, fixIt: request.fixIt, range: call.range))
    session.workspace.emit(.text(saved.phrase(request.path.sanitized, isReplacing)))
    if let note = Recording.note(on: pair.recordingPath, bytes: length) {
      session.workspace.emit(.note(note))
    }
    return .ready
  }
}

/// The arguments of `save` and of `report`.
struct SaveRequest {
  /// The name of the command.
  let command: String
  let path: String
  /// The command that replaces existing files.
  let fixIt: String
  let withExpectations: Bool
  let over: Bool
  /// The names of the results that are saved; `nil` means all.
  let results: [String]?

  init(_ call: CommandCall, ending: String) throws(Diagnostic) {
    command = call.command.name
    guard let name = call.text, !name.text.isEmpty, !name.text.hasSuffix("/") else {
      throw Diagnostic(
        .missingArgument, "'\(command)' needs a name", at: call.range,
        fixIt: .advice("for example: \(command) flaky"))
    }
    guard !name.text.contains(" with ") else {
      throw Diagnostic(
        .unknownLabel, "'\(name.text.sanitized)' is not a valid name", at: call.range,
        fixIt: .advice("only 'with expectations' and 'over' may follow a name"))
    }
    // A result is not a name of a file, which would be that of all results.
    guard name.text.first != "_" || !name.text.dropFirst().allSatisfy(\.isWholeNumber) else {
      throw Diagnostic(
        .missingArgument, "'\(command)' needs a name for the file", at: call.range,
        fixIt: .advice("for example: \(command) flaky of \(name.text)"))
    }
    let (file, listed) = Self.parts(of: name.text)
    results = call.name(behind: .of).map { [$0.text] } ?? listed
    path = file.hasSuffix(ending) ? file : file + ending
    withExpectations = call.has(.withExpectations)
    over = call.has(.over)
    let words = withExpectations ? " with expectations over" : " over"
    let one = call.name(behind: .of).map { " of \($0.text)" } ?? ""
    fixIt = "\(command) \(name.written.sanitized)\(one)\(words)"
  }

  /// Returns a path, and the results behind 'of' if there are several.
  private static func parts(of text: String) -> (path: String, results: [String]?) {
    guard let mark = text.firstRange(of: " of ") else { return (text, nil) }
    let names = text[mark.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.filter { $0 != " " }) }
    guard names.allSatisfy({ $0.hasPrefix("_") }) else { return (text, nil) }
    return (String(text[..<mark.lowerBound].filter { $0 != "\"" }), names)
  }
}

extension Workspace {
  /// Returns the numbers of the results that are saved; `nil` means all.
  func numbers(
    of request: SaveRequest, at range: Range<Int>
  ) throws(Diagnostic) -> Set<Int>? {
    guard let names = request.results else { return nil }
    let known = environment.journal.results(environment.results.count, table)
    var numbers: Set<Int> = []
    for name in names {
      let number = name == "_" ? environment.results.count : Int(name.dropFirst()) ?? 0
      guard name.hasPrefix("_"), known.contains(number) else {
        throw Diagnostic(
          .unknownName, "there is no result '\(name.sanitized)' to \(request.command)", at: range,
          fixIt: .advice("results have names such as _1"))
      }
      numbers.insert(number)
    }
    return numbers
  }
}

extension Workspace {
  /// Returns the function that writes files, if the command was typed at the prompt.
  func writer(for command: String, at range: Range<Int>) throws(Diagnostic) -> WriteRequest.Save {
    guard let save = terminal.save, environment.depth == 0 else {
      throw Diagnostic(
        .impossibleValue,
        "'\(command)' works only at the prompt: a script cannot write files", at: range)
    }
    return save
  }
}

extension SavedSession {
  fileprivate func phrase(_ path: String, _ isReplacing: Bool) -> String {
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let left =
      lost == 0 ? "" : "; \(count(lost, "statement")) on results that are gone were left out"
    let asked =
      cancelled == 0
      ? ""
      : "; \(count(cancelled, "call")) ended as you said, but in a scenario nobody cancels unless 'person:' does"
    let place = isReplacing ? " in place of the one that was there" : ""
    return
      "saved \(path)\(place): \(count(definitions, "definition")), \(count(results, "result"))\(left)\(asked); what it prints is in \(Recording.path(of: path))"
  }
}

extension Scenario.Outcome {
  /// Throws if the scenario does not run to its end.
  fileprivate func check(at range: Range<Int>) throws(Diagnostic) {
    guard !isWhole else { return }
    let mistake = mistakes.first?.split(separator: "\n").first?.trimmingPrefix("error: ")
    throw Diagnostic(
      .impossibleValue,
      "the saved scenario would not run to its end: \(mistake ?? "it was stopped")", at: range)
  }
}

extension ScenarioPair {
  /// Pairs a scenario with the recording of its results.
  fileprivate init(_ scenario: Scenario, _ outcome: Scenario.Outcome) {
    let recording = Recording(outcome)
    self.init(
      path: scenario.path, text: scenario.text,
      recordingPath: Recording.path(of: scenario.path), recordingText: recording.text,
      savingPath: Recording.savingPath(of: scenario.path),
      savingText: recording.savingText(of: scenario.text))
  }
}
