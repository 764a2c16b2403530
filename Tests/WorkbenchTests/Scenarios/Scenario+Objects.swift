import Workbench

extension Scenario {
  /// Returns the output of a new run in a format.
  func printed(_ format: Format) -> [String] {
    var said: [String] = []
    var session = Session.printing(format, host: .test) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
    session.run(text)
    return said
  }
}
