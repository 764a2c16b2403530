import BuiltInScenarios
import Files
import LineEditor
import Report
import RetryLanguage
import Simulation
import TextLayout
import Workbench

/// Runs the texts of a command line and returns the exit code.
struct FrontEnd {
  private let arguments: Arguments
  /// The pass over a text whose measurements are divided between machines, if they are.
  private let pass: SharedPass?

  init(_ arguments: Arguments, of pass: SharedPass? = nil) {
    (self.arguments, self.pass) = (arguments, pass)
  }

  /// Runs everything until the first error.
  func run() -> Platform.ExitCode {
    Interruption.listening {
      let code = runInputs()
      guard pass?.isFitting == false else { return code }
      Platform.write("retrylab: the parts do not fit the measurements of the text", to: .error)
      return .wrongScript
    }
  }

  private func runInputs() -> Platform.ExitCode {
    var hooks = TerminalHooks.ofProgram
    hooks.progress = ProgressLine.hook
    hooks.progressNote = ProgressLine.noteHook
    hooks.division = pass?.division
    hooks.lessonStore = .course
    // A text on the command line may write files; a file may not.
    let areTyped = arguments.inputs.allSatisfy { if case .text = $0 { true } else { false } }
    var hasLostFile = false
    if !arguments.inputs.isEmpty, areTyped {
      Platform.allowSaving(&hooks, orElse: { hasLostFile = true })
    }
    var hasMistake = false
    var session = session(hooks) { output in
      switch output {
      case .result(let text), .message(let text): Platform.write(text, to: .output)
      case .mistake(let text):
        hasMistake = true
        if arguments.format == .json {
          Platform.write(text, to: .output)
        } else {
          Self.write(mistake: text, arguments.colour)
        }
      }
    }
    for input in inputs {
      let (text, name): (String, String?)
      do throws(FileError) {
        (text, name) = try read(input)
      } catch {
        return Platform.unreadable(input.path, error.description)
      }
      let isFile = if case .file = input { true } else { false }
      let status = session.run(
        text, name: name, isFile: isFile, onlyChecking: arguments.onlyChecks)
      if Interruption.isRequested { return .interrupted }
      switch status {
      case .wrong where hasLostFile: return .unwritable
      // A table that could not be written is not an error in the script.
      case .ready where hasMistake && arguments.format == .csv:
        return arguments.tables == nil ? .wrongScript : .unwritable
      case .ready: continue
      case .ended, .failed, .wrong, .incomplete: return status.exitCode
      }
    }
    return .success
  }

  private func session(
    _ hooks: TerminalHooks, _ output: @escaping (Output) -> Void
  ) -> Session {
    let settings = Self.settings(arguments)
    guard let folder = arguments.tables else {
      return Session.printing(
        arguments.format, settings: settings, style: Self.style(arguments.colour), host: host,
        terminal: hooks, output: output)
    }
    let renderer = TableRenderer { name, text in
      let saved = Platform.save("\(folder)/\(name)", text, mayReplace: true)
      return if case .failed(let reason) = saved { reason } else { nil }
    }
    return Session.saving(
      tables: renderer, settings: settings, host: host, terminal: hooks, output: output)
  }

  /// The file access of texts whose files are in a folder.
  static func host(in folder: String) -> ScriptHost {
    var host = ScriptHost(json: { Value(json: $0) })
    host.file = { path in
      let file = Platform.content(ofFile: path, inside: folder) { Platform.content(ofFile: $0) }
      return BuiltInScenarios.content(of: path, orElse: file)
    }
    host.measurements = { path, name in
      read(path, inside: folder, orElse: MeasuredContent.unreadable) {
        FittedLog.content(of: $0, as: name)
      }
    }
    host.requests = { path, part in
      read(path, inside: folder, orElse: LoggedContent.unreadable) {
        FittedLog.requests(of: $0, only: part)
      }
    }
    host.recording = { path in
      let file = Platform.content(ofFile: path, inside: folder, Platform.recording)
      return if case .absent = file { BuiltInScenarios.recording(at: path) } else { file }
    }
    host.paths = { begun in
      let files = Platform.paths(beginningWith: begun, inside: folder)
      return files.isEmpty && begun.hasPrefix("scen")
        ? BuiltInScenarios.paths(beginningWith: begun) : files
    }
    return host
  }

  /// Reads a log of any length that is inside a folder; returns why not if it is elsewhere.
  private static func read<Content>(
    _ path: String, inside folder: String, orElse unreadable: (String) -> Content,
    _ read: (String) -> Content
  ) -> Content {
    var content: Content?
    let file = Platform.content(ofFile: path, inside: folder) {
      content = read($0)
      return .text("")
    }
    return content ?? unreadable(file.reason ?? "")
  }

  /// The file access of a script: files in its folder or below, and no others.
  private var host: ScriptHost { Self.host(beside: arguments.paths.last ?? "") }

  static func host(beside path: String) -> ScriptHost {
    host(in: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
  }

  /// The texts to run: the given ones, or standard input.
  private var inputs: [Arguments.Input] {
    arguments.inputs.isEmpty ? [.file("-")] : arguments.inputs
  }

  private func read(
    _ input: Arguments.Input
  ) throws(FileError) -> (text: String, name: String?) {
    switch input {
    case .text(let text): return (text, nil)
    case .file(let path): return (try Self.text(ofFile: path), path == "-" ? nil : path)
    }
  }

  /// Returns the text of a file, or of the scenario with its path if there is no such file.
  static func text(ofFile path: String) throws(FileError) -> String {
    do throws(FileError) {
      return try Platform.text(named: path)
    } catch {
      let scenario = BuiltInScenarios.content(of: path, orElse: .absent)
      guard error.isAbsence, case .text(let text) = scenario else { throw error }
      return text
    }
  }

  static func settings(_ arguments: Arguments) -> Settings {
    var settings = Settings()
    settings.seed = arguments.seed ?? settings.seed
    if arguments.seed != nil { settings.origins["seed"] = "--seed" }
    settings.threads = arguments.threads
    if arguments.threads != nil { settings.origins["threads"] = "--threads" }
    settings.origins["width"] = Platform.widthOrigin
    return settings
  }

  static func style(_ colour: Arguments.Colour = .auto) -> Style {
    Style(
      width: Platform.terminalWidth ?? 80, isUnicode: isUnicode,
      isColoured: isColoured(colour))
  }

  /// Writes an error, whose colours a terminal wants and a file does not, unless they are asked for.
  static func write(mistake text: String, _ colour: Arguments.Colour) {
    let isPlain =
      colour == .auto && Platform.environment(.forceColor) == nil
      && !Platform.Stream.error.isTerminal
    Platform.write(isPlain ? Ink.removed(from: text) : text, to: .error)
  }

  private static var isUnicode: Bool {
    let locale =
      Platform.environment(.allLocale) ?? Platform.environment(.charactersLocale)
      ?? Platform.environment(.language)
    guard let locale else { return true }
    return locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
  }

  /// The option overrides the environment, which overrides the terminal.
  private static func isColoured(_ colour: Arguments.Colour) -> Bool {
    switch colour {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if Platform.environment(.noColor) != nil { return false }
    if let force = Platform.environment(.forceColor) { return force != "0" }
    return Platform.Stream.output.isTerminal && Platform.environment(.term) != "dumb"
  }
}

extension Status {
  var exitCode: Platform.ExitCode {
    switch self {
    case .ready, .ended: .success
    case .failed: .failed
    case .wrong, .incomplete: .wrongScript
    }
  }
}
