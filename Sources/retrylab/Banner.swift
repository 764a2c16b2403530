import TextLayout
import Workbench

/// What the program says before its first prompt.
struct Banner {
  private let style: Style
  /// How a person who comes back goes on with the lessons.
  private let resumption: String?

  init(_ style: Style, resumption: String?) {
    (self.style, self.resumption) = (style, resumption)
  }

  /// The succeeded calls per second of `load(op(on: node).timeout(1s).retry(2), rate: 200/s, for: 30s)`, where
  /// `node` is `server(service: 1s / 300, outages: [10s...15s], down: holds)`.
  private static let picture = "▇▇█▆▇▇█▇▇▇                    "

  var text: String {
    let canShow = style.isUnicode && style.width >= 80
    let lesson = canShow ? "'lesson 11' explains this picture" : "'lesson 1' is the first lesson"
    let text = """
      RetryLab \(Version.current): break things on purpose, and watch a retry strategy cope.
      \(canShow ? "succeeded  \(Self.picture)  5s of outage; retries keep it down\n" : "")\
      'help' lists commands, \(resumption ?? lesson), Ctrl-D leaves.
      """
    return Wrapping.prose(text, width: style.width)
  }
}
