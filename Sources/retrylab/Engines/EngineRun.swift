import Files
import LineEditor
import Report
import RetryLanguage
import Workbench

/// A text whose measurements an engine makes in shards, round by round.
///
/// Parts stay in a folder, so that a run that was stopped goes on from them.
struct EngineRun: Sendable {
  private let engine: Engine
  /// The path of the text, or of a folder of scenarios.
  private let path: String
  private let shards: Int
  private let folder: String
  /// The options of each shard.
  private let options: [String]

  init?(_ arguments: Arguments) {
    guard let engine = arguments.engine, let path = arguments.paths.first else { return nil }
    (self.engine, self.path) = (Engine(engine), path)
    shards = arguments.shards ?? Engine.usualShards
    folder = arguments.out ?? "\(path.withoutEndingSlash).parts"
    options =
      ["--threads", "\(arguments.threads ?? 1)"]
      + (arguments.seed.map { ["--seed", "\($0)"] } ?? [])
  }

  /// Makes the parts of a round by the engine, except for those that are there.
  func parts(of round: Int, after earlier: String?, _ isMine: (Part) -> Bool) throws(Ending)
    -> PartSet
  {
    let folder = "\(folder)/\(round)"
    if let reason = Platform.makeFolder(folder) {
      throw Ending(code: Platform.unwritable(folder, reason))
    }
    var found = known(in: folder, isMine)
    if found.count < shards {
      try start(missing: (1...shards).filter { found[$0] == nil }, in: folder, after: earlier)
      found = known(in: folder, isMine)
    }
    let missing = (1...shards).filter { found[$0] == nil }
    guard missing.isEmpty else {
      let log = "\(folder)/\(missing[0]).log"
      let told = Platform.content(ofFile: log).text.flatMap(Self.lastWords)
      let words = told.map { "; shard \(missing[0]) tells: \($0)" } ?? ""
      throw Ending(
        "the engine made no part of \(missing.count) of \(shards) shards\(words)", .tryAgain)
    }
    do throws(PartSet.Problem) {
      return try PartSet(found.sorted { $0.key < $1.key }.map(\.value))
    } catch {
      throw Ending("the parts in '\(folder.sanitized)' \(error.reason)", .wrongScript)
    }
  }

  private func known(in folder: String, _ isMine: (Part) -> Bool) -> [Int: Part] {
    (1...shards).reduce(into: [:]) { known, number in
      guard let bytes = try? PlainFile.read("\(folder)/\(number)"), let part = Part(bytes),
        part.number == number, isMine(part)
      else { return }
      known[number] = part
    }
  }

  private func start(missing: [Int], in folder: String, after earlier: String?) throws(Ending) {
    let place = Platform.resolved(".") ?? "."
    let lines = missing.map { number in
      let words =
        ["work", path, "--shard", "\(number)/\(shards)", "--out", "\(folder)/\(number)"] + options
        + (earlier.map { ["--after", $0] } ?? [])
      return engine.line(of: words, program: Platform.program, in: place)
        + " 2> \(Shell.quoted("\(folder)/\(number).log"))"
    }
    let launch = engine.launch(missing.count, in: folder)
    let files = launch.files.merging(["commands": lines.map { $0 + "\n" }.joined()]) { $1 }
    for (name, text) in files {
      if case .failed(let reason) = Platform.save("\(folder)/\(name)", text, mayReplace: true) {
        throw Ending(code: Platform.unwritable("\(folder)/\(name)", reason))
      }
    }
    guard let command = launch.command else { throw Ending(launch.advice, .tryAgain) }
    let progress = ProgressLine.hook
    let status = EngineProcess.run(command) {
      let made = missing.count { Platform.isThere("\(folder)/\($0)") }
      progress?(min(0.99, Double(made) / Double(missing.count)))
    }
    progress?(1)
    if Interruption.isRequested { throw Ending(code: .interrupted) }
    if status == 127 {
      throw Ending("there is no '\(engine.program.sanitized)' to run the shards", .tryAgain)
    }
  }

  /// The last line of what a shard told that is no progress.
  private static func lastWords(_ log: String) -> String? {
    log.split(separator: "\n").last { !$0.hasPrefix("{") }.map { String($0).sanitized }
  }
}

// MARK: - Checks

extension EngineRun {
  /// Has the engine check the scenarios of a folder.
  func checks() throws(Ending) -> [Check] {
    guard let scenarios = try ScenarioFolder(at: path) else {
      throw Ending("\(Option.engine.name) checks the scenarios of a folder", .usage)
    }
    let origin = scenarios.origin(shards: shards)
    return try parts(of: 1, after: nil) { $0.origin == origin }.checks
  }
}

// MARK: - Texts

extension EngineRun {
  /// Returns a pass over a text that has the engine make what is not known yet; the program ends if it cannot.
  func pass(over text: SharedText) -> SharedPass {
    SharedPass(
      after: nil,
      .resume { earlier, round in
        do throws(Ending) {
          return try results(of: text, round, after: earlier)
        } catch {
          Platform.end(error.code)
        }
      })
  }

  private func results(
    of text: SharedText, _ round: Int, after earlier: Part?
  ) throws(Ending) -> Part {
    let origin = text.origin(shards: shards, after: earlier)
    let before = round > 1 ? "\(folder)/\(round - 1)/results" : nil
    let set = try parts(of: round, after: before) { $0.origin == origin && text.isMade($0) }
    let merged = try Ending.of { () throws(SharedText.Problem) in
      try text.merge(set, after: earlier, terminal: .ofProgram)
    }
    guard merged.results.measurementCount > earlier?.measurementCount ?? 0 else {
      throw Ending("the shards of round \(round) have measured nothing", .failed)
    }
    try Platform.save(merged.results, to: "\(folder)/\(round)/results")
    return merged.results
  }
}
