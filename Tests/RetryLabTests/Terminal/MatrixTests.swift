import Testing

/// Everything at the prompt, on terminals of every kind.
@Suite("The prompt on every terminal")
struct MatrixTests {
  @Test(
    "every feature works at every width, with colours and without", arguments: TerminalUser.Kind.all
  )
  func everything(kind: TerminalUser.Kind) throws {
    let user = try TerminalUser(kind)
    _ = try user.write(
      "let mystery = op(\"mystery\", script: [.timeout, ok]).retry(3)\nset events 5000; set hints off",
      to: ".config/retrylab/init.retry")
    let editor = try user.write(
      "#!/bin/sh\nsed -i 's/1$/2/' \"$1\"\n", to: "editor", isProgram: true)
    let terminal = try user.sit([], environment: ["EDITOR": editor], rows: 60)
    let opening = terminal.emulator.text.filter { !$0.isWhitespace }
    #expect(opening.contains("RetryLab0.2.0:breakthingsonpurpose"))
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
