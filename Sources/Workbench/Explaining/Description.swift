import Report
import Retry
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// Descriptions of values.
enum Description {
  static func line(_ name: String, _ definition: Definition) -> String {
    "\(name): \(value(definition))"
  }

  static func value(_ definition: Definition) -> String {
    switch definition.item {
    case .source(let source): self.source(source, definition)
    case .policy(let strategy): "a policy · \(attempts(strategy.policy.rules.mostAttempts))"
    case .backoff(let backoff): "a back-off · \(backoff)"
    case .resource(let resource): self.resource(resource)
    case .cache(let cache): self.cache(cache)
    case .rateProfile(let profile): "a rate over time · \(LoadText.rate(profile))"
    case .load(let load): "a load · \(LoadText.arrivals(load)) · \(LoadText.time(load))"
    case .setting(.program(let program)): self.program(program)
    case .function(let function): self.function(function)
    case .value(let value) where definition.type == .share: share(value)
    case .value(let value) where definition.type == .rate: rate(value)
    case .list(let items) where definition.type == .list(.share):
      shortened("[\(items.compactMap(\.plain).map(share).joined(separator: ", "))]")
    case .list(let items) where definition.type == .list(.rate):
      shortened("[\(items.compactMap(\.plain).map(rate).joined(separator: ", "))]")
    default:
      shortened(definition.item.plain?.brief ?? "\(definition.type) · \(definition.line)")
    }
  }

  private static func function(_ function: Function) -> String {
    guard let declaration = function.declaration else { return "a closure" }
    return "a function · \(declaration.parameters) -> \(declaration.result.text)"
  }

  /// Returns a value of a parameter.
  static func item(_ item: RuntimeValue) -> String {
    if case .value(let value) = item { value.description } else { "…" }
  }

  /// Returns a text cut to fit a screen.
  private static func shortened(_ text: String) -> String {
    text.count > 1000 ? text.prefix(1000) + "…" : text
  }

  private static func source(_ source: Source, _ definition: Definition) -> String {
    if case .operation(let operation) = source.kind { return self.operation(operation) }
    let plan = Plan(of: source)
    let words = "\(definition.type) · \(definition.line)"
    return plan.hasRetries ? "\(words) · \(attempts(plan.attempts))" : words
  }

  static func attempts(_ limit: Int?) -> String {
    switch limit {
    case nil: "unlimited attempts"
    case 1?: "1 attempt in total"
    case let limit?: "\(limit) attempts in total"
    }
  }

  static func operation(_ operation: Operation) -> String {
    var parts = ["an operation"]
    if operation.resource == nil || operation.latency.maximum > .zero {
      parts.append(latency(operation.latency))
    }
    if !operation.script.isEmpty {
      parts.append("a script of \(operation.script.count.counting("outcome"))")
    }
    if let faults = faults(operation.faults) { parts.append("fails: \(faults)") }
    if let log = operation.log {
      parts.append(
        "meets \(log.entries.count.counting("request")) of a log, in blocks of \(log.block.brief)")
    }
    if operation.hangs > 0 { parts.append("hangs: \(share(.double(operation.hangs)))") }
    if operation.lost != .none { parts.append("lost: \(losses(operation.lost))") }
    if !operation.isIdempotent { parts.append("not idempotent") }
    if let cost = operation.cost { parts.append("cost \(Figures.price(cost.number))") }
    if let resource = operation.resource { parts.append("on \(resource.name)") }
    if let calls = operation.calls { parts.append("calls \(calls.source.subject)") }
    if let outages = operation.outages { parts.append(Self.outages(outages)) }
    return parts.joined(separator: " · ")
  }

  /// Returns a description of a server or a channel.
  private static func resource(_ resource: Resource) -> String {
    switch resource {
    case .server(let server):
      let slots = server.slots == 1 ? "1 slot" : "\(server.slots) slots"
      let line = server.queue.map { $0 == 0 ? "no queue" : "queue of \($0)" }
      let faults =
        Self.faults(server.faults.map(Faults.rates) ?? .none)
        ?? server.failing.map { _ in "computed by a closure" }
      let down = server.outages.map { Self.outages($0, holds: server.down == .holds) }
      let service =
        server.computed == nil ? "service \(latency(server.service))" : "service by a closure"
      let order = server.order == .lifo ? "last in, first out" : nil
      let expires = server.expires.map { "expires after \($0.brief)" }
      let parts = [
        "a server", slots, service, line, order, expires, server.limit.map(Self.limit),
        server.crash.map { "crashes above \($0.most), for \($0.recovery.brief)" },
        faults.map { "fails: \($0)" }, down,
      ]
      return parts.compactMap(\.self).joined(separator: " · ")
    case .cache(let cache): return Self.cache(cache)
    case .row(let row): return "a row · hops of \(latency(row.hop))"
    case .channel(let channel): return "a channel · slots of \(channel.slot.brief)"
    }
  }

  static func program(_ program: Shared<ClientProgram>) -> String {
    let settings = program.settings
    let parts = [
      "a client", settings.overhead.map { "takes \(latency($0)) for an attempt" },
      settings.lateness > .zero ? "timers \(settings.lateness.brief) late" : nil,
      settings.speed.map { "sends \(rate(.double($0)))" },
      settings.replays.map {
        "sends again on \(StrategyText.kinds($0)), with \(settings.idle.counting("idle connection"))"
      },
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  static func cache(_ cache: SharedCache) -> String {
    let parts = [
      "a cache", cache.entries == 1 ? "1 entry" : "\(cache.entries.grouped) entries",
      cache.lifetime < .never ? "for \(cache.lifetime.brief)" : nil,
      cache.stale > .zero ? "stale for \(cache.stale.brief)" : nil,
      cache.cleared.map { "cleared at \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  private static func limit(_ limit: RateLimit) -> String {
    switch limit.law {
    case .tokens(let rate, let burst):
      "limit \(Figures.rough(rate))/s, burst \(burst)"
    case .window(let count, let period, let start):
      "limit \(count) per \(period.brief)" + (start == .clock ? "" : " from the first hit")
    case .estimatedWindow(let count, let period):
      "limit \(count) in any \(period.brief), estimated over two windows"
    case .slidingWindow(let count, let period): "limit \(count) in any \(period.brief)"
    }
  }

  /// Returns a description of a latency.
  ///
  /// An unbounded one is described by its median and its 99th percentile.
  static func latency(_ latency: Distribution) -> String {
    if latency.minimum == latency.maximum { return latency.minimum.brief }
    guard latency.maximum == .never else {
      return "\(latency.minimum.brief)...\(latency.maximum.brief)"
    }
    guard let half = latency.quantile(0.5), let tail = latency.quantile(0.99) else {
      return "at least \(latency.minimum.brief), unbounded"
    }
    return "p50 \(rounded(half)), p99 \(rounded(tail))"
  }

  /// Returns a duration rounded to three digits.
  private static func rounded(_ span: Nanoseconds) -> Nanoseconds {
    var unit: Int64 = 1
    while span.count / unit >= 1000 { unit *= 10 }
    let (sum, isOver) = span.count.addingReportingOverflow(unit / 2)
    return isOver ? span : Nanoseconds(sum / unit * unit)
  }

  private static func faults(_ faults: Faults) -> String? {
    switch faults {
    case .none: nil
    case .rates(let rates): shares(rates)
    case .burst(let burst, let rates):
      bursts(burst.fault, burst.badShare * burst.fails, besides: rates)
    case .timedBurst(let burst, let rates):
      bursts(burst.fault, (burst.times.share ?? 0) * burst.fails, besides: rates)
    case .computed: "computed by a closure"
    }
  }

  /// The most errors that are named.
  private static let mostErrors = 12

  private static func shares(_ rates: FaultRates) -> String {
    let rows = rates.rates.map { "\($0.fault) \(share(.double($0.share)))" }
    let rest = rows.count > mostErrors + 1 ? ["and \(rows.count - mostErrors) others"] : []
    return (rest.isEmpty ? rows : Array(rows.prefix(mostErrors)) + rest).joined(separator: ", ")
  }

  private static func losses(_ losses: Losses) -> String {
    let silent = losses.silent > 0 ? [share(.double(losses.silent))] : []
    let errors = losses.errors.rates.isEmpty ? [] : [shares(losses.errors)]
    return (silent + errors).joined(separator: ", ")
  }

  private static func bursts(_ fault: Fault, _ ratio: Double, besides rates: FaultRates) -> String {
    let bursts = "\(fault) in bursts, \(share(.double(ratio))) of attempts"
    return rates.rates.isEmpty ? bursts : "\(shares(rates)), \(bursts)"
  }

  private static func outages(_ outages: Outages, holds: Bool = false) -> String {
    let times =
      switch outages.times.law {
      case .during(let ranges):
        (ranges.prefix(3).map {
          "\($0.lowerBound.sinceStart.brief)...\($0.upperBound.sinceStart.brief)"
        }
          + (ranges.count > 3 ? ["\(ranges.count - 3) more"] : [])).joined(separator: ", ")
      case .periodic(let period, let length, let start):
        "for \(length.brief) of every \(period.brief)" + (start.map { ", from \($0.brief)" } ?? "")
      case .random(_, let length): "at random, for \(latency(length))"
      }
    if holds { return "down \(times): services stand still" }
    let latency = outages.latency.map { " after \($0.brief)" } ?? ""
    let faults = outages.onlyFault.map { "\($0)" } ?? shares(outages.failing)
    return "\(outages.areWhole ? "down" : "browned out") \(times): \(faults)\(latency)"
  }

  /// Returns a share as a percentage.
  static func share(_ value: Value) -> String {
    guard case .double(let share) = value else { return value.description }
    return Figures.shortShare(share)
  }

  /// Returns a rate with its unit.
  private static func rate(_ value: Value) -> String {
    guard case .double(let rate) = value else { return value.description }
    return Figures.rate(rate)
  }
}

extension Definition {
  /// Its text, joined if it was typed in several lines.
  fileprivate var line: String {
    guard text.contains("\n"),
      case .expression(let expression)? = Parser.read(SourceText(text)).statements.first
    else { return text }
    return Formatter(width: .max).text(expression)
  }
}
