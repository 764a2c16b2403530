import RetryLanguage

/// The forms of the call at the cursor.
struct CallSignature {
  /// The forms of the call; empty if the cursor is not in a call.
  let forms: [Callable]
  /// The label before the cursor, if there is one.
  let label: String?
}

extension Session {
  /// Returns the forms of the call at a position of a text.
  func signature(for text: String, at cursor: Int) -> CallSignature {
    let place = CompletionPlace(SourceText(String(text.prefix(cursor))), commands: commands)
    switch place.kind {
    case .argument(let name, let isMethod, _):
      let forms = Catalogue.all.filter { $0.name == name && ($0.receiver != nil) == isMethod }
      return CallSignature(forms: forms, label: nil)
    case .value(let label, let name):
      let forms = Catalogue.callables(withLabel: label).filter { $0.name == name }
      return CallSignature(forms: forms, label: label)
    default: return CallSignature(forms: [], label: nil)
    }
  }
}
