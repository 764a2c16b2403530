/// What a person should know of something that the program does on its command line.
package struct TaskHelp: Hashable, Sendable {
  package struct Option: Hashable, Sendable {
    let synopsis: String
    let help: String

    package init(_ synopsis: String, _ help: String) {
      (self.synopsis, self.help) = (synopsis, help)
    }
  }

  /// The words that choose it.
  let word: String
  let synopsis: String
  let help: String
  /// The options that go with it, but not with everything.
  let options: [Option]

  package init(_ word: String, _ synopsis: String, _ help: String, _ options: [Option]) {
    (self.word, self.synopsis, self.help, self.options) = (word, synopsis, help, options)
  }
}
