import RetryLanguage
import TextLayout

extension Command {
  /// Writes a result to a file for other programs.
  static let export = Command(
    "export", .text([.over, .of, .check, .anyway]),
    "writes the last result, or another one with 'of _2', to a file; its extension selects the format: svg, json (Chrome and Perfetto), jsonl or mmd (Mermaid) for a call, csv or svg for the figures of many, csv or jsonl for a load over time; 'over' replaces an existing file. A policy, with 'of gentle', is written for other programs: policy.swift, rules.json (PolicyDocument), grpc.json, envoy.yaml, istio.yaml, resilience4j.yaml, otel.yaml, or as .cs (Polly), .py (tenacity), .ts (cockatiel), .go (failsafe-go), cenkalti.go (cenkalti/backoff); the end of a name selects, as in policy-grpc.json; 'check' compares it with what was asked, also on a server with an outage; one that would be far from what was asked is refused, unless 'anyway' is said",
    example: "export",
    words: { session, typed in
      let fitting = session.environment.known["_"].map { ExportFormat.fitting($0.item) } ?? []
      let stem = typed.begun.split(separator: ".", omittingEmptySubsequences: false).dropLast()
      let name =
        stem.isEmpty ? typed.begun.isEmpty ? "result" : typed.begun : stem.joined(separator: ".")
      return (fitting.isEmpty ? ExportFormat.allCases : fitting)
        .map { Proposals.Word("\(name).\($0.rawValue)", $0.meaning, in: .files) }
    }
  ) { (session, call) throws(Diagnostic) in
    let request = try ExportRequest(call)
    let save = try session.writer(for: "export", at: call.range)
    guard let definition = session.environment.known[request.result] else {
      let message =
        request.result == "_" ? "there is no result to export" : "there is no '\(request.result)'"
      throw Diagnostic(.unknownName, message, at: call.range)
    }
    if case .policy(let strategy) = definition.item {
      try session.export(strategy, written: definition.text, request, save, call)
      return .ready
    }
    let patience = Patience(session.terminal.isInterrupted)
    guard let text = ExportFormat(path: request.path)?.text(of: definition.item, patience) else {
      throw Diagnostic(
        .impossibleValue,
        "'\(request.path.sanitized)' has no extension that fits; \(ExportFormat.words(for: definition.item))",
        at: call.range)
    }
    guard !patience.isOver else {
      session.emit(.note("stopped by Ctrl-C: nothing was exported"))
      return .ready
    }
    let isReplacing = try session.files.write(
      text, to: request.path,
      WriteRequest(
        save: save, mayReplace: request.over, mend: request.mend,
        range: call.range))
    let place = isReplacing ? " in place of the file that was there" : ""
    session.emit(
      .text("exported \(definition.text.sanitized) to \(request.path.sanitized)\(place)"))
    return .ready
  }
}

/// The arguments of `export`.
struct ExportRequest {
  let path: String
  let result: String
  let over: Bool
  /// The command without its further words.
  let again: String

  /// The command that replaces existing files.
  var mend: String { "\(again) over" }

  init(_ call: CommandCall) throws(Diagnostic) {
    guard let name = call.text, !name.text.isEmpty else {
      throw Diagnostic(
        .missingArgument, "'export' needs the name of a file", at: call.range,
        mend: .advice("for example: export result.svg"))
    }
    let other = call.name(behind: .of)?.text
    path = name.text
    result = other ?? "_"
    over = call.has(.over)
    again = "export \(name.written.sanitized)\(other.map { " of " + $0 } ?? "")"
  }
}
