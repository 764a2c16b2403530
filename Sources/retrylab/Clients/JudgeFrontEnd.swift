import Conformance
import LineEditor
import Listening
import Report
import RetryLanguage
import RetryNumerics
import Workbench

/// Judges a real client by what a server saw of it, now or as a log tells, or compares it with what is predicted.
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
    let run = try observed(file)
    let judged = sessions(of: run.attempts).flatMap { attempts in
      JudgedClient.each(client, of: attempts, tolerance: tolerance, isCut: run.isCut)
    }
    guard !judged.isEmpty else {
      let name = client.operation.map { "'\($0)'" } ?? "any operation"
      let place = arguments.session.map { " in session '\($0.sanitized)'" } ?? ""
      throw Ending("inconclusive: no request for \(name) was seen\(place)", .tryAgain)
    }
    guard arguments.task == .verify else { return try report(judged) }
    return try report(verified(judged, file, seed: run.seed))
  }

  /// The attempts of each session that is judged, in which time begins with the first request.
  private func sessions(of attempts: [ObservedAttempt]) -> [[ObservedAttempt]] {
    let sessions = Dictionary(grouping: attempts, by: \.session)
    let all = sessions.sorted { $0.key ?? "" < $1.key ?? "" }
    return all.compactMap { session, attempts in
      guard let session else { return arguments.session == nil ? attempts : nil }
      guard arguments.session ?? session == session else { return nil }
      let origin = attempts.map(\.arrival).min() ?? .zero
      return attempts.map { $0.counted(from: origin) }
    }
  }

  /// What is predicted of each client.
  private func verified(
    _ judged: [JudgedClient], _ file: ListenedFile, seed: UInt64
  ) throws(Ending) -> [VerifiedClient] {
    var verified: [VerifiedClient] = []
    for client in judged {
      guard let source = file.source(of: client.client, at: client.operation) else {
        throw Ending(
          "no operation '\(client.operation.sanitized)' in '\(arguments.paths[0].sanitized)'",
          .wrongScript)
      }
      let own = client.session.map { ListeningWorld.seed(ofSession: $0, from: seed) }
      let one = VerifiedClient(client, of: source, seed: own ?? seed) { Interruption.count > 1 }
      guard let one else {
        throw Ending("inconclusive: too few calls have ended", .tryAgain)
      }
      verified.append(one)
    }
    return verified
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

  /// What was seen of clients.
  private struct Observed {
    let attempts: [ObservedAttempt]
    /// Whether calls may have gone on after that.
    let isCut: Bool
    let seed: UInt64
  }

  private func observed(
    _ file: ListenedFile
  ) throws(Ending) -> Observed {
    guard arguments.paths.count > 1 else {
      var server = try ClientServer(file, arguments)
      let seen = Seen()
      try server.run { seen.add($0) }
      Platform.write(server.end.line, to: .error)
      return Observed(
        attempts: seen.attempts, isCut: seen.isFull || !server.end.isComplete, seed: server.end.seed
      )
    }
    let path = arguments.paths[1]
    let content = Platform.content(ofFile: path)
    guard let text = content.text else {
      throw Ending(code: Platform.unreadable(path, content.reason ?? ""))
    }
    do throws(ObservedLog.Mistake) {
      let log = try ObservedLog(text)
      return Observed(
        attempts: log.attempts, isCut: log.isCut,
        seed: log.seed ?? FrontEnd.settings(arguments).seed)
    } catch {
      throw Ending("\(path.sanitized):\(error.line): \(error.reason)", .wrongScript)
    }
  }

  private final class Seen {
    private(set) var attempts: [ObservedAttempt] = []
    var isFull: Bool { attempts.count >= ObservedLog.most }

    func add(_ attempt: ObservedAttempt) {
      if !isFull { attempts.append(attempt) }
    }
  }

  private func report(_ judged: [JudgedClient]) throws(Ending) -> Platform.ExitCode {
    try report(
      judged.map { $0.check(of: arguments.paths[0].sanitized) }, json: judged.map(\.json),
      judged.map { $0.lines(FrontEnd.style(arguments.colour)) })
    let verdicts = judged.map(\.conformance.verdict)
    if verdicts.contains(.failed) { return .failed }
    return verdicts.contains(.inconclusive) ? .tryAgain : .success
  }

  private func report(_ verified: [VerifiedClient]) throws(Ending) -> Platform.ExitCode {
    try report(
      verified.map { $0.check(of: arguments.paths[0].sanitized) }, json: verified.map(\.json),
      verified.map { $0.lines(FrontEnd.style(arguments.colour)) })
    return verified.allSatisfy(\.isMet) ? .success : .failed
  }

  /// Writes what was found as text or as JSON, and for build servers.
  private func report(
    _ checks: [Check], json: [String], _ texts: [[String]]
  ) throws(Ending) {
    if let path = arguments.junit,
      case .failed(let reason) = Platform.save(path, JUnit(checks).text, mayReplace: true)
    {
      throw Ending(code: Platform.unwritable(path, reason))
    }
    guard arguments.format != .json else {
      for line in json { Platform.write(line, to: .output) }
      return
    }
    for line in texts.joined(separator: [""]) { Platform.write(line, to: .output) }
    guard Platform.isOnGitHub else { return }
    for line in ChecksReport(checks).annotations {
      Platform.write(bytes: line + "\n", to: .output)
    }
  }
}
