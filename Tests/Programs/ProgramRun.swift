import Foundation

/// Runs randomly generated programs and checks their output for contradictions.
@main
struct ProgramRun {
  static func main() throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      say(Options.usage)
      exit(64)
    }
    if options.mark != nil {
      var worker = Worker(options)
      exit(worker?.run() == true ? 0 : 1)
    }
    let began = ContinuousClock.now
    let isFine = try Foreman(options).run()
    say("\(isFine ? "all is well" : "there are finds") after \(ContinuousClock.now - began)")
    exit(isFine ? 0 : 1)
  }
}

/// Writes a line at once, so that it is there whatever becomes of this process.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
