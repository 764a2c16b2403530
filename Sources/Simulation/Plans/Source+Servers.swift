extension Source {
  /// Whether an operation in it shares a server or another resource with other calls.
  package var asksServers: Bool {
    if case .operation(let operation) = kind, operation.resource != nil { return true }
    return inputs.contains(where: \.asksServers)
  }
}
