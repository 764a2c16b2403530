import Foundation
import LineEditor
import Testing
import Workbench

@testable import retrylab

@Suite("The manual page")
struct ManualTests {
  @Test func `is printed as it is kept`() throws {
    let run = try Program.run(["--manual"])
    #expect(run.code == 0 && run.errors == "")
    #expect(try run.output == GoldenText.kept("retrylab.1", now: run.output))
  }

  @Test func `has an entry for everything in the tables`() {
    let text = Manual.text
    for option in Option.allCases {
      for spelling in option.description.spellings {
        let word = spelling.dropFirst().replacing("-", with: "\\-")
        #expect(text.contains("Fl \"\(word)\""), "\(spelling)")
      }
    }
    for command in CommandTable.standard.all {
      #expect(text.contains("\n.It Ic \(command.name)\n"), "\(command.name)")
    }
    for variable in Variable.allCases { #expect(text.contains("Ev \(variable.rawValue)")) }
    #expect(KeyHelp.all.count > 20 && KeyHelp.all.allSatisfy { !$0.keys.isEmpty })
    #expect(KeyHelp.all.flatMap(\.keys).allSatisfy { !$0.contains("\\") && !$0.contains("^") })
  }

  @Test(
    .enabled(if: GoldenText.isInstalled("mandoc"), "mandoc is not installed"))
  func `has no fault that mandoc finds`() throws {
    let page = try Program.script(Manual.text + "\n", named: "retrylab.1")
    let lint = try Program.shell("mandoc -Tlint -W style \"$1\"", [page])
    // Which other pages there are depends on the system.
    let faults = lint.output.split(separator: "\n").filter { !$0.contains("mandoc.db") }
    #expect(faults == [])
  }

  @Test func `escapes what mdoc would read as its own`() {
    var page = ManualPage("name", "it's", date: "May 1, 2026")
    page.paragraph(".first 'line' \\ ~ ^ ` … - end")
    #expect(
      page.text.hasSuffix(
        ".Nd it\\(aqs\n.Pp\n\\&.first \\(aqline\\(aq \\e \\(ti \\(ha \\(ga \\[u2026] \\- end\n"))
    #expect(ManualPage.argument("a \"b\"") == "\"a \\(dqb\\(dq\"")
  }

  @Test("has examples that run", arguments: Manual.examples.map(\.command))
  func examples(command: String) throws {
    let user = try TerminalUser()
    _ = try user.write("op()\n", to: "flaky.retry")
    _ = try user.write("op()\n", to: "scenarios/one.retry")
    let run = try Program.shell(
      """
      cd '\(user.home.path)' && PATH="$(dirname "$0"):$PATH"
      man() { test -s "$1"; }
      \(command)
      """, [])
    #expect(run.code == 0 && run.errors == "", "\(run)")
  }

  @Test func `names every variable of the environment that the sources read`() throws {
    let names = Set(Variable.allCases.map(\.rawValue))
    for target in ["LineEditor", "retrylab", "Files"] {
      let folder = Program.root.appending(path: "Sources/\(target)")
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let path as String in files where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        for match in text.matches(of: #/getenv\("(\w+)"\)/#) {
          #expect(names.contains(String(match.output.1)), "\(path)")
        }
      }
    }
  }

  @Test func `knows the keys of the article on the prompt`() throws {
    let article = Program.root.appending(path: "Sources/retrylab/RetryLab.docc/Prompt.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let known = Set(KeyHelp.all.flatMap(\.keys))
    let table = try #require(text.components(separatedBy: "| key | action |\n").last)
    let rows = table.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }.dropFirst()
    #expect(rows.count > 5)
    for row in rows {
      for key in row.split(separator: " | ")[0].dropFirst(2).split(separator: ", ") {
        #expect(known.contains(String(key)), "\(key)")
      }
    }
  }
}
