/// The options of the command line.
struct Options: Sendable {
  var count = 300
  var seed: UInt64 = 1
  var layers: [String] = []
  var only: Set<Int> = []
  var jobs = 2
  var limit = 120.0
  var memory = 8
  var isWider = false
  var isList = false
  var folder = ".build/mutants/package"
  var report = ".build/mutants/report.jsonl"

  /// How the program is used.
  static let usage = """
    retrylab-mutate [--count 300] [--seed 1] [--layer NAME]... [--only 17,23] [--jobs 2]
      [--limit SECONDS] [--memory GIGABYTES] [--wider] [--list] [--scratch FOLDER] [--report FILE]
    """

  /// Reads the arguments.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      switch name {
      case "--wider": isWider = true
      case "--list": isList = true
      default: try set(name, rest.popFirst() ?? "")
      }
    }
  }

  private mutating func set(_ name: String, _ value: String) throws {
    switch name {
    case "--count": count = try number(value)
    case "--seed": seed = try number(value)
    case "--layer": layers += try value.split(separator: ",").map(layer)
    case "--only": only.formUnion(try value.split(separator: ",").map { try number(String($0)) })
    case "--jobs": jobs = max(1, try number(value))
    case "--limit": limit = Double(try number(value.hasSuffix("s") ? value.dropLast() : value[...]))
    case "--memory": memory = try number(value)
    case "--scratch": folder = value + "/package"
    case "--report": report = value
    default: throw Failure("\(name) is no option\n\(Self.usage)")
    }
  }

  private func number<Number: FixedWidthInteger>(_ text: some StringProtocol) throws -> Number {
    guard let number = Number(text) else { throw Failure("'\(text)' is no number") }
    return number
  }

  private func layer(_ name: some StringProtocol) throws -> String {
    guard Layer.named(name) != nil else {
      throw Failure("there is no layer '\(name)'")
    }
    return String(name)
  }
}
