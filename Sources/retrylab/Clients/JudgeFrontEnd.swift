import Conformance
import LineEditor
import Report
import RetryLanguage
import Workbench

/// Judges a real client by what a server saw of it: now, or as a log tells.
struct JudgeFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Platform.ExitCode {
    // Ctrl-C ends what is observed, not the judgement.
    Ending.code(isInterruptible: false) { () throws(Ending) -> Platform.ExitCode in try judge() }
  }

  private func judge() throws(Ending) -> Platform.ExitCode {
    let (file, session) = try ListenedFile.read(arguments.paths[0], arguments)
    let client = try client(in: file, session)
    let (attempts, isCut) = try observed(file)
    let groups = Dictionary(grouping: attempts, by: \.operation)
    let called = client.operation.map { [$0] } ?? groups.keys.sorted()
    let judged = called.compactMap { operation in
      groups[operation].map {
        JudgedClient(client, of: operation, $0, tolerance: tolerance, isCut: isCut)
      }
    }
    guard !judged.isEmpty else {
      let name = client.operation.map { "'\($0)'" } ?? "any operation"
      throw Ending("inconclusive: no request for \(name) was seen", .tryAgain)
    }
    return try report(judged)
  }

  private var tolerance: Tolerance {
    var tolerance = Tolerance()
    if let late = arguments.lateness { tolerance.late = late }
    return tolerance
  }

  /// The client that an option names, or the only one of the file.
  private func client(
    in file: ListenedFile, _ session: Session
  ) throws(Ending) -> PlannedClient {
    if let text = arguments.policy {
      switch session.client(text) {
      case .success(let client): return client
      case .failure(let none):
        throw Ending("\(Option.policy.name): \(none.reason.sanitized)", .usage)
      }
    }
    if file.clients.count == 1, let client = file.clients.first { return client }
    let path = arguments.paths[0].sanitized
    guard !file.clients.isEmpty else {
      throw Ending(
        "no policy in '\(path)', such as let client = fetch.retry(3); or name one with --policy",
        .wrongScript)
    }
    let names = file.clients.map(\.name)
    throw Ending(
      "'\(path)' has several policies: choose \(names.alternatives) with --policy", .usage)
  }

  /// What was seen of clients, and whether calls may have gone on after that.
  private func observed(
    _ file: ListenedFile
  ) throws(Ending) -> (attempts: [ObservedAttempt], isCut: Bool) {
    guard arguments.paths.count > 1 else {
      var server = try ClientServer(file, arguments)
      let seen = Seen()
      try server.run { seen.attempts.append($0) }
      Platform.write(server.end.line, to: .error)
      return (seen.attempts, !server.end.isComplete)
    }
    let path = arguments.paths[1]
    let content = Platform.content(ofFile: path)
    guard let text = content.text else {
      throw Ending(code: Platform.unreadable(path, content.reason ?? ""))
    }
    do throws(ObservedLog.Mistake) {
      let log = try ObservedLog(text)
      return (log.attempts, log.isCut)
    } catch {
      throw Ending("\(path.sanitized):\(error.line): \(error.reason)", .wrongScript)
    }
  }

  private final class Seen {
    var attempts: [ObservedAttempt] = []
  }

  private func report(_ judged: [JudgedClient]) throws(Ending) -> Platform.ExitCode {
    let checks = judged.map { $0.check(of: arguments.paths[0].sanitized) }
    if let path = arguments.junit,
      case .failed(let reason) = Platform.save(path, JUnit(checks).text, mayReplace: true)
    {
      throw Ending(code: Platform.unwritable(path, reason))
    }
    for (place, client) in judged.enumerated() {
      let lines =
        arguments.format == .json ? [client.json] : client.lines(FrontEnd.style(arguments.colour))
      if place > 0, arguments.format != .json { Platform.write("", to: .output) }
      for line in lines { Platform.write(line, to: .output) }
    }
    if Platform.isOnGitHub, arguments.format != .json {
      for line in ChecksReport(checks).annotations {
        Platform.write(bytes: line + "\n", to: .output)
      }
    }
    let verdicts = judged.map(\.conformance.verdict)
    if verdicts.contains(.failed) { return .failed }
    return verdicts.contains(.inconclusive) ? .tryAgain : .success
  }
}
