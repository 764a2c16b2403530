import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

// The kinds of objects about a session itself, most of which only a server prints.

extension JSONForms {
  static let definition = JSONForm<(named: NamedDefinition, hides: Bool?)>(
    "definition", "a listed definition; with --serve also a new one"
  ) {
    JSONKey("name", "its name") { $0.named.name }
    JSONKey("type", "its type") { $0.named.definition.type.description }
    JSONKey("text", "a description of the value") { Description.value($0.named.definition) }
    JSONKey("written", "its definition as a line of the language") {
      $0.named.definition.written(as: $0.named.name)
    }
    JSONKey.optional("hides", "whether it hides a built-in name; only for a new definition") {
      $0.hides
    }
  }

  static let setting = JSONForm<SettingValue>("setting", "a setting") {
    JSONKey("name", "its name") { $0.name }
    JSONKey("value", "its value") { $0.value }
    JSONKey("origin", "the source of the value") { $0.origin }
    JSONKey("meaning", "what it controls") { $0.meaning }
  }

  static let text = JSONForm<String>("text", "a requested text, such as help") {
    JSONKey("text", "the text") { $0 }
  }

  static let narration = JSONForm<String>(
    "narration", "a line of narration; only with --serve"
  ) {
    JSONKey("text", "the line") { $0 }
  }

  static let note = JSONForm<String>("note", "a note; only with --serve") {
    JSONKey("text", "the note") { $0 }
  }

  static let took = JSONForm<Nanoseconds>(
    "took", "the time a statement took, after 'timing'; only with --serve"
  ) {
    JSONKey("duration_ns", "the elapsed real time") { $0 }
  }

  static let ways = JSONForm<[String]>(
    "ways", "how calls were simulated, after 'timing'; only with --serve"
  ) {
    JSONKey("ways", "a description of each engine used") { $0 }
  }

  static let progress = JSONForm<Double>(
    "progress", "the progress of a long run; only with --serve"
  ) {
    JSONKey("share", "the completed share, from 0 to 1") { $0 }
  }

  static let question = JSONForm<(text: String, answers: [String])>(
    "question", "a question for a person; only with --serve"
  ) {
    JSONKey("text", "the question") { $0.text }
    JSONKey("answers", "the accepted answers, if known") { $0.answers }
  }

  static let divisible = JSONForm<UInt64>(
    "divisible", "a long measurement, which others can take part in; only in a page"
  ) {
    JSONKey("calls", "the number of its calls, or of its runs") { $0 }
  }

  static let part = JSONForm<String>(
    "part", "a part of a measurement; only in a page"
  ) {
    JSONKey("text", "the part, for the run that merges it with others") { $0 }
  }

  static let output = JSONForm<(stream: String, text: String)>(
    "output", "output in another format; only with --serve"
  ) {
    JSONKey("stream", "result, message or mistake") { $0.stream }
    JSONKey("text", "the printed text") { $0.text }
  }

  static let colours = JSONForm<[(text: String, ink: Ink?)]>(
    "colours", "a text in pieces of one colour; only with --serve"
  ) {
    JSONKey.each("pieces", { $0 }) {
      JSONKey("text", "a piece of the text") { $0.text }
      JSONKey("ink", "what it is, such as number or quoted; null for the rest") { $0.ink?.rawValue }
    }
  }

  static let sections = JSONForm<[String]>(
    "sections", "the sections of a text; only with --serve"
  ) {
    JSONKey("texts", "a section") { $0 }
  }

  static let playable = JSONForm<(name: String, length: Nanoseconds, moments: [Nanoseconds])>(
    "playable", "what can be shown in its course; only with --serve"
  ) {
    JSONKey("name", "its name in requests of frames") { $0.name }
    JSONKey("length_ns", "the time of its end") { $0.length }
    JSONKey("moments_ns", "a time at which something happens") { $0.moments }
  }

  static let frame = JSONForm<(now: Nanoseconds, html: String)>(
    "frame", "what is shown at a time of a play; only with --serve"
  ) {
    JSONKey("at_ns", "the time") { $0.now }
    JSONKey("html", "its lines as HTML") { $0.html }
  }

  static let digest = JSONForm<String>(
    "digest", "a short text that is the same for the same results; only with --serve"
  ) {
    JSONKey("text", "the digest") { $0 }
  }

  static let file = JSONForm<(name: String, text: String, isProgress: Bool)>(
    "file", "a file to keep; only in a page"
  ) {
    JSONKey("name", "its name") { $0.name }
    JSONKey("text", "its text") { $0.text }
    JSONKey("progress", "whether it is the progress of lessons") { $0.isProgress }
  }

  static let completion = JSONForm<(range: Range<Int>, words: [Proposals.Word])>(
    "completion", "completions at a position; only with --serve"
  ) {
    JSONKey("from", "the start of the replaced text, in code points") { $0.range.lowerBound }
    JSONKey("to", "the end of the replaced text") { $0.range.upperBound }
    JSONKey.each("words", { $0.words }) {
      JSONKey("name", "the name of a completion") { $0.name }
      JSONKey("text", "the text to insert") { $0.text }
      JSONKey("detail", "a description") { $0.detail }
    }
  }

  static let signature = JSONForm<(label: String?, forms: [Callable])>(
    "signature", "the signature of a call; only with --serve"
  ) {
    JSONKey("label", "the label at the position") { $0.label }
    JSONKey.each("forms", { $0.forms }) {
      JSONKey("text", "a form of the call") { $0.signature }
      JSONKey("summary", "what it does") { $0.summary }
    }
  }

  static let refusal = JSONForm<String>("refusal", "an invalid request; only with --serve") {
    JSONKey("message", "the reason") { $0 }
  }

  static let done = JSONForm<String>("done", "the end of a response; only with --serve") {
    JSONKey("status", "ready, incomplete, wrong, failed, stopped or ended") { $0 }
  }
}
