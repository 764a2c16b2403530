import Synchronization

/// Stand-ins for the module of swift-distributed-tracing, with the declarations that the articles use; they print.

/// What a span is for.
public enum SpanKind: String, Sendable {
  case server, client, producer, consumer, `internal`
}

/// The value of an attribute.
public enum SpanAttribute: Sendable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
  case int64(Int64)
  case string(String)

  /// Creates a text from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a number from a literal.
  public init(integerLiteral value: Int) { self = .int64(Int64(value)) }
}

/// What an attribute can be made of.
public protocol SpanAttributeConvertible {
  /// The attribute.
  func toSpanAttribute() -> SpanAttribute
}

extension SpanAttribute: SpanAttributeConvertible {
  /// The attribute itself.
  public func toSpanAttribute() -> SpanAttribute { self }
}

extension Int: SpanAttributeConvertible {
  /// The number as an attribute.
  public func toSpanAttribute() -> SpanAttribute { .int64(Int64(self)) }
}

extension String: SpanAttributeConvertible {
  /// The text as an attribute.
  public func toSpanAttribute() -> SpanAttribute { .string(self) }
}

/// Attributes by name.
public struct SpanAttributes: Sendable, ExpressibleByDictionaryLiteral {
  /// The values by name.
  private var values: [String: SpanAttribute] = [:]

  /// Creates attributes from a literal.
  public init(dictionaryLiteral elements: (String, SpanAttribute)...) {
    values = Dictionary(uniqueKeysWithValues: elements)
  }

  /// The value of a name.
  public subscript(_ name: String) -> (any SpanAttributeConvertible)? {
    get { values[name] }
    set { values[name] = newValue?.toSpanAttribute() }
  }

  /// The attributes as text.
  var text: String {
    let known = values.sorted { $0.key < $1.key }.map { name, value in
      switch value {
      case .int64(let number): "\(name)=\(number)"
      case .string(let text): "\(name)=\(text)"
      }
    }
    return known.isEmpty ? "" : " [\(known.joined(separator: " "))]"
  }
}

/// Something that happened within a span.
public struct SpanEvent: Sendable {
  /// Its name.
  public let name: String
  /// What is known of it.
  public var attributes: SpanAttributes

  /// Creates an event.
  public init(name: String, attributes: SpanAttributes = [:]) {
    self.name = name
    self.attributes = attributes
  }
}

/// How a span ended.
public struct SpanStatus: Sendable {
  /// How it ended, without a text.
  public enum Code: Sendable {
    case ok, error
  }

  /// How it ended.
  public let code: Code
  /// A text about it.
  public let message: String?

  /// Creates a status.
  public init(code: Code, message: String? = nil) {
    self.code = code
    self.message = message
  }
}

/// An interval with what is known of it.
public protocol Span: Sendable {
  /// What is known of it.
  var attributes: SpanAttributes { get nonmutating set }
  /// Adds an event.
  func addEvent(_ event: SpanEvent)
  /// Sets how it ended.
  func setStatus(_ status: SpanStatus)
  /// Adds an error.
  func recordError(_ error: any Error)
}

/// A span that prints itself when it ends, below its events.
final class PrintedSpan: Span {
  /// What is known of a span.
  private struct State: Sendable {
    var attributes: SpanAttributes = [:]
    var lines: [String] = []
    var status = ""
  }

  /// How many spans are around this one.
  @TaskLocal static var depth = 0

  private let state = Mutex(State())

  var attributes: SpanAttributes {
    get { state.withLock(\.attributes) }
    set { state.withLock { $0.attributes = newValue } }
  }

  func addEvent(_ event: SpanEvent) {
    state.withLock { $0.lines.append("event \(event.name)\(event.attributes.text)") }
  }

  func setStatus(_ status: SpanStatus) {
    state.withLock { $0.status = " status=\(status.code)" }
  }

  func recordError(_ error: any Error) { addEvent(SpanEvent(name: "exception")) }

  /// Prints the span.
  func end(_ name: String, _ kind: SpanKind) {
    let indent = String(repeating: "  ", count: Self.depth)
    state.withLock { state in
      print("\(indent)span \(name) \(kind)\(state.attributes.text)\(state.status)")
      for line in state.lines { print("\(indent)  \(line)") }
    }
  }
}

/// Runs an operation within a span, and records the error that it throws.
public func withSpan<T>(
  _ operationName: String, ofKind kind: SpanKind = .internal,
  isolation: isolated (any Actor)? = #isolation, function: String = #function,
  file fileID: String = #fileID, line: UInt = #line, _ operation: (any Span) async throws -> T
) async rethrows -> T {
  let span = PrintedSpan()
  defer { span.end(operationName, kind) }
  do {
    return try await PrintedSpan.$depth.withValue(PrintedSpan.depth + 1) {
      try await operation(span)
    }
  } catch {
    span.recordError(error)
    throw error
  }
}
