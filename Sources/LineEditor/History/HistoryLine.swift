import Report

/// An entry as one line of a file: a string of JSON.
enum HistoryLine {
  /// Returns the line of an entry.
  static func line(of entry: String) -> String {
    JSONValue.string(entry).text
  }

  /// Returns the entry of a line, unless the line is damaged.
  static func entry(of line: some StringProtocol) -> String? {
    guard line.utf8.count >= 2, line.hasPrefix("\""), line.hasSuffix("\"") else { return nil }
    var scalars = String.UnicodeScalarView()
    var rest = line.unicodeScalars.dropFirst().dropLast()
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        scalars.append(scalar)
        continue
      }
      guard let escaped = escape(&rest) else { return nil }
      scalars.append(escaped)
    }
    return String(scalars)
  }

  private static func escape<Rest: Collection<Unicode.Scalar>>(_ rest: inout Rest) -> Unicode
    .Scalar?
  where Rest.SubSequence == Rest {
    switch rest.popFirst() {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let digits = rest.prefix(4)
      rest = rest.dropFirst(4)
      return UInt32(String(String.UnicodeScalarView(digits)), radix: 16).flatMap(
        Unicode.Scalar.init)
    case let other?: return other
    case nil: return nil
    }
  }
}
