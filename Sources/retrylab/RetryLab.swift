import Editing
import LineEditor
import Report
import Workbench

/// The program: runs its command line and returns the exit code.
@main
enum RetryLab {
  static func main() {
    Platform.begin()
    do throws(Arguments.Mistake) {
      Platform.end(answer(try Arguments(CommandLine.arguments.dropFirst())))
    } catch {
      Platform.write("retrylab: \(error.message)\n'retrylab --help' lists the options", to: .error)
      Platform.end(.usage)
    }
  }

  private static func answer(_ arguments: Arguments) -> Platform.ExitCode {
    if let printout = arguments.printout {
      Platform.write(text(of: printout), to: .output)
      return .success
    }
    // Otherwise hours of work could be done before it shows.
    if let code = Platform.obstacle(to: arguments) { return code }
    switch arguments.task {
    case .test: return ScenarioFrontEnd(arguments).test()
    case .replay: return ScenarioFrontEnd(arguments).replay()
    case .report: return ScenarioFrontEnd(arguments).report()
    case .page: return PageFrontEnd(arguments).run()
    case .pack: return ClassFrontEnd(arguments).pack()
    case .grade: return ClassFrontEnd(arguments).grade()
    case .work: return WorkFrontEnd(arguments).run()
    case .merge: return MergeFrontEnd(arguments).run()
    case .goals: return GoalsFrontEnd(arguments).run()
    case .fit: return FitFrontEnd(arguments).run()
    case .listen: return ListenFrontEnd(arguments).run()
    case .judge, .verify: return JudgeFrontEnd(arguments).run()
    case .serve: return ServeFrontEnd(arguments).run()
    case .editor: return EditorFrontEnd().run()
    case .assistant: return AssistantFrontEnd().run()
    case .prompt where Screen.isPresent: return PromptFrontEnd(arguments).run()
    case .prompt where Platform.Stream.input.isTerminal:
      Platform.write("\(Usage.about)\n\n\(Usage.text)", to: .output)
      return .success
    case .files where arguments.engine != nil: return onEngine(arguments)
    case .prompt, .files, .texts: return FrontEnd(arguments).run()
    }
  }

  /// Runs a file whose measurements an engine makes.
  private static func onEngine(_ arguments: Arguments) -> Platform.ExitCode {
    guard let run = EngineRun(arguments), let path = arguments.paths.first else { return .usage }
    do throws(Ending) {
      let text = try SharedText(at: path, seed: arguments.seed, threads: arguments.threads)
      return FrontEnd(arguments, of: run.pass(over: text)).run()
    } catch {
      return error.code
    }
  }

  private static func text(of printout: Arguments.Printout) -> String {
    switch printout {
    case .version: "RetryLab \(Version.current)\n\(Version.build)"
    case .help: "\(Usage.about)\n\n\(Usage.text)\n\n\(Help().overview)"
    case .manual: Manual.text
    case .grammar: Grammar().json.text
    case .completions(let shell): shell.script
    }
  }
}
