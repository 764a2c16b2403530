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
    let printed = Printed()
    var session = Session.printing(style: Style(width: 80), host: host, terminal: terminal) {
      switch $0 {
      case .result(let text), .message(let text), .mistake(let text): printed.lines.append(text)
      }
    }
    let status = session.run(script, name: name, isFile: true, onlyChecking: onlyChecking)
    hasFailed = status != .ready && status != .ended
    text = Self.bounded(printed.lines.joined(separator: "\n"))
  }

  private final class Printed {
    var lines: [String] = []
  }

  /// Returns the first lines of a text that is too long, with the number of others.
  static func bounded(_ text: String) -> String {
    guard text.utf8.count > most else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var (kept, size) = (0, 100)
    while kept < lines.count, size + lines[kept].utf8.count < most {
      size += lines[kept].utf8.count + 1
      kept += 1
    }
    let rest = (lines.count - kept).counting("more line")
    return (lines.prefix(kept) + ["", "… and \(rest), which do not fit"]).joined(separator: "\n")
  }
}
