import LineEditor
import Workbench

/// The program: what its command line asks for, and the exit code that tells how it went.
@main
enum RetryLab {
  static func main() {
    Platform.begin()
    do throws(Arguments.Mistake) {
      Platform.end(answer(try Arguments(CommandLine.arguments.dropFirst())))
    } catch {
      Platform.write("retrylab: \(error.message)\n\n\(usage)", to: .error)
      Platform.end(.usage)
    }
  }

  private static func answer(_ arguments: Arguments) -> Platform.ExitCode {
    switch arguments.answer {
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
    usage: retrylab [options]               the prompt
           retrylab [options] [FILE …]      run files; '-' is standard input
           retrylab [options] -e TEXT …     run texts
           retrylab [options] --serve       answer another program, as 'help serve' tells
           retrylab test [DIR …]            check scenarios, their expectations and recordings
           retrylab replay FILE …           run scenarios beside their recordings
      --seed N      the seed of all chance (42)
      --threads N   threads for many calls (one for each core)
      --json        one JSON object a line on standard output
      --csv         measurements as one table of CSV on standard output, and nothing else
      --csv=FOLDER  each measurement as a table in a file of its own
      --check       only read and check
      --update      with replay: write the recordings anew
      --diff        with test or replay: tell all that differs from a recording
      --tolerance P with test or replay: numbers may differ by a share such as 1%
      --junit FILE  with test: also tell a build server
      --no-init     do not run the init file before the first prompt
      --quiet       no banner
      --color WHEN  always, never or auto
      --version, --help
    exit codes: 0 well, 1 an expectation or a recording was not met, 64 a wrong option,
      65 a wrong script, 66 a file cannot be read, 74 a file or standard output cannot
      be written, 130 stopped by Ctrl-C
    """
}
