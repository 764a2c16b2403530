import BuiltInScenarios
import RetryLanguage
import Simulation
import Workbench

extension ListenedFile {
  /// Reads what a file has for real clients; the session knows its names.
  static func read(
    _ path: String, _ arguments: Arguments
  ) throws(Ending) -> (file: ListenedFile, session: Session) {
    let content = BuiltInScenarios.content(of: path, orElse: Platform.content(ofFile: path))
    guard let text = content.text else {
      throw Ending(code: Platform.unreadable(path, content.reason ?? ""))
    }
    var session = Session.printing(
      .text, settings: FrontEnd.settings(arguments), style: FrontEnd.style(arguments.colour),
      host: FrontEnd.host(beside: path), terminal: .ofProgram
    ) { output in
      if case .mistake(let text) = output { FrontEnd.write(mistake: text, arguments.colour) }
    }
    guard let file = session.listenedFile(text, name: path) else {
      throw Ending(code: .wrongScript)
    }
    return (file, session)
  }
}
