import Documents
import Retry
import RetryNumerics

/// The layers of resilience4j beside its retries, each of which has a section of its own.
struct SpringAspects {
  /// A section.
  private struct Section {
    let kind: PolicyDocument.Layer.Kind?
    let name: String
    var order: Int
    var instances: [Document.Entry] = []
    var configs: [String: Document] = [:]
  }

  /// The sections, the outermost layer first.
  private var sections: [Section] = [
    Section(kind: nil, name: "retry", order: -5),
    Section(kind: .breaker, name: "circuitbreaker", order: -4),
    Section(kind: .rateLimiter, name: "ratelimiter", order: -3),
    Section(kind: .timeout, name: "timelimiter", order: -2),
    Section(kind: .concurrencyLimit, name: "bulkhead", order: -1),
  ]

  /// Collects the sections of a configuration, whose orders count from the last place.
  fileprivate init(
    _ root: Document, retries: Document?, _ file: inout PolicyFile
  ) throws(DocumentError) {
    for index in sections.indices {
      let name = sections[index].name
      var order = retries
      if index > 0 {
        guard let document = root["resilience4j.\(name)"] ?? root["resilience4j"]?[name] else {
          continue
        }
        var fields = try document.fields
        sections[index].instances =
          try (fields.take("instances") ?? fields.take("backends"))?.fields.rest ?? []
        for entry in try fields.take("configs")?.fields.rest ?? [] {
          sections[index].configs[entry.key] = entry.value
        }
        order = fields.take { $0.camelCased.lowercased() == "\(name)aspectorder" }
        file.finish(fields, of: "resilience4j.\(name)")
      }
      // The usual orders are the last that there are.
      if let order = try order?.int { sections[index].order = order - Int(Int32.max) }
    }
    sections.sort { $0.order < $1.order }
  }

  mutating func layers(
    of instance: String, _ file: inout PolicyFile
  ) throws(DocumentError) -> SurroundingLayers {
    var layers = SurroundingLayers()
    var isInside = false
    for index in sections.indices {
      guard let kind = sections[index].kind else {
        isInside = true
        continue
      }
      guard let place = sections[index].instances.firstIndex(where: { $0.key == instance }) else {
        continue
      }
      let entry = sections[index].instances.remove(at: place)
      var settings = SpringSettings()
      try settings.add(entry.value, sections[index].configs)
      let layer = try settings.layer(kind)
      for key in settings.unread {
        file.remark(entry.place, "'\(key)' of \(sections[index].name) is not understood")
      }
      if isInside { layers.aroundAttempt.append(layer) } else { layers.aroundCall.append(layer) }
    }
    return layers
  }

  /// Notes the instances that have no retries beside them.
  func finish(_ file: inout PolicyFile) {
    for section in sections {
      for entry in section.instances {
        file.remark(
          entry.place, "'\(entry.key)' of \(section.name) is not read: no retry has that name")
      }
    }
  }
}

extension PolicyFile {
  /// Collects the sections beside the retries.
  mutating func aspects(
    _ root: Document, retries: Document?
  ) throws(DocumentError) -> SpringAspects {
    try SpringAspects(root, retries: retries, &self)
  }
}

/// What an instance says, with what it begins with.
private struct SpringSettings {
  private var values: [String: Document] = [:]
  private var taken: Set<String> = [
    "baseConfig", "registerHealthIndicator", "eventConsumerBufferSize",
  ]

  /// Adds what an instance or a configuration says and was not said yet.
  mutating func add(
    _ document: Document, _ configs: [String: Document], depth: Int = 0
  ) throws(DocumentError) {
    for entry in try document.fields.rest where values[entry.key.camelCased] == nil {
      values[entry.key.camelCased] = entry.value
    }
    let base = try (document["baseConfig"] ?? document["base-config"])?.text
    guard depth < 16,
      let next = base.map({ configs[$0] }) ?? (depth == 0 ? configs["default"] : nil)
    else { return }
    try add(next, configs, depth: depth + 1)
  }

  /// The keys that were not read.
  var unread: [String] { values.keys.filter { !taken.contains($0) }.sorted() }

  private mutating func take(_ key: String) -> Document? {
    taken.insert(key)
    return values[key]
  }

  private mutating func count(_ key: String, _ usual: Int) throws(DocumentError) -> Int {
    try take(key)?.int ?? usual
  }

  private mutating func share(_ key: String, _ usual: Double) throws(DocumentError) -> Double {
    let percent = try take(key)?.double ?? usual
    // The digits with the point two places further on, so that no division changes them.
    return Double("\(percent)e-2") ?? percent / 100
  }

  private mutating func time(_ key: String, _ usual: Duration) throws(DocumentError) -> Duration {
    try take(key)?.span(unit: Nanoseconds(1_000_000)).duration ?? usual
  }

  mutating func layer(_ kind: PolicyDocument.Layer.Kind) throws(DocumentError)
    -> PolicyDocument.Layer
  {
    switch kind {
    case .breaker: return .breaker(try breaker())
    case .rateLimiter:
      let calls = try count("limitForPeriod", 50)
      let wait = try time("timeoutDuration", .seconds(5))
      return .rateLimiter(
        .tokenBucket(
          calls, per: try time("limitRefreshPeriod", .nanoseconds(500)), burst: calls,
          maximumWait: Nanoseconds(wait) >= Self.endless ? Nanoseconds.never.duration : wait))
    case .timeout, .throttle, .pace, .hedge:
      _ = take("cancelRunningFuture")
      return .timeout(try time("timeoutDuration", .seconds(1)))
    case .concurrencyLimit:
      let wait = try time("maxWaitDuration", .zero)
      return .concurrencyLimit(
        ConcurrencyLimit(
          try count("maxConcurrentCalls", 25), queue: wait == .zero ? 0 : .max,
          maximumWait: Nanoseconds(wait) >= Self.endless ? nil : wait))
    }
  }

  /// A wait that ends no more.
  private static let endless = Nanoseconds(1_000_000_000) * (86_400 * 365 * 100)
  /// A time that no call takes.
  private static let slowest = Nanoseconds(1_000_000_000) * (86_400 * 365)

  private mutating func breaker() throws(DocumentError) -> CircuitBreaker {
    let size = try count("slidingWindowSize", 100)
    let isTimed = try take("slidingWindowType")?.text == "TIME_BASED"
    let grows = try take("enableExponentialBackoff")?.bool ?? false
    let factor = try take("exponentialBackoffMultiplier")?.double ?? 1.5
    let longest = try take("exponentialMaxWaitDurationInOpenState")?.span(
      unit: Nanoseconds(1_000_000))
    let slow = try time("slowCallDurationThreshold", .seconds(60))
    let slowCalls = try share("slowCallRateThreshold", 100)
    // Classes, which the refusals of other layers are here.
    _ = take("ignoreExceptions")
    return CircuitBreaker(
      failureRate: try share("failureRateThreshold", 50),
      slowRate: Nanoseconds(slow) >= Self.slowest ? nil : slowCalls,
      slow: Nanoseconds(slow) >= Self.slowest ? .seconds(60) : slow,
      over: isTimed ? .time(.seconds(size)) : .calls(size),
      minimumCalls: try count("minimumNumberOfCalls", 100),
      opening: .init(
        try time("waitDurationInOpenState", .seconds(60)), factor: grows ? factor : 1,
        maximum: grows ? longest?.duration : nil),
      probes: try count("permittedNumberOfCallsInHalfOpenState", 10))
  }
}
