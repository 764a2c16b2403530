import Documents
import Testing
import TextLayout

/// A tree of texts, to be written in many ways.
indirect enum Tree {
  case text(String)
  case list([Tree])
  case map([(String, Tree)])

  /// Makes a tree by chance.
  init(depth: Int, using random: inout RandomSource) {
    let count = Int.random(in: 0...4, using: &random)
    switch depth > 0 ? Int.random(in: 0...3, using: &random) : 0 {
    case 1: self = .list((0..<count).map { _ in Tree(depth: depth - 1, using: &random) })
    case 2, 3:
      self = .map(
        (0..<count).map { index in
          // No two keys are the same.
          ("\(index)" + Self.text(using: &random), Tree(depth: depth - 1, using: &random))
        })
    default: self = .text(Self.text(using: &random))
    }
  }

  /// Makes a text by chance, of characters that mean something somewhere.
  static func text(using random: inout RandomSource) -> String {
    let odd = Array(
      "ab1 -?:,[]{}#&*!|>'\"%@`~\\/\t\n\r=.<+_\u{0}\u{7F}\u{85}\u{A0}\u{301}\u{2028}\u{E000}\u{FEFF}\u{FFFE}é😀"
        .unicodeScalars)
    let words = [
      "true", "null", "0x1F", "<<", "---", "...", "NO", "1e3", "- ", ": ", " #", "\\ud83d\\ude00",
    ]
    let length = Int.random(in: 0...6, using: &random)
    return (0..<length).reduce(into: "") { text, _ in
      if Int.random(in: 0...3, using: &random) == 0 {
        text += words.randomElement(using: &random) ?? ""
      } else {
        text.unicodeScalars.append(odd.randomElement(using: &random) ?? "a")
      }
    }
  }

  /// The scalars of its keys and values, in order.
  var scalars: [[Unicode.Scalar]] {
    switch self {
    case .text(let text): [Array(text.unicodeScalars)]
    case .list(let elements): elements.flatMap(\.scalars)
    case .map(let entries): entries.flatMap { [Array($0.0.unicodeScalars)] + $0.1.scalars }
    }
  }
}

extension Document {
  /// The scalars of its keys and values, in order, without their places.
  var scalars: [[Unicode.Scalar]] {
    switch content {
    case .scalar(let scalar): [Array(scalar.text.unicodeScalars)]
    case .list(let elements): elements.flatMap(\.scalars)
    case .map(let entries): entries.flatMap { [Array($0.key.unicodeScalars)] + $0.value.scalars }
    }
  }

  /// The places of its keys and of its scalars, in order.
  var places: [Place] {
    switch content {
    case .scalar: [place]
    case .list(let elements): elements.flatMap(\.places)
    case .map(let entries): entries.flatMap { [$0.place] + $0.value.places }
    }
  }
}

/// Writes trees, and notes where their texts stand.
struct TreeWriter {
  /// A way to write.
  enum Style: CaseIterable, Sendable {
    case compact
    /// With spaces, tabs and line breaks wherever they are allowed.
    case loose
    /// As a block, with the fewest quotes.
    case block
    /// As a block with single quotes, after comments, with the line breaks of Windows.
    case windows
  }

  let style: Style
  var random: RandomSource
  private(set) var text = ""
  private(set) var places: [Place] = []

  init(style: Style, seed: UInt64) {
    (self.style, random) = (style, RandomSource(seed: seed))
  }

  mutating func write(_ tree: Tree, indent: Int = 0) {
    let isBlock = style == .block || style == .windows
    switch tree {
    case .text(let text): write(text)
    case .list(let elements) where isBlock && !elements.isEmpty:
      for element in elements { item("-", element, indent) }
    case .map(let entries) where isBlock && !entries.isEmpty:
      for (key, value) in entries {
        startLine(indent)
        write(key)
        item(":", value, indent, isKey: true)
      }
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index > 0 ? "," : "") + space()
        write(element)
        text += space()
      }
      text += "]"
    case .map(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        text += (index > 0 ? "," : "") + space()
        write(entry.0)
        text += (style == .loose ? "\t" : "") + ":" + space()
        write(entry.1)
        text += space()
      }
      text += "}"
    }
  }

  /// Writes an element or a value after its sign.
  private mutating func item(_ sign: String, _ tree: Tree, _ indent: Int, isKey: Bool = false) {
    if !isKey { startLine(indent) }
    text += sign + " "
    write(tree, indent: indent + 1 + Int.random(in: 0...2, using: &random))
  }

  private mutating func startLine(_ indent: Int) {
    let isBlank = text.isEmpty || text.hasSuffix("\n") || text.hasSuffix("\r\n")
    if style == .windows {
      text += (isBlank ? "" : "  ") + "# x: [\r\n"
    } else {
      text += isBlank ? "" : "\n"
    }
    text += String(repeating: " ", count: indent)
  }

  private mutating func write(_ written: String) {
    let line = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    places.append(Place(line: line.count, column: (line.last?.count ?? 0) + 1))
    let isSimple = written.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
    switch style {
    case .compact, .loose: text += written.json
    case .windows where isSimple: text += "'\(written.replacing("'", with: "''"))'"
    case .block, .windows: text += written.yaml
    }
  }

  private mutating func space() -> String {
    guard style == .loose else { return "" }
    return ["", " ", "\t", "\n", "\n\t", "\r\n "].randomElement(using: &random) ?? ""
  }
}

@Suite("Documents in many styles")
struct StyleTests {
  @Test(
    "are read as they were written, with the place of each text",
    arguments: TreeWriter.Style.allCases)
  func styles(style: TreeWriter.Style) throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let tree = Tree(depth: 4, using: &random)
      var writer = TreeWriter(style: style, seed: seed)
      writer.write(tree)
      let document = try Document.only(writer.text)
      #expect(document.scalars == tree.scalars, "\(writer.text)")
      #expect(document.places == writer.places, "\(writer.text)")
    }
  }

  @Test("texts that are quoted where they must be are read as the same texts")
  func quotes() throws {
    var random = RandomSource(seed: 1)
    var plain = 0
    for _ in 0..<5000 {
      let text = Tree.text(using: &random)
      if text.yaml == text { plain += 1 }
      let key = try Document.only("\(text.yaml): [\(text.yaml), \(text.yaml)]")
      let all = Array(repeating: Array(text.unicodeScalars), count: 3)
      #expect(key.scalars == all, "\(text.yaml)")
    }
    #expect(plain > 20)
    let quoted = ["", "no", "NULL", "1", "0x1", "a b", "a:", "-", "é", "x\n", "y"]
    let unquoted = ["a", "connect-failure", "x_y.z", "io/x", "No1", "trueish"]
    #expect(quoted.allSatisfy { $0.yaml == $0.json } && unquoted.allSatisfy { $0.yaml == $0 })
  }
}
