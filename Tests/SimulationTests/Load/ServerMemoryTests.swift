import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// The tickets of a server are indices into its memory, so the largest one shows its size.
@Suite("The memory of a server")
struct ServerMemoryTests {
  static let rules: [Server.Abandoned] = [.served, .dropped]

  /// A server of two slots with a line of three.
  private func server(_ rule: Server.Abandoned) throws -> Server {
    try Server("server", slots: 2, service: .constant(ms(1)), queue: 3, abandoned: rule)
  }

  private let key = DrawKey(seed: 1, name: "server")
  private let era = RunningDisruptions.Era()

  private func draws() -> Draws {
    Draws(DrawKey(seed: 1, name: "server"), call: 0, attempt: 0, purpose: .attempt)
  }

  /// Makes a run with the client that all attempts belong to.
  private func run() -> Run {
    var run = Run(limits: Limits())
    _ = run.addClient(ActorTable(seed: 0))
    return run
  }

  /// Makes an attempt that wants nothing of its answer.
  private func attempt() throws -> OperationStage {
    OperationStage(OperationPart(try Operation("fetch"), actor: 0), scripted: [], nil)
  }

  private func isAccepted(
    _ stage: OperationStage, by place: RunningServer, _ run: inout Run
  ) -> Bool {
    if case .accepted = place.submit(stage, draws: draws(), &run) { true } else { false }
  }

  /// The most tickets that are in use: those served, those in line, and those let go but not passed.
  private func most(_ rule: Server.Abandoned) -> Int64 {
    rule == .served ? 2 + 3 : 2 + 3 + 2 * 3 + 65
  }

  @Test(
    "is bounded by its slots and its queue, however many attempts arrive",
    arguments: rules, [2, 400])
  func stages(rule: Server.Abandoned, pace: Int) throws {
    let place = RunningServer(try server(rule), key, era)
    var run = run()
    var (largest, waiting) = (Int64(0), [OperationStage]())
    for step in 0..<5000 {
      let stage = try attempt()
      if case .accepted = place.submit(stage, draws: draws(), &run) {
        largest = max(largest, stage.ticket)
        waiting.append(stage)
      }
      if step % 3 == 0, let last = waiting.last, last.ticket >= 0 {
        place.abandon(last, &run)
        last.ticket = -1
      }
      // The slots come round less often than attempts do.
      if step % pace == 0 { _ = run.stepConcurrently(until: Instant(.never)) }
      waiting.removeAll { $0.ticket < 0 }
    }
    #expect(largest < most(rule))
    let figures = place.takeFigures(run.now)
    #expect(figures.served > 10 && figures.abandoned > 5 && figures.refused > 100)
  }

  @Test("is also bounded without stages", arguments: rules, [2, 400])
  func plain(rule: Server.Abandoned, pace: Int) throws {
    var line = ServiceLine<Int>(try server(rule), key)
    var (now, largest, draws) = (Instant.start, Int64(0), draws())
    var (served, waiting): ([Int32], [Int32]) = ([], [])
    for step in 0..<5000 {
      if line.admit() {
        let (service, isServed) = line.take(step, now, &draws)
        largest = max(largest, Int64(service.ticket))
        if isServed { served.append(service.ticket) } else { waiting.append(service.ticket) }
      }
      if step % 3 == 0, let last = waiting.popLast() { line.abandon(last, now) }
      if step % pace == 0, !served.isEmpty {
        now = now.advanced(by: ms(1))
        if let next = line.end(served.removeFirst(), now).next {
          served.append(next.ticket)
          waiting.removeAll { $0 == next.ticket }
        }
      }
    }
    #expect(largest < most(rule))
    let figures = line.takeFigures(now)
    #expect(figures.served > 10 && figures.abandoned > 5)
  }

  @Test("equals that of a new one after a restart")
  func restart() throws {
    let place = RunningServer(try server(.served), key, era)
    var run = run()
    for _ in 0..<10 {
      let stages = try (0..<6).map { _ in try attempt() }
      let taken = stages.map { isAccepted($0, by: place, &run) }
      #expect(taken == [true, true, true, true, true, false])
      #expect(stages.map(\.ticket) == [0, 1, 2, 3, 4, -1])
      run.begin(call: 0, recorder: nil)
      place.restart(era)
    }
  }

  @Test("an unlimited queue ends at a million, and accepts more after some have left")
  func capacity() throws {
    let service = try Distribution.constant(ms(1))
    let place = RunningServer(
      try Server("server", service: service, abandoned: .dropped), key, era)
    var line = ServiceLine<Int>(try Server("server", service: service, abandoned: .dropped), key)
    var run = run()
    var (stage, draws) = (try attempt(), draws())
    for _ in 0...RunningServer.capacity {
      guard isAccepted(stage, by: place, &run), line.admit() else { break }
      _ = line.take(0, .start, &draws)
    }
    let isFull = !line.admit()
    #expect(isFull && !run.isHalted)
    #expect(!isAccepted(stage, by: place, &run))
    #expect(run.isHalted == true)
    let last = stage.ticket
    #expect(last == Int64(RunningServer.capacity))
    place.abandon(stage, &run)
    line.abandon(Int32(last), .start)
    let hasRoom = line.admit()
    #expect(hasRoom)
    #expect(isAccepted(stage, by: place, &run))
  }
}
