import Testing

/// Comments earn their place: one that only repeats the words of the declaration below it says nothing.
@Suite("A comment on what a file keeps to its target")
struct CommentTests {
  /// Words that add nothing to those of a declaration.
  private static let fillers = Set(
    """
    a an and any are as at be been by can do each for from given had has have if in into is it its may must no not of \
    on one only or other others over own per returns same some such than that the their them then these this to under \
    what when where whether which who whose with creates
    """.split(separator: " ").map(String.init))

  private static var member: Regex<Substring> {
    #/^ *(?:@\w+ )*(?:(?:private|fileprivate|static|final|mutating)(?:\(set\))? )*(?:let|var|func|init|case)\b/#
  }

  @Test("says more than its declaration", arguments: Project.sources)
  func echoes(file: Project.File) {
    let lines = file.lines
    for index in lines.indices.dropFirst().dropLast() where Self.isAlone(index, in: lines) {
      let below = lines[index + 1]
      let owner = Self.owner(of: index, in: lines)
      guard below.contains(Self.member), !owner.contains(#/\bpublic |protocol /#) else { continue }
      let said = Self.words(of: lines[index]).subtracting(Self.fillers)
      let known = Self.words(of: below + " " + owner + " " + file.path)
      let new = said.filter { word in !known.contains { Self.areAlike(word, $0) } }
      #expect(!new.isEmpty, "\(file):\(index + 1) \(lines[index])")
    }
  }

  /// Whether a line is a comment of one line, in plain words.
  private static func isAlone(_ index: Int, in lines: [Substring]) -> Bool {
    let isComment = { (line: Substring) in line.drop { $0 == " " }.hasPrefix("///") }
    return isComment(lines[index]) && !isComment(lines[index - 1]) && !isComment(lines[index + 1])
      && !lines[index].contains(#/[`;0-9]|\bnil\b/#)
  }

  /// The line that opens what a line is in.
  private static func owner(of index: Int, in lines: [Substring]) -> Substring {
    let indent = lines[index].prefix { $0 == " " }.count
    return lines[..<index].last { line in
      !line.isEmpty && line.prefix { $0 == " " }.count < indent
        && line.contains(#/\b(struct|class|enum|extension|protocol|actor|func|var|init)\b/#)
    } ?? ""
  }

  /// The words of a text, and those that a name is made of.
  private static func words(of text: some StringProtocol) -> Set<String> {
    Set(
      String(text).matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/#).map { $0.output.lowercased() })
  }

  /// Whether two words are the same but for their ends, as *attempts* and *attempt* are.
  private static func areAlike(_ first: String, _ second: String) -> Bool {
    let shared = zip(first, second).prefix { $0 == $1 }.count
    return shared >= 3 && max(first.count, second.count) - shared <= 3
      || first == second
  }
}
