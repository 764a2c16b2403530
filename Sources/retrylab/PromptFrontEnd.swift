import LineEditor
import RetryLanguage
import TextLayout
import Workbench

/// The front end at a terminal: reads an entry, runs it, and prompts for the next one.
final class PromptFrontEnd {
  private let arguments: Arguments
  private let entries: EntryKeeper
  private let reader: EntryReader
  private var session: Session
  private var guide: EntryGuide?
  private var style: Style
  private let width: TerminalWidth
  private let pages: PagedOutput

  init(_ arguments: Arguments) {
    self.arguments = arguments
    let entries = EntryKeeper(path: OwnFile.history.path)
    self.entries = entries
    var hooks = TerminalHooks.ofProgram
    hooks.isPrompt = true
    hooks.keys = KeyHelp.all.map { ($0.keys.joined(separator: ", "), $0.action) }
    hooks.history = { entries.history.entries }
    hooks.edit = { entries.editLast() }
    hooks.progress = ProgressLine.hook
    hooks.progressNote = ProgressLine.noteHook
    Platform.allowSaving(&hooks)
    hooks.ask = { question in
      Question.ask(question, answers: ["retry", "cancel"]).map { $0 == "retry" }
    }
    let (reader, pages, width) = (EntryReader(), PagedOutput(), TerminalWidth())
    (self.reader, self.width, self.pages) = (reader, width, pages)
    hooks.columns = width.change
    if arguments.format == .text {
      hooks.answer = reader.answer
      hooks.presents = pages.wait
    }
    hooks.lessonStore = .ofUser
    let screen = LiveScreen()
    let animationScreen = AnimationScreen(
      size: { screen.size },
      show: {
        screen.show($0, for: $1).map { AnimationScreen.Reply(passed: $0.passed, keys: $0.keys) }
      },
      end: screen.end)
    style = FrontEnd.style(arguments.colour)
    session = Session.printing(
      arguments.format, settings: FrontEnd.settings(arguments), style: style,
      host: FrontEnd.host(in: "."), terminal: hooks,
      animationScreen: reader.canDraw ? animationScreen : nil
    ) { Self.write($0, on: pages, arguments.colour) }
    width.take(session.settings.width)
  }

  /// Prompts and runs until the user leaves.
  func run() -> Platform.ExitCode {
    Interruption.listening(converse)
  }

  private func converse() -> Platform.ExitCode {
    if !arguments.isQuiet {
      Platform.write(Banner(style, resumption: session.resumption()).text, to: .output)
    }
    if let warning = entries.warning { Platform.write(warning.sanitized, to: .error) }
    if arguments.hasInit { runInitFile() }
    reader.hooks = hooks
    while true {
      // After a hangup there is no further prompt.
      if let error = Screen.error { Platform.endWithoutOutput(error) }
      fitWidth()
      reader.style = style
      reader.isHinted = session.settings.isHinted
      reader.isStepping = session.isStepping
      guide = nil
      let entry = reader.read(pages.takeTyped() + entries.takePrefill(), entries.history)
      // The terminal may have another size than before the entry.
      fitWidth()
      switch entry {
      case .text(let text):
        if run(text, name: nil) == .ended { return .success }
      case .cleared(let text): entries.keep(text)
      case .end where session.isStepping: session.run("leave")
      case .end: return .success
      case .ended(let signal): Platform.end(by: signal)
      }
    }
  }

  private func runInitFile() {
    guard let path = OwnFile.initFile.path else { return }
    switch Platform.content(ofFile: path) {
    case .text(let text): session.run(loaded: text, name: path)
    case .absent: return
    case .unreadable(let reason):
      let words = "warning: the init file '\(path)' cannot be read: \(reason)"
      Platform.write(words.sanitized, to: .error)
    }
  }

  @discardableResult
  private func run(_ text: String, name: String?) -> Status {
    // While stepping through a call, Enter alone is the next step.
    let isBlank = text.allSatisfy(\.isWhitespace)
    if isBlank, session.isStepping { return session.run("next") }
    if name == nil, let warning = entries.add(text) { Platform.write(warning, to: .error) }
    return session.run(text, name: name)
  }

  /// The pager; `less` is told to keep colours.
  private static let pager = Platform.environment(.pager) ?? "less -R"

  private static func write(
    _ output: Output, on pages: PagedOutput, _ colour: Arguments.Colour
  ) {
    let isPaged = pages.isOpen && pager != "cat"
    switch output {
    case .result(let text) where isPaged, .message(let text) where isPaged: pages.show(text)
    case .result(let text): Pager.show(text, with: pager)
    case .message(let text): Pager.write(text + "\n")
    case .mistake(let text): FrontEnd.write(mistake: text, colour)
    }
  }

  /// Adopts the width of the terminal, unless the user has set another.
  private func fitWidth() {
    if let columns = width.change(from: session.settings.width) {
      session.settings.width = columns
    }
    session.settings.screenRows = Screen.isShown ? Screen.size.rows : nil
    style = style.with(
      session.settings.width, session.settings.charts, isTall: session.settings.isBig)
  }

  private var hooks: EditorHooks {
    EditorHooks(
      continuation: { text, head in Session.continuation(of: text, after: head) },
      completion: { [weak self] text, cursor in
        guard let self else { return .none }
        return SessionCompletion.completion(of: text, at: cursor, in: self.session)
      },
      guidance: { [weak self] text, cursor, columns in
        guard let self else { return Guidance() }
        let style = Style(
          width: columns, isUnicode: self.style.isUnicode, isColoured: self.style.isColoured)
        var guide = self.guide.take() ?? EntryGuide(self.session)
        defer { self.guide = guide }
        return guide.guidance(for: text, at: cursor, style)
      })
  }
}
