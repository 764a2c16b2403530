import RetryNumerics

// What all code in Go has.

extension PolicyText {
  /// Returns a file with a body, which imports packages of Go, the time if it needs that, and those of a library.
  static func package(_ packages: [String], _ library: [String], _ body: String) -> String {
    let own = packages + (body.contains("time.") ? ["time"] : [])
    let imports = own.map { "\t\"\($0)\"\n" }.joined() + (own.isEmpty ? "" : "\n")
    return
      "package policy\n\nimport (\n\(imports)\(library.map { "\t\"\($0)\"\n" }.joined()))\n\n\(body)"
  }

  /// Returns a time among other arguments or inside of one, where gofmt sets a product without spaces.
  static func goNarrow(_ time: Nanoseconds) -> String {
    goSpan(time).replacing(" ", with: "")
  }

  /// Returns a time as an expression of Go, in the largest unit in which it is whole.
  static func goSpan(_ time: Nanoseconds) -> String {
    let units: [(Int64, String)] = [
      (1_000_000_000, "Second"), (1_000_000, "Millisecond"), (1000, "Microsecond"),
    ]
    guard time.count != 0 else { return "0" }
    let unit = units.first { time.count % $0.0 == 0 } ?? (1, "Nanosecond")
    return "\(time.count / unit.0) * time.\(unit.1)"
  }
}
