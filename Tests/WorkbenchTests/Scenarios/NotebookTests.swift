import Report
import RetryLanguage
import Simulation
import Testing
import Workbench

@Suite("Scenarios as notebooks")
struct NotebookTests {
  private static let shapes = Session(commands: .standard) { _ in }.shapes

  @Test("are the same statements again", arguments: StoredScenario.all)
  func again(stored: StoredScenario) throws {
    let text = try stored.text()
    let json = Notebook(text, commands: Self.shapes).json
    let read = try #require(Notebook.scenario(in: json))
    let formatter = Formatter(commands: Self.shapes)
    let programs = [text, read].map { text in
      formatter.text(Parser.read(SourceText(text), commands: Self.shapes).statements)
    }
    #expect(programs[0] == programs[1])
    #expect(Notebook(read, commands: Self.shapes).json == json)
  }

  @Test func `have narration as text, and comments beside their statements`() throws {
    let text = "/// # One\n///\n/// two\n\n// why\nlet a = 1 /// no cell\n\n\na\n/// end\n"
    let json = Notebook(text, commands: Self.shapes).json
    guard case .object(let notebook)? = Value(json: json),
      case .list(let cells)? = notebook["cells"]
    else {
      Issue.record("\(json)")
      return
    }
    #expect(cells.count >= 3 && notebook["nbformat"] == .int(4))
    #expect(json.contains(##""source":["# One\n","\n","two"]"##))
    #expect(json.contains(##""source":["// why\n""##))
  }

  @Test("of other programs are read in both forms, without outputs")
  func foreign() {
    let json = """
      {"cells": [{"cell_type": "markdown", "source": "a\\nb"}, {"cell_type": "raw", "source": "x"},
      {"cell_type": "code", "source": ["let a = 1\\n", "a"], "outputs": [{"text": "no"}]}]}
      """
    #expect(Notebook.scenario(in: json) == "/// a\n/// b\n\nlet a = 1\na\n")
    let other = #"{"cells": [{"cell_type": "markdown", "source": "a\r\nb\u000bsave x\u2028c"}]}"#
    #expect(Notebook.scenario(in: other) == "/// a\n/// b\n/// save x\n/// c\n")
    for wrong in ["", "[]", "{}", "{\"cells\": 1}", "nothing"] {
      #expect(Notebook.scenario(in: wrong) == nil, "\(wrong)")
    }
  }
}
