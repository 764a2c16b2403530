import Dispatch
import Editing
import Files
import Report
import Synchronization
import Workbench

/// The front end for editors: messages with a head on standard input and output.
struct EditorFrontEnd {
  func run() -> Platform.ExitCode {
    if let reason = Platform.inputProblem { return Platform.unreadable("-", reason) }
    let (messages, stops) = (MessageQueue(), RemoteStops())
    // What stops a run is read while it runs.
    DispatchQueue.global().async {
      Self.read { message in
        stops.hear(message)
        messages.add(message)
      }
      messages.end()
      stops.end()
    }
    let runs = DispatchQueue(label: "runs")
    let output = EditorOutput()
    var server = LanguageServer(
      version: Version.current, stops: stops, patience: Patience.begin,
      isBehind: { !messages.isEmpty }, later: { run in runs.async { output.write(run()) } },
      host: FrontEnd.host(beside:))
    while server.exitCode == nil, let message = messages.next() {
      output.write(server.answer(message))
    }
    stops.end()
    runs.sync {}
    // An editor that has left needs no code.
    return server.exitCode == 1 ? .failed : .success
  }

  /// Reads messages until the input ends, or no more of it can be understood.
  private static func read(_ take: @escaping (String) -> Void) {
    var framed = FramedMessages()
    do {
      try Descriptor.readPieces(Platform.Stream.input.rawValue) { piece in
        framed.add(piece)
        do throws(FramedMessages.Broken) {
          while let message = try framed.next() { take(message) }
          return true
        } catch {
          Platform.write("retrylab: \(error.reason)", to: .error)
          return false
        }
      }
    } catch {
      Platform.write("retrylab: \(error)", to: .error)
    }
  }
}

/// Where messages go, whole ones whoever writes them.
private final class EditorOutput: Sendable {
  private let turn = Mutex(())

  func write(_ messages: [JSONValue]) {
    turn.withLock { _ in
      for message in messages {
        Platform.write(bytes: FramedMessages.framed(message.text), to: .output)
      }
    }
  }
}
