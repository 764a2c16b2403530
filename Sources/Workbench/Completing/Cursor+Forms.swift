import RetryLanguage

extension Cursor.Call {
  /// The forms of the call, whatever its arguments are.
  var allForms: [Callable] {
    let all = Catalogue.all.filter { $0.name == name && ($0.receiver != nil) == isMethod }
    guard let key else { return all }
    let chosen = all.filter { $0.key == key }
    return chosen.isEmpty ? all : chosen
  }

  /// The forms of the call that can take its arguments, of which the last may still get a label.
  var forms: [Callable] {
    let all = allForms
    let fitting = all.filter { $0.takes(labels) }
    return fitting.isEmpty ? all : fitting
  }

  /// The parameters that the argument at the cursor can be.
  var parameters: [Callable.Parameter] {
    let label = labels[labels.count - 1]
    let place = labels.dropLast().count { $0 == nil }
    return forms.compactMap { form in
      if let label { return form.parameters.first { $0.label == label } }
      let unlabelled = form.parameters.filter { $0.label == nil }
      return unlabelled.dropFirst(place).first ?? unlabelled.last { $0.isRepeated }
    }
  }
}

extension Callable {
  /// Whether it can take arguments with these labels, of which the last may still get one.
  fileprivate func takes(_ labels: [String?]) -> Bool {
    let known = parameters.map(\.label)
    if parameters.contains(where: \.isRepeated) { return true }
    return known.count >= labels.count && labels.allSatisfy { $0 == nil || known.contains($0) }
      && labels.dropLast().count { $0 == nil } <= known.count { $0 == nil }
  }
}

extension Cursor {
  /// The forms of the call that can take its arguments, and whose value fits the call around it if there is one.
  var forms: [Callable] {
    guard let call else { return [] }
    let types = outer?.parameters.map(\.type) ?? []
    let wanted = types + types.flatMap { $0.parts.elements + $0.parts.entries }
    let fitting = call.forms.filter { form in wanted.contains { form.fits($0) } }
    return fitting.isEmpty ? call.forms : fitting
  }
}
