import Dispatch
import Editing
import Files
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
    // Most editors send a text as soon as they have an answer.
    DispatchQueue.global().async { LanguageServer.prepare() }
    let output = AnswerOutput(framed: FramedMessages.framed)
    var server = LanguageServer(
      version: Version.current, stops: stops, patience: Patience.begin,
      isBehind: { messages.waitingBytes > 0 }, host: FrontEnd.host(beside:),
      later: output.later)
    while server.exitCode == nil, let message = messages.next() {
      output.write(server.answer(message))
      server.readAhead()
    }
    stops.end()
    output.finish()
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
