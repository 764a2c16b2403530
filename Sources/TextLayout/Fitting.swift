/// Makes text fit into columns without splitting a character.
package enum Fitting {
  package static func cut(_ text: String, to width: Int, _ ellipsis: String) -> String {
    guard DisplayWidth.columns(of: text) > width else { return text }
    let room = width - DisplayWidth.columns(of: ellipsis)
    return room < 0 ? prefix(of: ellipsis, width) : prefix(of: text, room) + ellipsis
  }

  package static func padRight(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: text)))
  }

  package static func padLeft(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: text))) + text
  }

  /// Returns the longest prefix of a text that fits a number of columns.
  package static func prefix(of text: String, _ width: Int) -> String {
    var columns = 0
    return String(
      text.prefix { character in
        columns += DisplayWidth.columns(of: character)
        return columns <= width
      })
  }
}
