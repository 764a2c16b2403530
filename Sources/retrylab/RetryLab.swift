import LineEditor
import Workbench

/// The program: runs its command line and returns the exit code.
@main
enum RetryLab {
  static func main() {
    Platform.begin()
    do throws(Arguments.Mistake) {
      let words = CommandLine.arguments.dropFirst()
      if words.first == "class", !words.contains("--help"), !words.contains("-h") {
        Platform.end(try ClassFrontEnd(ClassArguments(words.dropFirst())).run())
      }
      Platform.end(answer(try Arguments(words)))
    } catch {
      Platform.write("retrylab: \(error.message)\n\n\(usage)", to: .error)
      Platform.end(.usage)
    }
  }

  private static func answer(_ arguments: Arguments) -> Platform.ExitCode {
    switch arguments.printout {
    case .version?: Platform.write("RetryLab \(Version.current)", to: .output)
    case .help?: Platform.write("\(about)\n\n\(usage)\n\n\(Help().overview)", to: .output)
    case nil where arguments.task == .test: return ScenarioFrontEnd(arguments).test()
    case nil where arguments.task == .replay: return ScenarioFrontEnd(arguments).replay()
    case nil where arguments.isServing: return ServeFrontEnd(arguments).run()
    case nil where arguments.inputs.isEmpty && Screen.isPresent:
      return PromptFrontEnd(arguments).run()
    case nil where arguments.inputs.isEmpty && Platform.Stream.input.isTerminal:
      Platform.write("\(about)\n\n\(usage)", to: .output)
    case nil: return FrontEnd(arguments).run()
    }
    return .success
  }

  private static let about = """
    RetryLab \(Version.current): break things on purpose, in virtual time, and watch a retry strategy cope.
    """

  private static let usage = """
    usage: retrylab [options]               start the prompt
           retrylab [options] [FILE …]      run files; '-' is standard input
           retrylab [options] -e TEXT …     run texts
           retrylab [options] --serve       answer requests of another program
           retrylab test [DIR …]            check scenarios against expectations and recordings
           retrylab replay FILE …           compare scenarios with their recordings
           retrylab class pack DIR --for N  exercises for N students, each with own seeds
           retrylab class grade DIR         measure the answers, and find copies
      --seed N      the random seed (default 42)
      --threads N   threads for measurements (default: one per core)
      --json        one JSON object per line on standard output
      --csv         only measurements on standard output, as one CSV table
      --csv=FOLDER  one CSV file per measurement, in a folder
      --check       check only, run nothing
      --update      with replay: replace the recordings
      --diff        with test or replay: show every difference from a recording
      --tolerance P with test or replay: let numbers differ by a share such as 1%
      --junit FILE  with test or class grade: also write a JUnit report
      --for N       with class pack: the number of students, or a file with their names
      --to DIR      with class pack: the folder to write (default: class)
      --class DIR   with class grade: the folder that class pack wrote, if not class
      --exercises P with class grade: where the exercises are now
      --csv FILE    with class grade: also write a CSV table
      --no-init     do not run the init file before the first prompt
      --quiet       no banner
      --color WHEN  always, never or auto
      --version, --help
    exit codes: 0 success, 1 an expectation failed or a recording differs, 64 an invalid
      option, 65 an error in a script, 66 a file that cannot be read, 74 a file or standard
      output that cannot be written, 130 stopped by Ctrl-C
    """
}
