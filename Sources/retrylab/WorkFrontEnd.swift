import BuiltInScenarios
import Files
import LineEditor
import Report
import RetryLanguage
import TextLayout
import Workbench

/// Makes shards of a text, each of which may run on another machine.
struct WorkFrontEnd {
  let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  private var path: String { arguments.paths.first ?? "" }

  /// Makes one shard, or lists them all.
  func run() -> Platform.ExitCode {
    Ending.code { () throws(Ending) in
      guard path != "-" else {
        throw Ending("work needs a file, which is read again to merge the parts", .usage)
      }
      let scenarios = try ScenarioFolder(at: path)
      if arguments.lists { return try list(scenarios) }
      guard let shard = arguments.shard, let out = arguments.out else {
        throw Ending("work needs --shard K/N and --out FILE, or --list", .usage)
      }
      if let code = Platform.obstacle(toPart: out) { throw Ending(code: code) }
      let part = if let scenarios { check(scenarios, shard) } else { try measure(shard) }
      if Interruption.isRequested { return }
      try Platform.save(part, to: out)
    }
  }

  /// Shows the progress at a terminal, and tells it as lines of JSON elsewhere.
  private var progress: @Sendable (Double) -> Void {
    let lines = Connection(read: { nil }) { Platform.write($0, to: .error) }
    return ProgressLine.hook ?? { lines.send(progress: $0) }
  }

  private func measure(_ shard: Shard) throws(Ending) -> Part {
    var hooks = TerminalHooks.ofProgram
    hooks.progress = progress
    let text = try SharedText(at: path, seed: arguments.seed, threads: arguments.threads)
    let earlier = try arguments.earlier.map { path throws(Ending) in try Part(at: path) }
    return try Ending.of { () throws(SharedText.Problem) in
      try text.part(shard, after: earlier, terminal: hooks)
    }
  }

  /// Checks every so many scenarios of a folder.
  private func check(_ folder: ScenarioFolder, _ shard: Shard) -> Part {
    let mine = folder.paths.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
    let checks = ScenarioFrontEnd(arguments).checks(
      of: mine.map(\.element), isTimed: false, progress: progress)
    return Part(
      Dictionary(uniqueKeysWithValues: zip(mine.map(\.offset), checks)),
      of: folder.origin(shards: shard.count), shard)
  }

  // MARK: - Lists

  private func list(_ scenarios: ScenarioFolder?) throws(Ending) {
    let shards = arguments.shards ?? Engine.usualShards
    let style = FrontEnd.style()
    if let scenarios {
      let counts = (0..<shards).map { (scenarios.paths.count + shards - 1 - $0) / shards }
      Platform.write(WorkList.text(scenarios: counts, style), to: .output)
      return
    }
    let text = try SharedText(at: path, seed: arguments.seed, threads: arguments.threads)
    let earlier = try arguments.earlier.map { path throws(Ending) in try Part(at: path) }
    let costs = try Ending.of { () throws(SharedText.Problem) in
      try text.costs(shards: shards, after: earlier, terminal: .ofProgram)
    }
    let lines =
      arguments.format == .json ? WorkList.json(costs) : [WorkList.text(costs, style)]
    for line in lines { Platform.write(line, to: .output) }
  }
}
