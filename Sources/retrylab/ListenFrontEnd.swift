import BuiltInScenarios
import HTTPServer
import LineEditor
import Listening
import RetryLanguage
import RetryNumerics
import Simulation
import Workbench

/// Answers real clients as the operations of a file do.
struct ListenFrontEnd {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Platform.ExitCode {
    Ending.code { () throws(Ending) -> Platform.ExitCode in
      let operations = try operations()
      #if os(Linux)
        return try listen(operations)
      #else
        throw Ending("listen needs the events of Linux", .usage)
      #endif
    }
  }

  private func operations() throws(Ending) -> [(name: String, source: Source)] {
    let path = arguments.paths[0]
    let file = BuiltInScenarios.content(of: path, orElse: Platform.content(ofFile: path))
    guard let text = file.text else {
      throw Ending(code: Platform.unreadable(path, file.reason ?? ""))
    }
    var session = Session.printing(
      .text, settings: FrontEnd.settings(arguments), style: FrontEnd.style(arguments.colour),
      host: FrontEnd.host(beside: path), terminal: .ofProgram
    ) { output in
      if case .mistake(let text) = output { FrontEnd.write(mistake: text, arguments.colour) }
    }
    guard let all = session.operations(in: text, name: path) else {
      throw Ending(code: .wrongScript)
    }
    let operations = all.filter { !$0.source.asksServers }
    for other in all where other.source.asksServers {
      Platform.write(
        "retrylab: '\(other.name)' is at a server, whose queue is not served yet", to: .error)
    }
    guard !operations.isEmpty else {
      throw Ending(
        "no operation in '\(path.sanitized)', such as let fetch = op(fails: 20%)", .wrongScript)
    }
    return operations
  }

  #if os(Linux)
    private func listen(
      _ operations: [(name: String, source: Source)]
    ) throws(Ending) -> Platform.ExitCode {
      let isJSON = arguments.format == .json
      let seed = FrontEnd.settings(arguments).seed
      let world = ListeningWorld(operations, seed: seed) { attempt in
        guard let exchange = RealExchange(attempt) else { return }
        Platform.write(isJSON ? exchange.json : exchange.line, to: .output)
      }
      let server: HTTPServer.Server
      do throws(ServerError) {
        server = try HTTPServer.Server(ServerSettings(port: arguments.port), world)
      } catch {
        throw Ending("cannot listen: \(error)", .tryAgain)
      }
      for operation in operations {
        Platform.write("http://127.0.0.1:\(server.port)/\(operation.name)", to: .error)
      }
      Platform.write("seed \(seed); Ctrl-C ends", to: .error)
      server.run { Interruption.isRequested }
      return .success
    }
  #endif
}

extension RealExchange {
  fileprivate init?(_ attempt: ListeningWorld.Attempt) {
    guard let exchange = attempt.exchange else { return nil }
    self.init(
      operation: attempt.operation, call: attempt.call, attempt: attempt.number,
      sign: attempt.sign.rawValue, outcome: attempt.outcome, latency: attempt.duration,
      arrival: exchange.arrival, finish: exchange.finish, lateness: exchange.lateness,
      end: exchange.end.rawValue)
  }
}
