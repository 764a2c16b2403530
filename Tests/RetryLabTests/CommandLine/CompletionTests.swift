import Foundation
import Testing

@testable import retrylab

@Suite("Completions of shells")
struct CompletionTests {
  @Test("are printed as they are kept", arguments: Shell.allCases)
  func kept(shell: Shell) throws {
    let run = try Program.run(["--completions", shell.rawValue])
    #expect(run.code == 0 && run.errors == "")
    #expect(try run.output == GoldenText.kept("completions.\(shell)", now: run.output))
  }

  @Test func `need the name of a shell that is known`() throws {
    let run = try Program.run(["--completions=tcsh"])
    #expect(run.code == 64)
    #expect(
      run.errors.hasPrefix("retrylab: --completions takes bash, zsh or fish, not 'tcsh'\n"))
  }

  /// A folder with two scenarios, another file and a folder.
  private static func folder() throws -> String {
    let user = try TerminalUser(isHinted: true)
    for name in ["a.retry", "b c.retry", "other.txt", "sub/d.retry"] {
      _ = try user.write("op()\n", to: name)
    }
    return user.home.path
  }

  struct Row: Sendable, CustomTestStringConvertible {
    /// The words before the cursor, as the shell splits them.
    let words: [String]
    let choices: [String]
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., gives choices: [String]) {
      (self.words, self.choices) = (words, choices)
    }
  }

  private static let rows = [
    Row("--col", gives: ["--color", "--colour"]),
    Row("--color", "", gives: ["always", "never", "auto"]),
    Row("--color", "=", gives: ["always", "never", "auto"]),
    Row("--color", "=", "n", gives: ["never"]),
    Row("--completions", "z", gives: ["zsh"]),
    Row(
      "",
      gives: [
        "test", "replay", "report", "page", "class", "work", "merge", "bench-policy", "listen",
        "judge", "verify", "fit",
        "sub", "a.retry", "b c.retry",
      ]),
    Row("te", gives: ["test"]),
    Row("test", "--up", gives: []),
    Row("replay", "--up", gives: ["--update"]),
    Row("replay", "b", gives: ["b c.retry"]),
    Row("--seed", "test", "t", gives: ["test"]),
    Row("--seed", "=", "7", "t", gives: ["test"]),
    Row("a.retry", "t", gives: []),
    Row("a.retry", "s", gives: ["sub"]),
    Row("--csv", "=", gives: ["sub"]),
    Row("--junit", "o", gives: ["other.txt"]),
    Row("scenarios/tour", gives: ["scenarios/tour.retry"]),
    Row("test", "scenarios/tour", gives: ["scenarios/tour.retry"]),
    Row("--seed", "", gives: []),
    Row("listen", "--sp", gives: ["--speed"]),
    Row("judge", "--ses", gives: ["--session"]),
    Row("class", "", gives: ["pack", "grade"]),
    Row("class", "p", gives: ["pack"]),
    Row("pack", "gr", gives: []),
    Row("class", "pack", "--t", gives: ["--threads", "--to"]),
    Row("class", "pack", "--for", "3", "b", gives: ["b c.retry"]),
    Row("class", "pack", "--to", "=", gives: ["sub"]),
    Row("class", "grade", "", gives: ["sub"]),
    Row("class", "grade", "--csv", "o", gives: ["other.txt"]),
    Row("class", "grade", "--csv", "=", "o", gives: ["other.txt"]),
    Row("--csv", "t", gives: ["test"]),
  ]

  @Test("work in bash", arguments: rows)
  func bash(row: Row) throws {
    let words = (["retrylab"] + row.words).map(Shell.quoted).joined(separator: " ")
    let run = try Program.shell(
      """
      source <("$0" --completions bash) && cd '\(try Self.folder())'
      COMP_WORDS=(\(words)) COMP_CWORD=\(row.words.count)
      _retrylab
      for choice in "${COMPREPLY[@]}"; do echo "$choice"; done
      """, [])
    #expect(run.code == 0 && run.errors == "")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == row.choices.count && Set(lines) == Set(row.choices), "\(run)")
  }

  @Test(
    "work in fish",
    .enabled(if: GoldenText.isInstalled("fish"), "fish is not installed"),
    arguments: [
      ("--col", ["--color", "--colour"]), ("--color=n", ["--color=never"]),
      ("--color ", ["always", "auto", "never"]),
      ("", ["a.retry", "b c.retry", "class", "page", "replay", "report", "sub/", "test"]),
      ("test --up", []), ("replay --up", ["--update"]), ("--seed test t", ["test"]),
      ("a.retry te", []), ("scenarios/tour", ["scenarios/tour.retry"]), ("--csv=", []),
      ("test --junit o", ["other.txt"]), ("test scenarios/tour", ["scenarios/tour.retry"]),
      ("class ", ["grade", "pack"]), ("class pack --t", ["--threads", "--to"]),
      ("class grade --csv o", ["other.txt"]), ("class grade ", ["sub/"]), ("--csv te", ["test"]),
    ])
  func fish(line: String, choices: [String]) throws {
    let run = try Program.shell(
      """
      export HOME='\(try Scratch.folder().path)' PATH="$(dirname "$0"):$PATH"
      cd '\(try Self.folder())'
      fish --no-config -c 'retrylab --completions fish | source; complete -C $argv[1]' "$1"
      """, ["retrylab " + line])
    #expect(run.code == 0 && run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(lines.map(String.init).sorted() == choices, "\(run)")
  }

  @Test(.enabled(if: GoldenText.isInstalled("zsh"), "zsh is not installed"))
  func `work in zsh`() throws {
    let folder = try Self.folder()
    let terminal = try PseudoTerminal(
      "/usr/bin/zsh", ["-f", "-i"],
      environment: [
        "HOME": folder, "TERM": "xterm", "LANG": "C.UTF-8",
        "PATH": "\(Program.folder.path):/usr/bin:/bin",
      ])
    terminal.type(
      "cd '\(folder)'; autoload -U compinit; compinit -D -u; setopt no_beep; "
        + "source <(retrylab --completions zsh); PS1='go: '; clear\r")
    try terminal.wait(forLine: "go:")
    let rows = [
      ("retrylab te", "retrylab test"), ("retrylab --color=ne", "retrylab --color=never"),
      ("retrylab replay --up", "retrylab replay --update"),
      ("retrylab b", "retrylab b\\ c.retry"), ("retrylab --csv=s", "retrylab --csv=sub/"),
      ("retrylab scenarios/to", "retrylab scenarios/tour.retry"),
      ("retrylab --seed test te", "retrylab --seed test test"),
      ("retrylab class g", "retrylab class grade"),
      ("retrylab class grade --csv o", "retrylab class grade --csv other.txt"),
      ("retrylab class grade s", "retrylab class grade sub/"),
    ]
    for (begun, whole) in rows {
      terminal.type(begun + "\t")
      try terminal.wait(forLine: "go: " + whole)
      terminal.type(Press.control("U"))
      try terminal.wait(forLine: "go:")
    }
    // The sentences of all options, which have colons and quotes.
    terminal.type("retrylab test --t\t")
    try terminal.wait(for: "the sentence of an option") {
      $0.text.contains("-- threads for measurements (default: one per core)")
    }
  }

  @Test func `quote sentences as each shell reads them`() {
    #expect(Shell.quoted("it's") == "'it'\\''s'")
    #expect(Shell.fishQuoted("it's \\") == "'it\\'s \\\\'")
    #expect(Shell.bracketed("a: [b] \\") == "a\\: \\[b\\] \\\\")
  }
}
