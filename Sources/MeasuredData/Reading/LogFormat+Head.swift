extension LogFormat {
  /// Recognizes a format by the first bytes of a file; `nil` if it is none that is known.
  init?(head bytes: ArraySlice<UInt8>) {
    let head = String(decoding: bytes, as: UTF8.self)
    let lines = head.split(whereSeparator: \.isNewline)
    guard let first = lines.first(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
    let start = first.drop(while: \.isWhitespace)
    if start.hasPrefix("{") {
      self = Self.json(head, firstLine: start)
    } else if head.contains("HISTFAAA") {
      self = .histogramLog
    } else if head.contains("Percentile") && head.contains("TotalCount") {
      self = .percentiles
    } else if start.hasPrefix("# HELP") || start.hasPrefix("# TYPE") || head.contains("_bucket{") {
      self = .prometheus
    } else if start.contains(" [") && start.contains("\"") {
      self = .accessLog
    } else if ",;\t".contains(where: { start.contains($0) }) || lines.count > 1 {
      // One column needs no separator.
      self = .columns
    } else {
      return nil
    }
  }

  private static func json(_ head: String, firstLine: Substring) -> LogFormat {
    if head.contains("\"resourceSpans\"") { return .spans }
    if head.contains("\"http_req_duration\"")
      || firstLine.contains("\"type\"") && firstLine.contains("\"metric\"")
    {
      return .k6
    }
    return .jsonLines
  }
}
