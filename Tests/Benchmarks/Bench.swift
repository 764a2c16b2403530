import Glibc
import Measurement
import Simulation

/// Runs the workloads, alternating with any peers that have been built, and prints ratios within this run.
@main
enum Bench {
  static func main() async throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(64)
    }
    // First, since it reads the peak of the whole process.
    if options.only.isEmpty || options.only == "memory" { try Memory(options).report() }
    if options.only.isEmpty || options.only == "allocations" { try Allocations().report() }
    if options.only.isEmpty || options.only == "pipeline" { try await Pipelines(options).report() }
    if options.only.isEmpty || options.only == "overhead" { try await Overhead(options).report() }
    if options.only.isEmpty || options.only == "keys" { KeyEcho().report() }
    if options.only.isEmpty || options.only == "shards" { ShardCosts().report() }
    if options.only.isEmpty || options.only == "server" { try ServerCosts().report() }
    // Takes minutes, so it runs only by its name.
    if options.only == "search" { try SearchCosts().report() }
    if ["memory", "allocations", "pipeline", "overhead", "keys", "shards", "search", "server"]
      .contains(
        options.only)
    {
      return
    }
    if options.only != "text" { try Speed(options).report() }
    if options.only.isEmpty || options.only == "text" { try TypedText(options: options).report() }
    guard options.only.isEmpty else { return }
    try Growth(options).report()
    FirstPrompt(options).report()
  }
}
