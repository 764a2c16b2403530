import Report
package import RetryLanguage
import RetryNumerics
package import TextLayout

/// The output format.
package enum Format: Sendable {
  case text, json, csv

  func renderer(
    _ style: Style, _ isInterrupted: (@Sendable () -> Bool)? = nil
  ) -> Renderer {
    switch self {
    case .text: .text(TextRenderer(style, isInterrupted: isInterrupted))
    case .json: .json(JSONRenderer(isInterrupted: isInterrupted))
    case .csv: .csv(CSVRenderer())
    }
  }
}

extension Session {
  /// Creates a session whose events are printed in a format; plays go to the screen, if any.
  package static func printing(
    _ format: Format = .text, settings: Settings = Settings(), style: Style = Style(),
    host: ScriptHost = ScriptHost(), terminal: TerminalHooks = TerminalHooks(),
    animationScreen: AnimationScreen? = nil,
    output: @escaping (Output) -> Void
  ) -> Session {
    var terminal = terminal
    var current = style
    if let animationScreen, case .text = format {
      let isInterrupted = terminal.isInterrupted
      terminal.play = { played, player in
        animationScreen.play(played, &player, current, InterruptionCheck(isInterrupted))
      }
    }
    var settings = settings
    settings.width = style.width
    var renderer = format.renderer(style, terminal.isInterrupted)
    return Session(
      commands: .standard, settings: settings, host: host, terminal: terminal
    ) { event in
      if case .restyled(let columns, _, let charts, let isTall) = event {
        current = current.with(columns, charts, isTall: isTall)
      }
      for printed in renderer.outputs(of: event) { output(printed) }
    }
  }

  /// Creates a session whose measurements are saved as tables.
  package static func saving(
    tables renderer: TableRenderer, settings: Settings, host: ScriptHost,
    terminal: TerminalHooks, output: @escaping (Output) -> Void
  ) -> Session {
    var renderer = renderer
    return Session(
      commands: .standard, settings: settings, host: host, terminal: terminal
    ) { event in
      for printed in renderer.outputs(of: event) { output(printed) }
    }
  }
}
