package import Report
import RetryLanguage
package import Simulation

/// A request of another program to a session.
package struct Request: Sendable {
  /// The kind of request.
  package enum Body: Sendable {
    /// Runs a text and responds in a format.
    case run(String, Format)
    /// Checks a text without running it.
    case check(String)
    /// Lists the completions at a position of a text.
    case complete(String, at: Int)
    /// Describes the call at a position of a text.
    case signature(String, at: Int)
    /// Explains a word.
    case help(String)
    /// Answers the current question of the session.
    case answer(String)
    case stop
    /// Ends the session.
    case quit
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

  static let names = ["run", "check", "complete", "signature", "help", "answer", "stop", "quit"]

  /// Parses a request.
  package init(_ line: String, json: (String) -> Value?) throws(Mistake) {
    let written = WrittenId(line)
    guard case .object(let fields)? = json(written?.rest ?? line) else {
      throw Mistake(id: .null, message: "a request is a JSON object on one line")
    }
    let id = written.map { .raw($0.text) } ?? fields["id"].map { JSONValue($0) } ?? .null
    func text(_ key: String) throws(Mistake) -> String {
      guard case .text(let text)? = fields[key] else {
        throw Mistake(id: id, message: "this request needs \"\(key)\", a text")
      }
      return text
    }
    func place(in text: String) throws(Mistake) -> Int {
      switch fields["position"] {
      case nil: return text.count
      case .int(let position)? where (0...Int64(text.unicodeScalars.count)).contains(position):
        let scalars = text.unicodeScalars
        return String(scalars.prefix(Int(position))).count
      default:
        throw Mistake(id: id, message: "\"position\" is a number of code points within the text")
      }
    }
    self.id = id
    switch fields["do"] {
    case .text("run"): body = .run(try text("text"), try Self.format(fields["as"], id))
    case .text("check"): body = .check(try text("text"))
    case .text("complete"):
      let written = try text("text")
      body = .complete(written, at: try place(in: written))
    case .text("signature"):
      let written = try text("text")
      body = .signature(written, at: try place(in: written))
    case .text("help"): body = .help(try text("word"))
    case .text("answer"): body = .answer(try text("text"))
    case .text("stop"): body = .stop
    case .text("quit"): body = .quit
    default:
      let names = Self.names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw Mistake(id: id, message: "\"do\" is one of \(names)")
    }
  }

  private static func format(_ value: Value?, _ id: JSONValue) throws(Mistake) -> Format {
    switch value {
    case nil, .text("json"): return .json
    case .text("text"): return .text
    case .text("csv"): return .csv
    default: throw Mistake(id: id, message: "\"as\" is \"json\", \"text\" or \"csv\"")
    }
  }
}
