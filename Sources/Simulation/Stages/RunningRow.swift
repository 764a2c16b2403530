import RetryNumerics
import VirtualTime

final class RunningRow: RunningResource {
  private var line: RowLine<Unretained<OperationStage>>
  private var idle: [RequestStage] = []
  /// All stages used so far; links do not keep them alive.
  private var stages: [RequestStage] = []

  init(_ row: VersionedRow) {
    line = RowLine(row)
    super.init(.row(row))
  }

  override func submit(_ stage: OperationStage, draws: Draws, _ run: inout Run) -> Admission {
    guard line.count < RunningServer.capacity else {
      run.stop(at: .crowd(RunningServer.capacity))
      return .refused(VersionedRow.conflict)
    }
    var draws = draws
    let (ticket, time) = line.send(Unretained(stage), key: run.key, &draws)
    stage.ticket = Int64(ticket)
    (idle.popLast() ?? newStage()).begin(ticket, for: time, &run)
    return .accepted
  }

  private func newStage() -> RequestStage {
    let stage = RequestStage(self)
    stages.append(stage)
    return stage
  }

  override func abandon(_ stage: OperationStage, _ run: inout Run) -> Bool {
    line.abandon(Int32(stage.ticket), run.now)
    return false
  }

  func arrive(_ ticket: Int32, _ request: RequestStage, _ run: inout Run) {
    switch line.arrive(ticket, run.now) {
    case .reads(let time): request.begin(ticket, for: time, &run)
    case .cancelled: idle.append(request)
    case .answers(let owner, let isConflict, let time):
      idle.append(request)
      owner?.with {
        run.enter($0.client)
        $0.accepted(failing: isConflict, &run)
        $0.resourceAnswered(isConflict ? VersionedRow.conflict : nil, after: time, &run)
      }
    }
  }

  override func takeFigures(_ now: Instant) -> ResourceFigures { line.takeFigures() }

  override func restart(_ era: RunningDisruptions.Era) {
    line.restart()
    idle = stages
  }
}

/// A request on its way to a row.
final class RequestStage: Stage {
  private unowned let row: RunningRow
  private var ticket: Int32 = 0

  init(_ row: RunningRow) {
    self.row = row
    super.init()
    client = .nobody
  }

  func begin(_ ticket: Int32, for time: Nanoseconds, _ run: inout Run) {
    self.ticket = ticket
    startTimer(after: time, &run)
  }

  override func fire(_ run: inout Run) {
    row.arrive(ticket, self, &run)
  }

  override var title: String { row.resource.name }

  override func activity(from zero: Instant) -> String { "on the way" }
}
