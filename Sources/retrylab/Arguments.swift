import Workbench

/// The parsed command line.
struct Arguments {
  /// When text is coloured.
  enum Colour: String {
    case always, never, auto
  }

  /// Texts to run, in the given order.
  var inputs: [Input] = []
  var seed: UInt64?
  /// The number of threads for many calls.
  var threads: Int?
  /// The folder for CSV tables.
  var tables: String?
  /// The output format.
  var format = Format.text
  var onlyChecks = false
  /// Whether the prompt starts without a banner.
  var isQuiet = false
  /// Whether the prompt first runs the user's start file.
  var hasInit = true
  var colour = Colour.auto
  /// What to do with the named files.
  var task = Task.run
  /// Whether to replace recordings.
  var updates = false
  /// The share by which numbers may differ from recordings.
  var tolerance = 0.0
  /// Whether all differences from recordings are shown.
  var tellsAll = false
  /// The path of the JUnit report.
  var junit: String?
  /// Whether another program controls the session.
  var isServing = false
  /// A text to print instead of running anything.
  var printout: Printout?

  /// A text to run.
  enum Input {
    case text(String)
    case file(String)

    /// The path of a file.
    var path: String { if case .file(let path) = self { path } else { "" } }
  }

  /// What to do with files.
  enum Task: String {
    case run, test, replay
  }

  /// The named files.
  var paths: [String] {
    inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
  }

  /// A text that the program prints instead of running.
  enum Printout {
    case help, version
  }

  /// Invalid arguments.
  struct Mistake: Error {
    let message: String
  }

  /// Parses the arguments of a command line.
  init(_ words: some Sequence<String>) throws(Mistake) {
    var rest = Array(words)[...]
    var areOptionsOver = false
    while let word = rest.popFirst() {
      if !areOptionsOver, inputs.isEmpty, task == .run, let named = Task(rawValue: word),
        named != .run
      {
        task = named
      } else if areOptionsOver || !word.hasPrefix("-") || word == "-" {
        inputs.append(.file(word))
      } else if word == "--" {
        areOptionsOver = true
      } else {
        try read(word, &rest)
      }
    }
    try check()
  }

  /// Rejects options that cannot be combined.
  private func check() throws(Mistake) {
    if task == .replay, paths.isEmpty { throw Mistake(message: "replay needs a file") }
    if task != .run, paths.count < inputs.count {
      throw Mistake(message: "-e cannot be combined with \(task.rawValue)")
    }
    let isPlain =
      inputs.isEmpty && task == .run && format == .text && !onlyChecks && !isQuiet && hasInit
      && colour == .auto
    if isServing, !isPlain {
      throw Mistake(message: "--serve can only be combined with --seed and --threads")
    }
    if format == .csv, task != .run {
      throw Mistake(message: "--csv cannot be combined with \(task.rawValue)")
    }
    if tolerance > 0 || tellsAll, task == .run || updates {
      let word = tellsAll ? "--diff" : "--tolerance"
      throw Mistake(
        message: "\(word) needs \(updates ? "replay without --update" : "test or replay")")
    }
    if updates, task != .replay { throw Mistake(message: "--update needs replay") }
    if junit != nil, task == .run { throw Mistake(message: "--junit needs test") }
  }

  private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) throws(Mistake) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    let given: String? = parts.count > 1 ? parts[1] : nil
    switch parts[0] {
    case "-e": inputs.append(.text(try value(of: word, given, &rest)))
    case "--threads":
      let text = try value(of: word, given, &rest)
      guard let number = Int(text), (1...256).contains(number) else {
        throw Mistake(message: "--threads takes an integer from 1 to 256, not '\(text)'")
      }
      threads = number
    case "--seed":
      let text = try value(of: word, given, &rest)
      // At most what the language can write, so that a session can be saved.
      guard let number = Int64(text), number >= 0 else {
        throw Mistake(
          message: "--seed takes an integer from 0 to \(Int64.max), not '\(text)'")
      }
      seed = UInt64(number)
    case "--color", "--colour":
      let text = try value(of: word, given, &rest)
      guard let choice = Colour(rawValue: text) else {
        throw Mistake(message: "--color takes always, never or auto, not '\(text)'")
      }
      colour = choice
    case "--json": try take(.json)
    case "--csv":
      try take(.csv)
      tables = given
    case "--serve": isServing = true
    case "--update": updates = true
    case "--diff": tellsAll = true
    case "--tolerance": tolerance = try share(of: word, given, &rest)
    case "--junit": junit = try value(of: word, given, &rest)
    case "--check": onlyChecks = true
    case "--quiet", "-q": isQuiet = true
    case "--no-init": hasInit = false
    case "--help", "-h": printout = .help
    case "--version": printout = .version
    default: throw Mistake(message: "unknown option '\(word)'")
    }
  }

  /// A share such as 1% or 0.01.
  private func share(
    of word: String, _ given: String?, _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> Double {
    let text = try value(of: word, given, &rest)
    let number = Double(text.hasSuffix("%") ? text.dropLast() : text[...])
    guard let number, number >= 0, number.isFinite else {
      throw Mistake(message: "\(word) takes a share such as 1% or 0.01, not '\(text)'")
    }
    return text.hasSuffix("%") ? number / 100 : number
  }

  /// Sets the output format, which cannot be set twice.
  private mutating func take(_ other: Format) throws(Mistake) {
    guard format == .text || format == other else {
      throw Mistake(message: "--csv cannot be combined with --json")
    }
    format = other
  }

  private func value(
    of word: String, _ given: String?, _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    if let value = given ?? rest.popFirst() { return value }
    throw Mistake(message: "\(word) needs a value")
  }
}
