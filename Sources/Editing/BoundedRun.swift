import Report
import RetryLanguage
import TextLayout
import Workbench

/// A text that runs for an editor or an assistant, whose answers are bounded and which writes no files.
struct BoundedRun {
  /// The most bytes of an answer.
  static let most = 8000

  private(set) var text = ""
  /// Whether it ended with a mistake or a failed expectation.
  private(set) var hasFailed = false

  init(
    of script: String, named name: String? = nil, host: ScriptHost, terminal: TerminalHooks,
    onlyChecking: Bool = false
  ) {
    let printed = Collected<String>()
    var session = Session.printing(style: Style(width: 80), host: host, terminal: terminal) {
      switch $0 {
      case .result(let text), .message(let text), .mistake(let text): printed.all.append(text)
      }
    }
    let status = session.run(script, name: name, isFile: true, onlyChecking: onlyChecking)
    hasFailed = status != .ready && status != .ended
    if terminal.isInterrupted?() == true {
      hasFailed = true
      printed.all.append("stopped: it was cancelled, or its minute is over")
    }
    text = Self.bounded(printed.all.joined(separator: "\n"))
  }

  /// Returns the first and the last lines of a text that is too long, with the number of those between.
  ///
  /// What went wrong stands at the end.
  static func bounded(_ text: String) -> String {
    guard text.utf8.count > most else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.utf8.count > longestLine ? line.prefix(longestLine / 4) + " …" : line
    }
    let head = lines.prefix(fitting: most / 2 - 50)
    let tail = lines[head.count...].reversed().prefix(fitting: most / 2 - 50).reversed()
    let between = lines.count - head.count - tail.count
    let note = between > 0 ? ["… \(between.counting("line")) here, which do not fit …"] : []
    return (head + note.map { $0[...] } + tail).joined(separator: "\n")
  }

  private static let longestLine = 1000
}

/// What the events of a session give, in their order.
final class Collected<Element> {
  var all: [Element] = []
}

extension Sequence<Substring> {
  /// The first lines that have no more than some bytes together.
  fileprivate func prefix(fitting most: Int) -> [Substring] {
    var size = 0
    return prefix { line in
      size += line.utf8.count + 1
      return size <= most
    }.map { $0 }
  }
}
