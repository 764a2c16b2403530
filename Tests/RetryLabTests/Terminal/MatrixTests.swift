import Testing

/// Everything at the prompt, on terminals of every kind.
@Suite("The prompt on every terminal")
struct MatrixTests {
  @Test("every feature works at every width, with colours and without", arguments: Desk.Kind.all)
  func everything(kind: Desk.Kind) throws {
    let desk = try Desk(kind)
    _ = try desk.write(
      "let mystery = op(\"mystery\", script: [.timeout, ok]).retry(3)\nset events 5000; set hints off",
      to: ".config/retrylab/init.retry")
    let editor = try desk.write(
      "#!/bin/sh\nsed -i 's/1$/2/' \"$1\"\n", to: "editor", isProgram: true)
    let terminal = try desk.sit([], environment: ["EDITOR": editor], rows: 60)
    let opening = terminal.emulator.text.filter { !$0.isWhitespace }
    #expect(opening.contains("RetryLab0.1.0:breakthingsonpurpose"))
    #expect(opening.contains("mystery:anoperation"))
    for feature in Feature.all {
      let isColoured = try terminal.show(feature)
      let isWanted = kind.isColoured && feature.ink != nil
      #expect(isColoured == isWanted, "the colour of \(feature)")
    }
    #expect(terminal.emulator.unknown == [])
    #expect(kind.isColoured || terminal.emulator.colours == [])
    terminal.type(Press.control("d"))
    #expect(try terminal.end() == 0)
  }
}
