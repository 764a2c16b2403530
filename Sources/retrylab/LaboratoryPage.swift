import Files
import Report
import Workbench

/// The laboratory as an HTML file, which was built beside the program.
struct LaboratoryPage {
  /// The file, whose text has 16 bits for each letter.
  private let bytes: [UInt8]
  /// Where its start stands.
  private let place: Range<Int>

  struct Missing: Error {
    let message: String
  }

  private static let name = "retrylab.html"

  /// Where it is looked for: beside the program, where packages put such files, and where a checkout builds it.
  private static let places = ["", "../share/retrylab/", "../page/", "../../page/"]

  /// Reads the page that was built beside this program.
  init() throws(Missing) {
    let folder = Platform.programFolder
    let usual = Self.places.map { "\(folder)/\($0)\(Self.name)" }
    for path in Platform.environment(.page).map({ [$0] }) ?? usual {
      if let bytes = try? PlainFile.read(path), Self.begins(bytes),
        let begin = bytes.firstRange(
          of: Self.letters("<script type=\"application/json\" id=\"start\">"))?.upperBound,
        let end = bytes[begin...].firstRange(of: Self.letters("</script>"))?.lowerBound
      {
        (self.bytes, place) = (bytes, begin..<end)
        return
      }
    }
    throw Missing(
      message:
        "there is no \(Self.name) beside the program; in a checkout, 'Sources/Page/build.py' makes it, and \(Variable.page.rawValue) names another place"
    )
  }

  /// Returns the page with another start.
  func starting(with start: PageStart) -> [UInt8] {
    if start.isEmpty { return bytes }
    // Nothing in the texts ends the element.
    let text = start.json.text.replacing("<", with: "\\u003c")
    return bytes[..<place.lowerBound] + Self.letters(text) + bytes[place.upperBound...]
  }

  /// Whether bytes are the beginning of a page of the laboratory.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: letters(ReportPage.beginning, isFirst: true))
  }

  private static func letters(_ text: String, isFirst: Bool = false) -> [UInt8] {
    ((isFirst ? [0xFEFF] : []) + text.utf16).flatMap { unit in
      [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
  }
}
