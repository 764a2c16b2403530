import Dispatch
import Editing
import Report
import RetryNumerics
import Workbench

/// The front end for assistants: messages on standard input and output, a line each.
struct AssistantFrontEnd {
  func run() -> Platform.ExitCode {
    if let reason = Platform.inputProblem { return Platform.unreadable("-", reason) }
    let (messages, stops) = (MessageQueue(), RemoteStops())
    DispatchQueue.global().async {
      while let line = readLine() {
        stops.hear(line)
        if !line.isEmpty { messages.add(line) }
      }
      messages.end()
    }
    let output = AnswerOutput { $0 + "\n" }
    let server = AssistantServer(
      version: Version.current, stops: stops, patience: Patience.begin,
      later: output.later)
    while let message = messages.next() { output.write(server.answer(message)) }
    output.finish()
    return .success
  }
}
