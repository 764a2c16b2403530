import RetryLanguage

/// An answer as a program whose layout, order and own names do not matter.
struct AnswerProgram: Hashable {
  let text: String
  /// The number of its tokens.
  let length: Int

  /// Brings the definitions that an answer needs into their one form: the answer first, then each when it is named.
  init(_ pieces: [StudentWork.Piece]) {
    var forms: [String] = []
    var (names, waiting): ([String: String], [Int]) = ([:], [])
    if let last = pieces.indices.last { waiting = [last] }
    var length = 0
    while forms.count < waiting.count {
      let index = waiting[forms.count]
      let piece = pieces[index]
      let locals = piece.value.localNames
      var own: [String: String] = [:]
      var form = ""
      for token in Token.words(of: LessonPart.formatter.text(piece.value)) {
        length += 1
        guard let name = token.name, !token.isLabel || piece.value.isFunction else {
          form += token.text + " "
          continue
        }
        var shown = name
        if locals.contains(name) {
          own[name] = own[name] ?? "local\(own.count + 1)"
        } else {
          shown = pieces[..<index].plain(name)
          if names[shown] == nil,
            let earlier = pieces[..<index].lastIndex(where: { $0.name.text == shown })
          {
            names[shown] = "own\(waiting.count)"
            waiting.append(earlier)
          }
        }
        form += (own[name] ?? names[shown] ?? shown) + " "
      }
      forms.append(form)
    }
    text = forms.joined(separator: "\n")
    self.length = length
  }
}

extension ArraySlice<StudentWork.Piece> {
  /// What a name stands for if that is one word or number, which might as well be written in its place.
  fileprivate func plain(_ name: String) -> String {
    guard let piece = lastIndex(where: { $0.name.text == name }), self[piece].value.isLiteral else {
      return name
    }
    guard case .name(let other, _) = self[piece].value else {
      return LessonPart.formatter.text(self[piece].value)
    }
    return self[..<piece].plain(other)
  }
}

/// A word or sign of a program, as written.
private struct Word {
  let text: String
  /// The name, unless it is a member.
  let name: String?
  /// Whether a colon follows without a space, as after a label.
  let isLabel: Bool
}

extension Token {
  fileprivate static func words(of text: String) -> [Word] {
    let source = SourceText(text)
    let tokens = Lexer.tokens(of: source).tokens.filter { $0.kind != .newline && $0.kind != .end }
    return tokens.indices.map { index in
      let isMember = index > 0 && tokens[index - 1].isMark(".")
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      return Word(
        text: source[tokens[index].range], name: isMember ? nil : tokens[index].name,
        isLabel: next.map { $0.isMark(":") && !$0.isSpaced } ?? false)
    }
  }
}

extension Expression {
  /// Whether it is a function with a declaration, in which parameters look like labels.
  fileprivate var isFunction: Bool {
    if case .closure(let closure) = self { closure.declaration != nil } else { false }
  }
}
