import Conformance
import HTTPServer
import LineEditor
import Listening
import RetryLanguage
import RetryNumerics
import Simulation
import Workbench

/// The operations of a file at a port, until Ctrl-C or until a command has ended that calls them.
struct ClientServer {
  private let operations: [(name: String, source: Source)]
  private let arguments: Arguments
  private(set) var end: ListeningEnd
  /// The exit status of the command; zero without one.
  private(set) var commandStatus: Int32 = 0

  init(_ file: ListenedFile, _ arguments: Arguments) throws(Ending) {
    let path = arguments.paths[0]
    guard !file.operations.isEmpty else {
      throw Ending(
        "no operation in '\(path.sanitized)', such as let fetch = op(fails: 20%)", .wrongScript)
    }
    if arguments.destination?.scheme == .tcp, file.operations.count > 1 {
      throw Ending(
        "clients of tcp name no operation, so '\(path.sanitized)' may have only one", .wrongScript)
    }
    (operations, self.arguments) = (file.operations, arguments)
    end = ListeningEnd(seed: FrontEnd.settings(arguments).seed)
  }

  /// Answers requests, and tells of each attempt when it has ended.
  mutating func run(note: @escaping (ObservedAttempt) -> Void) throws(Ending) {
    #if os(Linux)
      let counter = Counter(end)
      let world = ListeningWorld(
        operations, seed: end.seed, speed: arguments.speed, to: arguments.destination
      ) { attempt in
        counter.end.add(attempt)
        note(attempt)
      }
      let server: HTTPServer.Server
      do throws(ServerError) {
        server = try HTTPServer.Server(
          ServerSettings(port: arguments.port, to: arguments.destination), world)
      } catch {
        throw Ending("cannot listen: \(error)", .tryAgain)
      }
      if let other = arguments.destination, other.port == server.port, other.isThisMachine {
        throw Ending("cannot listen: requests would go on to the same port", .usage)
      }
      let scheme = arguments.destination?.scheme ?? .http
      let command = try start("\(scheme.rawValue)://127.0.0.1:\(server.port)")
      // A command keeps the usual limit, beyond which older programs cannot count.
      Platform.raiseDescriptorLimit()
      // A comparison of figures has an end also if nobody is there to give it one.
      let limit = arguments.limit ?? (arguments.task == .verify ? Self.usualLimit : .never)
      server.run {
        Interruption.isRequested || command?.hasEnded() == true || server.now >= limit
      }
      end = counter.end
      if let unknown = world.unknown { end.unknown = unknown.count }
      guard let command else { return }
      end.isComplete = command.hasEnded() && !Interruption.isRequested
      if !end.isComplete { command.stop() }
      command.wait()
      commandStatus = command.status ?? 0
      guard commandStatus != 0, end.isComplete else { return }
      Platform.write("the command ended with \(commandStatus)", to: .error)
    #else
      throw Ending("a server needs the events of Linux", .usage)
    #endif
  }

  private static let usualLimit = Nanoseconds(30_000_000_000)

  /// What the closures of a run count.
  private final class Counter {
    var end: ListeningEnd

    init(_ end: ListeningEnd) {
      self.end = end
    }
  }

  /// Starts the command, if there is one, or tells a person where to call.
  private func start(_ address: String) throws(Ending) -> ChildProcess? {
    guard let program = arguments.command.first else {
      for operation in operations {
        let path = arguments.destination?.scheme == .tcp ? "" : "/\(operation.name)"
        Platform.write("\(address)\(path)", to: .error)
      }
      Platform.write("seed \(end.seed); Ctrl-C ends", to: .error)
      return nil
    }
    // Standard output has the lines of the server alone.
    let process = ChildProcess(
      arguments.command, adding: ["RETRYLAB_URL": address], printsAsErrors: true)
    guard let process else {
      throw Ending("'\(program.sanitized)' cannot be started", .noSuchFile)
    }
    return process
  }
}
