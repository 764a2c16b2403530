import Report
import RetryLanguage

@testable import Workbench

/// A page of the manual that is written from a table of the program.
enum GeneratedPage: String, CaseIterable, Sendable {
  case commands = "Commands"
  case names = "Names"
  case settings = "Settings"
  case keys = "Keys"

  /// The page as Markdown.
  var text: String {
    let parts =
      switch self {
      case .commands: Self.commandParts
      case .names: Self.nameParts
      case .settings: Self.settingParts
      case .keys: Self.keyParts
      }
    return (["# \(rawValue)", abstract, "## Overview", overview] + parts)
      .joined(separator: "\n\n") + "\n"
  }

  private var abstract: String {
    switch self {
    case .commands: "Every command of the prompt and of scripts, with its form and an example."
    case .names: "Every function, method and operator of the language, with labels and examples."
    case .settings: "Every setting of a session, with its default and its valid values."
    case .keys: "Every key of the JSON output, with its type and its meaning."
    }
  }

  private var overview: String {
    switch self {
    case .commands:
      "`help WORD` shows the same at the prompt. Parts in brackets may be left out."
    case .names:
      """
      `help NAME` shows the same at the prompt. Names are sorted by what they are about; a name with \
      several forms has them one below the other.
      """
    case .settings:
      """
      `set` lists the settings with their values, and `set events 1000` changes one. A scenario may \
      change settings, too.
      """
    case .keys:
      """
      `--json` prints an object per line; see <doc:Programs>. Every object also has `kind` and \
      `schema`, and with `--serve` an `id`. A `*` stands for a variable name, and `[]` for each element \
      of a list.
      """
    }
  }
}

// MARK: - Commands

extension GeneratedPage {
  private static var commandParts: [String] {
    let table = CommandTable.standard
    let stepping = table.known.filter { $0.isForStepping }
    var parts = table.all.map(text(of:))
    parts += ["## In the stepper", "These commands move through a call."]
    parts += stepping.map(text(of:))
    return parts
  }

  private static func text(of command: Command) -> String {
    """
    ### \(ManualMarkdown.code(command.name))

    \(ManualMarkdown.code(Help.syntax(of: command))): \(ManualMarkdown.prose(command.summary)).

    \(ManualMarkdown.block(command.example))
    """
  }
}

// MARK: - Settings

extension GeneratedPage {
  private static var settingParts: [String] {
    var rows: [[String]] = []
    var sections: [String] = []
    for setting in Setting.allCases {
      let name = ManualMarkdown.code(setting.rawValue)
      let value = ManualMarkdown.code(setting.value(in: Settings()))
      let meaning = ManualMarkdown.prose(setting.meaning)
      rows.append([name, meaning, value, ManualMarkdown.prose(setting.choices)])
      let words: [[String]] = setting.words.map { word in
        [ManualMarkdown.code(word.name), ManualMarkdown.prose(word.meaning)]
      }
      guard !words.isEmpty else { continue }
      sections += ["## The values of \(name)", ManualMarkdown.table(["value", "meaning"], words)]
    }
    return [ManualMarkdown.table(["setting", "meaning", "default", "values"], rows)] + sections
  }
}

// MARK: - Keys

extension GeneratedPage {
  private static var keyParts: [String] {
    var parts: [String] = []
    for schema in Schema.all {
      let rows: [[String]] = schema.keys.map { key in
        let meaning = ManualMarkdown.prose(key.meaning)
        return [ManualMarkdown.code(key.path), ManualMarkdown.prose(key.type), meaning]
      }
      parts += [
        "## \(ManualMarkdown.code(schema.kind))", "\(ManualMarkdown.prose(schema.meaning)).",
      ]
      if !rows.isEmpty { parts.append(ManualMarkdown.table(["key", "type", "meaning"], rows)) }
    }
    return parts
  }
}
