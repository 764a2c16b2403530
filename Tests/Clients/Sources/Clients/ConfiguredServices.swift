public import Foundation
import Retry
import RetryCoding

/// An error that no further attempt corrects.
public struct UnknownArticle: Error, Hashable {
  /// Creates the error.
  public init() {}
}

/// The clients of many services, under settings from a file that may change while calls run.
///
/// Each service has a pipeline of its own, so one that fails opens no breaker but its own.
public final class ConfiguredServices: Sendable {
  /// The document that new pipelines go by; an object, since the registry and its owner share it.
  private final class Settings: Sendable {
    private let document: Guarded<PolicyDocument>

    init(_ document: PolicyDocument) { self.document = Guarded(document) }

    var current: PolicyDocument {
      get { document.withLock(\.self) }
      set { document.withLock { $0 = newValue } }
    }
  }

  private let file: URL
  private let settings: Settings
  private let services: PipelineRegistry<String, Pipeline<DocumentLayers>>

  /// Reads the settings; without any, there are no clients.
  public init(file: URL, clock: some Clock<Duration> = ContinuousClock()) throws {
    let settings = Settings(try Self.read(file))
    self.file = file
    self.settings = settings
    services = PipelineRegistry(limit: 100, idle: .seconds(3600), clock: clock) { _ in
      settings.current.pipeline(clock: clock, on: { !($0 is UnknownArticle) })
    }
  }

  /// Calls a service under the settings of the moment; the operation is told its attempt.
  public func call<Value: Sendable>(
    _ service: String, operation: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> Value {
    try await services[service].call { context in try await operation(context.attempt) }
  }

  /// Reads the file again, such as at a signal; one that cannot be read leaves all as it is.
  public func reload() throws {
    let document = try Self.read(file)
    // First, so that a pipeline which is made meanwhile goes by the new document as well.
    settings.current = document
    services.forEach { _, service in service.update(document) }
  }

  /// The names of the services that were called lately, and how many attempts their calls may make.
  public var attempts: [String: Int] {
    services.items.reduce(into: [:]) { attempts, service in
      attempts[service.key] = service.item.document.rules.attempts
    }
  }

  private static func read(_ file: URL) throws -> PolicyDocument {
    try JSONDecoder().decode(PolicyDocument.self, from: Data(contentsOf: file))
  }
}
