import Report
package import RetryLanguage
import RetryNumerics
package import TextLayout

/// The output format.
package enum Format: Sendable {
  case text, json, csv

  /// Creates the renderer of this format.
  func renderer(
    _ style: Style, _ isInterrupted: (@Sendable () -> Bool)? = nil
  ) -> any Renderer {
    switch self {
    case .text: TextRenderer(style, isInterrupted: isInterrupted)
    case .json: JSONRenderer(isInterrupted: isInterrupted)
    case .csv: CSVRenderer()
    }
  }
}

extension Session {
  /// Creates a session whose events are printed in a format; calls are played on the stage, if any.
  package static func printing(
    _ format: Format = .text, settings: Settings = Settings(), style: Style = Style(),
    host: ScriptHost = ScriptHost(), terminal: TerminalHooks = TerminalHooks(), stage: Stage? = nil,
    output: @escaping (Output) -> Void
  ) -> Session {
    var terminal = terminal
    var current = style
    if let stage, case .text = format {
      let isInterrupted = terminal.isInterrupted
      terminal.play = { record, place in
        stage.play(record, from: &place, current, Patience(isInterrupted))
      }
    }
    var settings = settings
    settings.width = style.width
    var renderer = format.renderer(style, terminal.isInterrupted)
    return Session(
      commands: .standard, settings: settings, host: host, terminal: terminal
    ) { event in
      if case .resized(let columns) = event { current = current.resized(to: columns) }
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

extension Style {
  /// Returns the style for other columns.
  func resized(to columns: Int) -> Style {
    Style(width: columns, isUnicode: isUnicode, isColoured: isColoured)
  }
}

/// A place that shows a running call.
package struct Stage {
  /// Waits and lets the user pause; returns `false` after an interrupt.
  let wait: (Duration) -> Bool
  /// Adds lines, and draws live lines below them, replaced by the next call.
  let show: (_ lines: [String], _ live: [String]) -> Void
  /// Keeps the current output and ends the display.
  let end: () -> Void

  /// Creates a place.
  package init(
    wait: @escaping (Duration) -> Bool, show: @escaping ([String], [String]) -> Void,
    end: @escaping () -> Void
  ) {
    self.wait = wait
    self.show = show
    self.end = end
  }

  /// Shows the new part of a call; returns whether it reached the end.
  fileprivate func play(
    _ record: RunRecord, from place: inout PlayPlace, _ style: Style, _ patience: Patience
  ) -> Bool {
    defer { end() }
    let playback = Playback(record, style, patience)
    for frame in playback.frames where frame.eventCount > place.shown {
      let span = Double((frame.at - place.now).count) / place.speed
      guard wait(Nanoseconds(rounding: span).duration) else { return false }
      show(
        playback.lines(about: place.shown..<frame.eventCount),
        playback.timeline(until: frame.at))
      (place.now, place.shown) = (frame.at, frame.eventCount)
    }
    return true
  }
}
