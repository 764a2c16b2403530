import RetryLanguage
import Synchronization
import TextLayout
import Workbench

/// Where files are kept that are only looked at.
final class MemoryFiles {
  /// What programs find beside them.
  static let handy = [
    "s.csv": "12ms\n40ms\n1s\n1ns\n",
    "f.retry":
      "/// A part\nlet loaded = op(fails: 50%).retry(2)\nloaded\n/// Another\nstats loaded calls 5\n",
  ]

  /// The sessions that were opened so far.
  private static let opened = Atomic<Int>(0)

  var files: [String: String] = [:]

  /// Returns a session that writes these files.
  func session(
    _ format: Format = .text, output: @escaping (Output) -> Void
  ) -> Session {
    Self.opened.add(1, ordering: .relaxed)
    var settings = Settings()
    settings.threads = 1
    return Session.printing(
      format, settings: settings, host: .strict, terminal: terminal, animationScreen: Self.screen,
      output: output)
  }

  /// Runs a scenario by itself.
  static func perform(_ text: String) -> Scenario.Outcome {
    opened.add(1, ordering: .relaxed)
    return Scenario(path: "x.retry", text: text, host: .strict).perform(threads: 1)
  }

  /// The number of sessions that were opened.
  static var sessions: Int { opened.load(ordering: .relaxed) }

  /// A screen on which time passes at once, and a person presses every key before leaving.
  private static var screen: AnimationScreen {
    let keys: [PressedKey] = [
      .right, .character("t"), .up, .character(" "), .left, .down, .character("t"), .character(" "),
      .character("0"), .character("x"), .character(" "),
    ]
    var shown = 0
    return AnimationScreen(
      size: { (80, 24) },
      show: { _, _ in
        defer { shown += 1 }
        let key = shown < 100 ? keys[shown % keys.count] : .character("q")
        return AnimationScreen.Reply(passed: .milliseconds(20), keys: [key])
      }, end: { _ in })
  }

  /// The hooks of a terminal whose files these are.
  private var terminal: TerminalHooks {
    var hooks = TerminalHooks()
    hooks.save = { path, text, _ in
      self.files[path] = text
      return .saved
    }
    hooks.remove = { path in
      self.files[path] = nil
      return nil
    }
    hooks.isThere = { self.files[$0] != nil }
    return hooks
  }
}

extension ScriptHost {
  /// An outside with the files, whose payloads are read strictly.
  static let strict = ScriptHost(file: { MemoryFiles.handy[$0] }, json: StrictJSON.value(of:))
}
