import Pictures
import PolicyFiles
import RetryLanguage
import TextLayout

extension Command {
  static let export = Command(
    "export", .text([.over, .of, .check, .anyway]), writes: true,
    "writes the last result, or another one with 'of _2', to a file; its extension selects the format: svg or png (with librsvg), json (Chrome and Perfetto), jsonl or mmd (Mermaid) for a call, svg, png or csv for what was measured, jsonl for a load over time; html writes a page of the laboratory in which the session goes on, ipynb a notebook; 'over' replaces an existing file. A policy, or that of an operation, is written with its timeouts, breakers and limits, as far as a program has them, with 'of gentle', 'of client' or 'of' an expression for other programs: policy.swift, rules.json (PolicyDocument), grpc.json, envoy.yaml, istio.yaml, resilience4j.yaml, otel.yaml, or as .cs (Polly), .py (tenacity), .ts (cockatiel), .go (failsafe-go), cenkalti.go (cenkalti/backoff); the end of a name selects, as in policy-grpc.json; 'check' compares it with what was asked, also on a server with an outage; one that would be far from what was asked is refused, unless 'anyway' is said",
    example: "export",
    words: { session, typed in
      let environment = session.workspace.environment
      let fitting =
        environment.lastDrawn?.formats
        ?? environment.known["_"].map { ExportFormat.fitting($0.item) } ?? []
      let stem = typed.begun.split(separator: ".", omittingEmptySubsequences: false).dropLast()
      let name =
        stem.isEmpty ? typed.begun.isEmpty ? "result" : typed.begun : stem.joined(separator: ".")
      return (fitting.isEmpty ? ExportFormat.allCases : fitting)
        .map { Proposals.Word("\(name).\($0.rawValue)", $0.meaning, in: .files) }
    }
  ) { (session: inout Session, call) throws(Diagnostic) in
    let request = try ExportRequest(call)
    let path = request.path.lowercased()
    if path.hasSuffix(".html") { return try session.exportPage(request, call) }
    return path.hasSuffix(".ipynb")
      ? try session.exportNotebook(request, call) : try session.workspace.export(request, call)
  }
}

extension Session {
  /// Writes a page of the laboratory, which begins with what was typed here.
  fileprivate mutating func exportPage(
    _ request: ExportRequest, _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    guard let savePage = workspace.terminal.savePage else {
      throw Diagnostic(
        .impossibleValue, "no page is written here", at: call.range,
        fixIt: .advice("in a shell: retrylab page FILE"))
    }
    return try exportSession(request, call, "a page", savePage, note: ", which a browser shows") {
      $0
    }
  }

  /// Writes a notebook, whose cells are what was typed here.
  fileprivate mutating func exportNotebook(
    _ request: ExportRequest, _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    let (save, shapes) = (try workspace.writer(for: "export", at: call.range), shapes)
    return try exportSession(request, call, "a notebook", save, note: "") {
      Notebook($0, commands: shapes).json
    }
  }

  private mutating func exportSession(
    _ request: ExportRequest, _ call: CommandCall, _ kind: String,
    _ save: @escaping WriteRequest.Save, note: String, _ content: (String) -> String
  ) throws(Diagnostic) -> Status {
    if let word = [CommandShape.Clause.of, .check, .anyway].first(where: call.has) {
      throw Diagnostic(
        .extraArgument,
        "\(kind) has the whole session, without '\(word.words.joined(separator: " "))'",
        at: call.range)
    }
    guard let saved = SavedSession(self, of: nil, withExpectations: false) else {
      throw Diagnostic(.missingArgument, "nothing to export yet", at: call.range)
    }
    let isReplacing = try workspace.files.write(
      content(saved.text), to: request.path,
      WriteRequest(save: save, mayReplace: request.over, fixIt: request.fixIt, range: call.range))
    let place = FileWriter.phrase(isReplacing: isReplacing)
    workspace.emit(
      .text("exported the session to \(request.path.sanitized)\(place)\(note)"))
    return .ready
  }
}

extension Workspace {
  fileprivate mutating func export(
    _ request: ExportRequest, _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    if request.isBare, request.path.contains(" "), let fixIt = meant(by: request) {
      throw Diagnostic(
        .unexpectedToken, "'\(request.path.sanitized)' is no name of a file", at: call.range,
        fixIt: fixIt)
    }
    let save = try writer(for: "export", at: call.range)
    if let drawn = drawn(for: request) {
      return try export(drawn, request, save, call)
    }
    let definition = try definition(of: request, at: call.range)
    if let policy = ExportedPolicy(definition, for: request) {
      try export(policy, request, save, call)
      return .ready
    }
    let interruption = InterruptionCheck(terminal.isInterrupted)
    guard
      let text = ExportFormat(path: request.path)?.text(
        of: definition.item, settings.imageSize, interruption)
    else {
      if PolicyTarget(path: request.path) != nil, case .source = definition.item {
        throw Diagnostic(
          .impossibleValue, "'\(request.result.sanitized)' has no retry", at: call.range,
          fixIt: .advice("a policy is exported, or an operation with one: '.retry(3)'"))
      }
      throw Diagnostic(
        .impossibleValue,
        "'\(request.path.sanitized)' has no extension that fits; \(ExportFormat.phrase(for: definition.item))",
        at: call.range, fixIt: meant(by: request))
    }
    return try write(text, definition.text, request, save, call, interruption)
  }
}

extension Workspace {
  /// What was drawn last, if nothing else is asked for; a policy is exported of a result alone.
  fileprivate func drawn(for request: ExportRequest) -> Drawn? {
    guard request.result == "_", PolicyTarget(path: request.path) == nil,
      let drawn = environment.lastDrawn
    else { return nil }
    switch drawn {
    case .series, .played: return drawn
    // Other formats are those of the last result.
    case .explained, .reasoned:
      let fits = ExportFormat(path: request.path).map(drawn.formats.contains) == true
      return fits || environment.known["_"] == nil ? drawn : nil
    }
  }

  fileprivate mutating func export(
    _ drawn: Drawn, _ request: ExportRequest, _ save: @escaping WriteRequest.Save,
    _ call: CommandCall
  ) throws(Diagnostic) -> Status {
    let interruption = InterruptionCheck(terminal.isInterrupted)
    guard
      let text = ExportFormat(path: request.path).flatMap({
        drawn.text($0, settings.imageSize, interruption)
      })
    else {
      throw Diagnostic(
        .impossibleValue,
        "'\(request.path.sanitized)' has no extension that fits; \(drawn.phrase)", at: call.range)
    }
    return try write(text, drawn.subject, request, save, call, interruption)
  }

  fileprivate mutating func write(
    _ text: String, _ subject: String, _ request: ExportRequest,
    _ save: @escaping WriteRequest.Save, _ call: CommandCall, _ interruption: InterruptionCheck
  ) throws(Diagnostic) -> Status {
    guard !interruption.isRequested else {
      emit(.note("stopped by Ctrl-C: nothing was exported"))
      return .ready
    }
    let isReplacing = try files.write(
      text, to: request.path,
      WriteRequest(
        save: save, mayReplace: request.over, fixIt: request.fixIt,
        range: call.range))
    let place = FileWriter.phrase(isReplacing: isReplacing)
    emit(.text("exported \(WrittenText.line(subject)) to \(request.path.sanitized)\(place)"))
    return .ready
  }
}

/// The arguments of `export`.
struct ExportRequest {
  let path: String
  let result: String
  let over: Bool
  /// Whether the result is an expression, rather than a name.
  let isExpression: Bool
  /// Whether the path has no quotes.
  let isBare: Bool
  /// The command without its further words.
  let again: String

  /// The command that replaces existing files.
  var fixIt: String { "\(again) over" }

  init(_ call: CommandCall) throws(Diagnostic) {
    guard let name = call.text, !name.text.isEmpty else {
      throw Diagnostic(
        .missingArgument, "'export' needs the name of a file", at: call.range,
        fixIt: .advice("for example: export result.svg"))
    }
    let other = call.name(behind: .of)?.text
    let parts = other == nil ? Self.parts(of: name.text) : nil
    path = parts?.path ?? name.text
    isExpression = parts != nil
    isBare = name.range.count == name.text.count
    result = parts?.expression ?? other ?? "_"
    over = call.has(.over)
    let isPlain = parts?.path.contains(" ") == false
    again =
      "export "
      + (isPlain ? name.text.sanitized : name.written.sanitized + (other.map { " of " + $0 } ?? ""))
  }
}

extension ExportRequest {
  /// Returns a path and what follows 'of' where that is an expression, which has more words than the name of the clause.
  private static func parts(of text: String) -> (path: String, expression: String)? {
    guard let mark = text.firstRange(of: " of ") else { return nil }
    let path = String(text[..<mark.lowerBound].filter { $0 != "\"" })
    guard PolicyTarget(path: path) != nil || ExportFormat(path: path) != nil else { return nil }
    return (path, String(text[mark.upperBound...]))
  }
}

extension Workspace {
  /// Returns what is exported: a result, a name, or the value of an expression.
  fileprivate func definition(
    of request: ExportRequest, at range: Range<Int>
  ) throws(Diagnostic) -> Definition {
    if let known = environment.known[request.result] { return known }
    guard request.isExpression else {
      let message =
        request.result == "_" ? "there is no result to export" : "there is no '\(request.result)'"
      throw Diagnostic(.unknownName, message, at: range, fixIt: meant(by: request))
    }
    switch environment.definition(of: request.result) {
    case .success(let definition): return definition
    case .failure(let misread):
      throw Diagnostic(
        .wrongType, "'\(request.result.sanitized)' is not understood: \(misread.message)", at: range
      )
    }
  }

  /// Returns the command that may be meant by a name in front of the file or of its program, or by a file for a policy
  /// without one.
  fileprivate func meant(by request: ExportRequest) -> Diagnostic.FixIt? {
    var words = request.path.split(separator: " ").map { String($0) }.map { word in
      // `export gentle for tenacity`
      environment.known[word] == nil ? PolicyTarget.named(word)?.example ?? word : word
    }
    let place = words.lastIndex { PolicyTarget(path: $0) != nil || ExportFormat(path: $0) != nil }
    guard let file = place.map({ words.remove(at: $0) }) else { return nil }
    let isForPolicy = PolicyTarget(path: file) != nil
    let definitions = environment.definitions
    let policy = definitions.names.last { definitions[$0]?.type == .policy } ?? "gentle"
    let named = words.first.flatMap { environment.known[$0] == nil ? nil : $0 }
    guard let name = named ?? (isForPolicy ? policy : nil) else { return nil }
    return .advice("what is written follows 'of': export \(file) of \(name)".sanitized)
  }
}

extension Settings {
  /// The size of images: on slides, letters are big.
  fileprivate var imageSize: SVGSize { isBig ? .big : .normal }
}
