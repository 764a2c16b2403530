import Documents

// Calls that follow one another, in one value or on the name that a builder is bound to.

extension CodeReader {
  /// What a value is to the policy that a chain of calls makes.
  enum Chain {
    /// All calls that make the policy, from the first.
    case policy([CodeLink])
    /// A part of a policy that is read elsewhere.
    case part
  }

  /// How many names a builder may go through.
  private static let mostNames = 16

  /// Returns the calls that make the policy in a value, which are a builder's own and those on names bound to it.
  func chain(_ value: CodeValue, isBuilder: ([CodeLink]) -> Bool) -> Chain? {
    let links = value.links
    guard !isBuilder(links) else {
      guard !Self.isBuilt(links), let boundName else { return .policy(links) }
      let steps = code.calls(on: boundName, from: value)
      return steps.contains { Self.isBuilt($0.links) }
        ? .part : .policy(links + steps.flatMap { $0.links.dropFirst() })
    }
    let names = builder(of: value, isBuilder)
    guard let first = names.last else { return nil }
    // Only what is built needs the calls before it, which may be many.
    guard Self.isBuilt(links) else { return .part }
    var steps = first.root.links
    for (index, step) in names.enumerated().reversed() {
      let uses = code.calls(on: step.name, from: step.root, to: step.use)
      steps += uses.flatMap { $0.links.dropFirst() }
      if index > 0 { steps += step.use.links.dropFirst() }
    }
    return .policy(steps + links.dropFirst())
  }

  /// Returns the names from a value to the builder that it begins with, each with its value and its use; none if there is no builder.
  private func builder(
    of value: CodeValue, _ isBuilder: ([CodeLink]) -> Bool
  ) -> [(name: String, root: CodeValue, use: CodeValue)] {
    var names: [(name: String, root: CodeValue, use: CodeValue)] = []
    var value = value
    for _ in 0..<Self.mostNames {
      guard value.links.count > 1, let name = value.links.first?.name,
        let root = code.origin(of: name, at: value), !Self.isBuilt(root.links)
      else { return [] }
      names.append((name, root, value))
      if isBuilder(root.links) { return names }
      value = root
    }
    return []
  }

  /// Whether a chain has made its policy; a block behind the name of a type makes it as well.
  private static func isBuilt(_ links: [CodeLink]) -> Bool {
    links.contains { link in
      ["build", "Build", "ofDefaults", "NewWithDefaults", "WithDefaults"].contains(link.name)
        || link.name == "RetryConfig" && link.arguments != nil
    }
  }

  /// Returns the statements in a block as calls, a value that is assigned as an argument; others are noted.
  mutating func calls(in block: CodeValue, of what: String) -> [CodeLink] {
    switch block.content {
    case .group(_, let items), .pieces(let items): items.flatMap { calls(in: $0, of: what) }
    case .binding(let name, let value):
      [CodeLink(name: name, place: block.place, arguments: [value])]
    case .path(nil, let links) where links.first?.arguments != nil: links
    default: unread(block, of: what)
    }
  }

  private mutating func unread(_ value: CodeValue, of what: String) -> [CodeLink] {
    remark(value, "'\(short(value))' of \(what) is not understood")
    return []
  }
}

// MARK: - Other strategies

extension CodeReader {
  /// Notes the strategies beside the retries, which have operators of their own.
  mutating func noteGuards(_ value: CodeValue) {
    for (index, link) in value.links.enumerated()
    where link.arguments != nil && !readGuards.contains(link.place) {
      // In Go, the module tells what is new.
      let isNew = index == 1 && link.name.hasPrefix("New")
      let words = isNew ? "\(value.links[0].name).\(link.name)" : link.name
      let name = words.lowercased()
      guard let other = Self.guards.first(where: { $0.names.contains { name.hasPrefix($0) } })
      else { continue }
      file.remark(
        link.place, "'\(words)' is not read: write '\(other.fixIt)' behind an operation")
    }
    for child in value.children { noteGuards(child) }
  }

  private static let guards = [
    (
      names: ["addcircuitbreaker", "circuitbreaker"],
      fixIt: ".breaker(failures: 50%, of: 20, open: 10s)"
    ),
    (names: ["addtimeout", "timeout"], fixIt: ".timeout(1s)"),
    (names: ["addhedging", "hedge"], fixIt: ".hedge(after: 2s)"),
    (names: ["addratelimiter", "ratelimiter"], fixIt: ".rateLimit(10, per: 1s)"),
    (names: ["addconcurrencylimiter", "bulkhead"], fixIt: ".bulkhead(10)"),
  ]
}
