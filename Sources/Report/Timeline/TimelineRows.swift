import Pictures
import Retry
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// The rows of a call: one per operation, more if its attempts overlap, and one for the values
/// that the call sends.
struct TimelineRows {
  static let most: Int = 12

  /// The rows in order of their first use.
  private(set) var all: [TimelineRow] = []
  private(set) var hiddenAttempts = 0

  private let end: Nanoseconds
  private let limit: Int
  private var places: [Attempt: Int] = [:]
  private var known: [String: [Int]] = [:]
  /// The attempt that ended last and its row, in which the following wait is drawn.
  private var latest: (row: Int, attempt: Attempt)?

  init(
    _ trace: Trace, _ waits: TraceWaits, _ interruption: InterruptionCheck = .never,
    atMost limit: Int = most
  ) {
    self.limit = limit
    end = trace.result.duration
    let isHung = if case .hung = trace.result.outcome { true } else { false }
    for (index, event) in interruption.bounding(trace.events.enumerated()) {
      read(event, isHung: isHung)
      if let length = waits[index] { wait(length, from: event.at.sinceStart) }
      if waits[index] == nil, event.kind.asks { wait(.never, from: event.at.sinceStart) }
    }
    if trace.isCut, let last = trace.events.dropLast().last { cut(at: last.at.sinceStart) }
    addSignals(of: trace, interruption)
    sort()
    addDisruptions(of: trace)
  }

  private mutating func read(_ event: TraceEvent, isHung: Bool) {
    let now = event.at.sinceStart
    switch event.kind {
    case .attempt(let attempt): begin(attempt, now)
    case .success(let attempt): close(attempt, .success, now)
    case .failure(let attempt, let fault): close(attempt, .failure, now, "\(fault)")
    // The clean-up of a hanging call cancels attempts that never ended.
    case .cancelled(let attempt): close(attempt, isHung && now == end ? nil : .cancelled, now)
    default: break
    }
  }

  private mutating func begin(_ attempt: Attempt, _ now: Nanoseconds) {
    guard let place = place(for: attempt.operation) else {
      hiddenAttempts += 1
      return
    }
    places[attempt] = place
    all[place].isBusy = true
    all[place].attempts.append(TimelineRow.Stretch(from: now, to: end, attempt: attempt))
    if let last = all[place].waits.indices.last, all[place].waits[last].to > now {
      all[place].waits[last].to = now
    }
  }

  /// Returns an idle row of an operation, adding one if necessary.
  private mutating func place(for operation: String) -> Int? {
    if let free = known[operation, default: []].first(where: { !all[$0].isBusy }) { return free }
    guard all.count < limit else { return nil }
    all.append(TimelineRow(operation: operation))
    known[operation, default: []].append(all.count - 1)
    return all.count - 1
  }

  private mutating func close(
    _ attempt: Attempt, _ mark: Glyph?, _ now: Nanoseconds, _ fault: String? = nil
  ) {
    guard let place = places.removeValue(forKey: attempt) else { return }
    let last = all[place].attempts.count - 1
    all[place].attempts[last].to = now
    all[place].attempts[last].mark = mark
    all[place].attempts[last].fault = fault
    all[place].isBusy = false
    latest = (place, attempt)
  }

  /// Closes everything that was running when the trace was cut, with an unknown outcome.
  private mutating func cut(at time: Nanoseconds) {
    for row in all.indices {
      if all[row].isBusy { all[row].attempts[all[row].attempts.count - 1].to = time }
      all[row].unknown = time..<end
    }
  }

  private mutating func wait(_ length: Nanoseconds, from now: Nanoseconds) {
    guard length > .zero, let (row, attempt) = latest, !all[row].isBusy else { return }
    all[row].waits.append(
      TimelineRow.Stretch(from: now, to: min(now + length, end), attempt: attempt))
  }

  /// Groups the rows by operation.
  private mutating func sort() {
    var order: [String?] = []
    for row in all where !order.contains(row.operation) { order.append(row.operation) }
    all = order.flatMap { name in all.filter { $0.operation == name } }
  }
}

// MARK: - Outages and bursts

extension TimelineRows {
  private static let mostDisruptions = 50

  /// Adds a row of outages and one of bursts below the rows of each operation that has any during the call.
  private mutating func addDisruptions(of trace: Trace) {
    for kind in [Disruption.Kind.outage, .burst] {
      let found = trace.disruptions.filter {
        $0.kind == kind && $0.times.lowerBound.sinceStart < end
      }
      for (operation, disruptions) in Dictionary(grouping: found, by: \.operation) {
        guard let last = all.lastIndex(where: { $0.operation == operation }) else { continue }
        var row = TimelineRow(operation: operation, disruption: kind)
        row.disruptions = disruptions.prefix(Self.mostDisruptions).map {
          $0.times.lowerBound.sinceStart..<min($0.times.upperBound.sinceStart, end)
        }
        all.insert(row, at: last + 1)
      }
    }
  }
}

// MARK: - Signals of the call

extension TimelineRows {
  /// Adds a row of the values that the call sent, unless a row of an operation shows them.
  private mutating func addSignals(of trace: Trace, _ interruption: InterruptionCheck) {
    let sent = signals(of: interruption.bounding(trace.events))
    guard all.isEmpty ? !sent.isEmpty : sent.count > 2 else { return }
    var row = TimelineRow(operation: nil)
    row.signals = sent
    all.append(row)
  }

  private func signals(
    of events: some Sequence<TraceEvent>
  ) -> [(at: Nanoseconds, text: String, tone: Tone)] {
    events.compactMap { event in
      let at = event.at.sinceStart
      return switch event.kind {
      case .value(let value): (at, mark(of: value), .value)
      case .end(.success), .end(.completed): (at, "|", .goodEnd)
      case .end(.failure): (at, "#", .badEnd)
      default: nil
      }
    }
  }

  /// The digit or letter of a value, as in a marble diagram.
  private func mark(of value: Value) -> String {
    switch value {
    case .int(let digit) where (0...9).contains(digit): "\(digit)"
    case .text(let text) where text.utf8.count == 1 && text.allSatisfy(\.isLetter): text
    default: "*"
    }
  }
}

extension TraceEvent.Kind {
  /// Whether it asks for an answer that may arrive late or never.
  fileprivate var asks: Bool {
    switch self {
    case .notified, .asked: true
    default: false
    }
  }
}
