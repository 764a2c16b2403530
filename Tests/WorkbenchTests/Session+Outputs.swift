import Workbench

extension Session {
  /// Runs texts one after the other in one session, and returns what each of them printed.
  static func outputs(of texts: [String]) -> [String] {
    var printed: [String] = []
    var session = Session.printing(terminal: .timed) { output in
      switch output {
      case .result(let text), .message(let text), .mistake(let text):
        printed[printed.count - 1] += text + "\n"
      }
    }
    for text in texts {
      printed.append("")
      session.run(text)
    }
    return printed
  }
}
