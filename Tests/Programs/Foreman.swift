import Foundation
import ProgramSupport

/// Distributes programs to processes, and reports which of them crashed.
struct Foreman {
  /// The number of programs that a process runs.
  private static let block: UInt64 = 20_000

  private let options: Options

  /// Creates the foreman that some options describe.
  init(_ options: Options) {
    self.options = options
  }

  /// Runs all programs; returns whether all checks passed.
  func run() throws -> Bool {
    var left = options.seed..<options.seed + options.programs
    var isFine = true
    while !left.isEmpty {
      var workers: [(process: Process, mark: String)] = []
      for _ in 0..<options.jobs where !left.isEmpty {
        let seeds = left.prefix(Int(min(Self.block, UInt64(left.count))))
        workers.append(try start(seeds))
        left = left.dropFirst(seeds.count)
      }
      for worker in workers {
        worker.process.waitUntilExit()
        isFine = judge(worker.process, worker.mark) && isFine
      }
    }
    return isFine
  }

  private func start(_ seeds: Range<UInt64>) throws -> (Process, String) {
    let mark = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      "--programs", "\(seeds.count)", "--seed", "\(seeds.lowerBound)", "--mark", mark,
      "--patience", "\(options.patience)",
    ]
    try process.run()
    return (process, mark)
  }

  private func judge(_ process: Process, _ path: String) -> Bool {
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard process.terminationReason == .uncaughtSignal else {
      return process.terminationStatus == 0
    }
    let seed = SeedMark(path)?.seed ?? 0
    let what = [SIGALRM, SIGPROF].contains(process.terminationStatus) ? "hangs" : "crashes"
    say("seed \(seed) \(what)\n\(GeneratedProgram(seed: seed).text)")
    return false
  }
}
