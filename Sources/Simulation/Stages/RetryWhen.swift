import RetryNumerics
import VirtualTime

extension Source {
  /// Returns the source, resubscribed whenever a pipeline over its errors sends a value.
  ///
  /// Each value of the notifier subscribes again, its completion silently completes the sequence, and its error
  /// fails the sequence. Values sent while the source still runs have no effect; an end at that time takes effect
  /// at the next error. An error that the filter rejects fails the sequence immediately.
  ///
  /// A value also counts if the notifier ends right after it, unless the source failed during its subscription:
  /// then the end takes precedence, as in RxSwift.
  package func retryWhen<Failure: Error>(
    on filter: FaultFilter = FaultFilter(),
    _ notifier: (_ errors: Source) throws(Failure) -> Source
  ) throws(Failure) -> Source {
    let stream = ErrorStream()
    let notifier = try notifier(.errors(of: self, as: stream))
    return Source(.retryWhen(stream, on: filter), on: [self, notifier])
  }

  /// Returns the errors of a retried source as its notifier sees them.
  private static func errors(of source: Source, as stream: ErrorStream) -> Source {
    Source(.errors(stream), subject: source.actor(of: "errors"))
  }
}

/// The stream of errors of one `retryWhen`, with its listeners.
final class ErrorSubject {
  private var listeners: [ErrorStreamStage] = []
  /// The number of errors so far, which identifies later listeners.
  private var count = 0

  func add(_ listener: ErrorStreamStage) {
    listener.heard = count
    listeners.append(listener)
  }

  func remove(_ listener: ErrorStreamStage) {
    listeners.removeAll { $0 === listener }
  }

  /// Sends an error to all listeners in order.
  ///
  /// A single listener is called without copying the list, to avoid an allocation.
  func send(_ fault: Fault, _ run: inout Run) {
    count &+= 1
    guard listeners.count > 1 else {
      listeners.first?.emit(.fault(fault), &run)
      return
    }
    let present = count
    // A listener that subscribes while the error is sent does not receive it.
    for listener in listeners where listener.isLive && listener.heard < present {
      guard run.countEvent() else { return }
      listener.emit(.fault(fault), &run)
    }
  }
}

/// A subscription to a stream of errors.
final class ErrorStreamStage: Stage {
  private let subject: ErrorSubject
  /// The number of errors sent before the subscription.
  var heard = 0

  init(_ subject: ErrorSubject) {
    self.subject = subject
  }

  override func start(_ run: inout Run) {
    subject.add(self)
  }

  override func release(_ run: inout Run) {
    subject.remove(self)
  }

  override var title: String { "errors" }
}

final class RetryWhenStage: UnaryStage {
  /// An error that the notifier has not answered.
  private struct Question {
    let fault: Fault
    let at: Instant
  }

  private let notifier: Stage
  private let subject: ErrorSubject
  private let filter: FaultFilter
  private var question: Question?
  /// The last answered error, until the source is subscribed again.
  private var answered: Question?
  private var notifierEnd: Signal?
  private var gate = Gate()

  init(
    _ upstream: Stage, notifier: Stage, _ subject: ErrorSubject, _ filter: FaultFilter
  ) {
    self.notifier = notifier
    self.subject = subject
    self.filter = filter
    super.init(upstream)
    notifier.attach(to: self, port: 1)
  }

  override func start(_ run: inout Run) {
    (question, answered, notifierEnd) = (nil, nil, nil)
    notifier.subscribe(&run)
    runUpstream(&run)
  }

  private func runUpstream(_ run: inout Run) {
    guard gate.enter() else { return }
    repeat {
      if let answered, run.isTraced {
        run.record(.resubscribed(after: run.now.nanoseconds(since: answered.at)))
      }
      answered = nil
      upstream.subscribe(&run)
    } while gate.isCalledAgain(if: isLive && !run.isHalted)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if port == 1 { return hear(signal, &run) }
    guard case .failed(let fault) = signal, filter.admits(fault) else {
      return forward(signal, &run)
    }
    question = Question(fault: fault, at: run.now)
    if run.isTraced { run.record(.notified(fault)) }
    if let notifierEnd {
      conclude(notifierEnd, &run)
    } else {
      subject.send(fault, &run)
    }
  }

  private func hear(_ signal: Signal, _ run: inout Run) {
    if signal.isEnd {
      notifierEnd = signal
      if question != nil || answered != nil { conclude(signal, &run) }
    } else if let asked = question {
      (question, answered) = (nil, asked)
      run.countWait(since: asked.at)
      runUpstream(&run)
    }
  }

  private func conclude(_ end: Signal, _ run: inout Run) {
    if run.isTraced { run.record(.notifierEnded(end)) }
    finish(end, &run)
  }

  override func release(_ run: inout Run) {
    if let question { run.countWait(since: question.at) }
    (question, answered) = (nil, nil)
    upstream.cancel(&run)
    notifier.cancel(&run)
  }

  override var inputs: [Stage] { [upstream, notifier] }

  override func activity(from zero: Instant) -> String {
    question.map {
      "sent \($0.fault) to its notifier at \($0.at.counted(from: zero).sinceStart.brief)"
    } ?? "listening"
  }

  override var blockers: [Stage] { question == nil ? [upstream] : [] }

  override var reasons: [Wait] { notifier.deadlocks }

  override var wait: Wait {
    question.map { .notifier(after: $0.fault, at: $0.at) } ?? .silence
  }
}
