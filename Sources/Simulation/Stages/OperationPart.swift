import VirtualTime

extension Source {
  /// Returns a source that makes an attempt of an operation at each subscription.
  package static func operation(_ operation: Operation) -> Source {
    Source(.operation(operation), subject: operation.name)
  }
}

extension Builder {
  /// Builds the stage of an operation, with the script of this run if there is one.
  mutating func stage(for operation: Operation, _ it: Blueprint) -> OperationStage {
    if let stage = overridden(operation) { return stage }
    let part = part(of: operation, it)
    var scripted: [Stage?] = []
    let program = site.program
    // What answers is no part of the client.
    site.program = nil
    for answer in operation.script { scripted.append(answer.answer.source.map { stage(for: $0) }) }
    site.program = program
    return OperationStage(part, scripted: scripted, program)
  }

  // Apart, as what follows, since the stack of scripts that answer with operations is deep.
  @inline(never)
  private mutating func overridden(_ operation: Operation) -> OperationStage? {
    guard let script = site.scripts[operation.name], let operation = operation.following(script)
    else { return nil }
    let part = OperationPart(operation, actor: actors.position(of: operation.name))
    return OperationStage(part, scripted: script.map { _ in nil }, site.program)
  }

  @inline(never)
  private mutating func part(of operation: Operation, _ it: Blueprint) -> OperationPart {
    part(it) { builder in
      let actor = builder.actors.position(of: operation.name)
      let shared = builder.site.shared
      return OperationPart(
        operation, actor: actor,
        place: operation.resource.map { shared.place(of: $0, builder.actors.key(of: $0.name)) },
        disruptions: shared.disruptions(of: operation, builder.actors[actor].key),
        log: shared.log(of: operation, builder.actors.key),
        backend: operation.calls.map { shared.backend($0, builder.actors.blank, builder.site) })
    }
  }
}

/// What stays the same about the stages of an operation.
final class OperationPart {
  let operation: Operation
  let answering: Answering
  let actor: Int
  let place: RunningResource?
  let disruptions: RunningDisruptions?
  let log: RunningLog?
  let backend: RunningBackend?
  /// Whether answers are lost, or effects or costs counted.
  let hasSideEffects: Bool

  init(
    _ operation: Operation, actor: Int, place: RunningResource? = nil,
    disruptions: RunningDisruptions? = nil, log: RunningLog? = nil,
    backend: RunningBackend? = nil
  ) {
    (self.operation, answering) = (operation, Answering(operation))
    hasSideEffects = operation.features.contains(.sideEffects)
    (self.actor, self.place, self.disruptions) = (actor, place, disruptions)
    (self.log, self.backend) = (log, backend)
  }
}
