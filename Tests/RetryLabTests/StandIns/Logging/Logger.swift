/// A stand-in for the module of swift-log, with the declarations that the articles use; it prints.
public struct Logger: Sendable {
  /// How severe a message is.
  public enum Level: String, Sendable {
    case trace, debug, info, notice, warning, error, critical
  }

  /// The text of a message.
  public struct Message: ExpressibleByStringInterpolation, Sendable {
    /// The text.
    let text: String

    /// Creates a message from a literal.
    public init(stringLiteral value: String) { text = value }
  }

  /// The value of a key.
  public enum MetadataValue: ExpressibleByStringInterpolation, Sendable {
    /// A text.
    case string(String)
    /// A value whose text is made late.
    case stringConvertible(any CustomStringConvertible & Sendable)

    /// Creates a value from a literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// The value as text.
    var text: String {
      switch self {
      case .string(let text): text
      case .stringConvertible(let value): value.description
      }
    }
  }

  /// What is known besides a message.
  public typealias Metadata = [String: MetadataValue]

  /// Who logs.
  public let label: String
  /// Messages below this level are dropped.
  public var logLevel: Level = .info

  /// Creates a logger.
  public init(label: String) { self.label = label }

  /// Logs a message.
  public func log(
    level: Level, _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil, source: @autoclosure () -> String? = nil,
    file: String = #fileID, function: String = #function, line: UInt = #line
  ) {
    let known = (metadata() ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1.text)" }
    print("\(level) \(message().text) [\(known.joined(separator: " "))]")
  }
}
