import LineEditor
import RetryLanguage
import Workbench

/// Passes the completions of a session to the line editor.
enum SessionCompletion {
  static func completion(
    of text: String, at cursor: String.Index, in session: Session
  ) -> Completion {
    let position = text.distance(from: text.startIndex, to: cursor)
    let proposals = Completer(session).proposals(for: SourceText(text), at: position)
    return Completion(
      replacing: proposals.range.count,
      proposals.groups.map { group, words in
        Completion.Group(
          group.heading,
          words.map { word in
            .init(
              word.name, suffix: String(word.text.dropFirst(word.name.count)), summary: word.detail)
          })
      })
  }
}
