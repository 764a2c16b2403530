import Measurement
package import Report
import RetryLanguage
package import RetryNumerics
import Simulation

/// A request of another program to a session.
package struct Request: Sendable {
  /// The kind of request.
  package enum Body: Sendable {
    /// Runs a text and responds in a format, from one state of the session to another.
    case run(String, Form, Reach)
    /// Checks a text without running it.
    case check(String, Reach)
    /// Splits a text into pieces of one colour.
    case colours(String)
    /// Splits a text into sections.
    case sections(String)
    /// Lists the completions at a position of a text.
    case complete(String, at: Int, Reach)
    /// Describes the call at a position of a text.
    case signature(String, at: Int, Reach)
    /// Explains a word.
    case help(String)
    /// Shows what is played at a time.
    case frame(String, at: Nanoseconds, columns: Int, rows: Int)
    /// Runs a text as a file from the start, and tells the digest of its results.
    case digest(String)
    /// Gives a file to the session.
    case put(String, name: String)
    /// Gives what the current run waits for.
    case answer(RunDemands.Given)
    /// Stops the request with an identifier, or all before it.
    case stop(String?)
    /// Ends the session.
    case quit

    /// Whether it runs something, or goes on with what runs.
    var runs: Bool {
      switch self {
      case .run, .help, .digest, .answer, .stop, .quit: true
      case .check, .colours, .sections, .complete, .signature, .frame, .put: false
      }
    }
  }

  /// The form of a response.
  package enum Form: Sendable {
    case objects, text, csv, html, bundle
  }

  /// What a request starts from, and how far it goes.
  package struct Reach: Sendable {
    /// The name of the state to start from; otherwise the current one.
    var from: String?
    /// The name under which the state after it is kept.
    var to: String?
    /// The most calls of a measurement, for a first look.
    var most: Int64?
    /// Whether long measurements are divided with other engines that run the same text.
    var divides = false
  }

  /// An error in a request.
  package struct Mistake: Error {
    /// The identifier that the response repeats.
    package let id: JSONValue
    /// The message.
    package let message: String
  }

  /// The identifier that the response repeats.
  package let id: JSONValue
  /// The kind of request.
  package let body: Body
  /// What positions count, if the request says so.
  let units: TextUnits?
  /// The identifier as it was written.
  var key: String { id.text }

  static let names = [
    "run", "check", "colours", "sections", "complete", "signature", "help", "frame", "digest",
    "put", "answer",
    "stop", "quit",
  ]

  /// Parses a request.
  package init(_ line: String) throws(Mistake) {
    guard let written = WrittenObject(json: line) else {
      throw Mistake(id: .null, message: "a request is a JSON object on one line")
    }
    let fields = written.values
    id = written.written("id").map { .raw($0) } ?? .null
    var parts = RequestFields(values: fields, id: id)
    parts.units = try parts.unitsOfPositions()
    units = parts.units
    switch fields["do"] {
    case .text("run"):
      body = .run(try parts.text("text"), try parts.form(), try parts.reach())
    case .text("check"): body = .check(try parts.text("text"), try parts.reach())
    case .text("colours"): body = .colours(try parts.text("text"))
    case .text("sections"): body = .sections(try parts.text("text"))
    case .text("complete"):
      let (text, place) = try parts.place()
      body = .complete(text, at: place, try parts.reach())
    case .text("signature"):
      let (text, place) = try parts.place()
      body = .signature(text, at: place, try parts.reach())
    case .text("help"): body = .help(try parts.word())
    case .text("frame"):
      body = .frame(
        try parts.text("name"), at: Nanoseconds(try parts.number("at_ns", in: 0...Int64.max)),
        columns: Int(try parts.number("columns", in: 20...400)),
        rows: Int(try parts.number("rows", in: 1...1000)))
    case .text("digest"): body = .digest(try parts.text("text"))
    case .text("put"): body = .put(try parts.text("text"), name: try parts.text("name"))
    case .text("answer"): body = .answer(try parts.given())
    case .text("stop"): body = .stop(written.written("of"))
    case .text("quit"): body = .quit
    default:
      let names = Self.names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw Mistake(id: id, message: "\"do\" is one of \(names)")
    }
  }
}

/// The fields of a request, as they are read.
private struct RequestFields {
  let values: [String: Value]
  let id: JSONValue
  var units: TextUnits?

  private func mistake(_ message: String) -> Request.Mistake {
    Request.Mistake(id: id, message: message)
  }

  func text(_ key: String) throws(Request.Mistake) -> String {
    guard case .text(let text)? = values[key] else {
      throw mistake("this request needs \"\(key)\", a text")
    }
    return text
  }

  /// A text and a position in it, which is its end if there is none.
  func place() throws(Request.Mistake) -> (text: String, place: Int) {
    let text = try text("text")
    guard let position = values["position"] else { return (text, text.count) }
    let units = units ?? .codePoints
    if case .int(let position) = position,
      let place = units.characters(before: position, in: text)
    {
      return (text, place)
    }
    let counted = units == .utf16 ? "units of UTF-16" : "code points"
    throw mistake("\"position\" is a number of \(counted) within the text")
  }

  /// The word to explain: as it is, or where it stands in a text.
  func word() throws(Request.Mistake) -> String {
    guard values["word"] == nil, values["position"] != nil else { return try text("word") }
    let (text, place) = try place()
    let isPart = { (character: Character) in
      character.isLetter || character.isNumber || character == "_"
    }
    let head = text.prefix(place).reversed().prefix(while: isPart).reversed()
    let word = String(head) + text.dropFirst(place).prefix(while: isPart)
    guard !word.isEmpty else { throw mistake("there is no word at this position") }
    return word
  }

  func unitsOfPositions() throws(Request.Mistake) -> TextUnits? {
    switch values["units"] {
    case nil: return nil
    case .text("characters"): return .characters
    case .text("codepoints"): return .codePoints
    case .text("utf16"): return .utf16
    default: throw mistake("\"units\" is \"characters\", \"codepoints\" or \"utf16\"")
    }
  }

  func number(_ key: String, in range: ClosedRange<Int64>) throws(Request.Mistake) -> Int64 {
    guard case .int(let number)? = values[key], range.contains(number) else {
      let upper = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      throw mistake("\"\(key)\" is a number from \(range.lowerBound) \(upper)")
    }
    return number
  }

  func reach() throws(Request.Mistake) -> Request.Reach {
    Request.Reach(
      from: values["from"] == nil ? nil : try text("from"),
      to: values["to"] == nil ? nil : try text("to"),
      most: values["most"] == nil ? nil : try number("most", in: 1...Int64.max),
      divides: values["divides"] == .bool(true))
  }

  func given() throws(Request.Mistake) -> RunDemands.Given {
    switch (values["shard"], values["parts"]) {
    case (nil, nil): return .answer(try text("text"))
    case (.list(let place)?, _):
      guard place.count == 2, case .int(let index) = place[0], case .int(let count) = place[1],
        (1...1_000_000).contains(count), (0..<count).contains(index)
      else { throw mistake("\"shard\" is the place of a shard and the number of shards") }
      return .portion(.shard(Int(index), of: Int(count)))
    case (_, .list(let texts)?):
      let parts = texts.compactMap { text -> [UInt8]? in
        if case .text(let text) = text { [UInt8](hexadecimal: text) } else { nil }
      }
      guard parts.count == texts.count else { throw mistake("\"parts\" are texts of parts") }
      return .portion(parts.isEmpty ? .all : .parts(parts))
    default: throw mistake("\"parts\" are texts of parts")
    }
  }

  func form() throws(Request.Mistake) -> Request.Form {
    switch values["as"] {
    case nil, .text("json"): .objects
    case .text("text"): .text
    case .text("csv"): .csv
    case .text("html"): .html
    case .text("bundle"): .bundle
    default: throw mistake("\"as\" is \"json\", \"text\", \"csv\", \"html\" or \"bundle\"")
    }
  }
}
