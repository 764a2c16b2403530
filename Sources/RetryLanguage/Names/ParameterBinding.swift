import Simulation
import VirtualTime

/// The role of an argument of a Swift function.
enum BindingRole: Sendable {
  case receiver(Type)
  case argument(Callable.Parameter)
  /// The place of the call in the source.
  case site
  /// The result is drawn at random.
  case draw
}

/// What a function takes, with its Swift type: an argument of a call, or several that belong together.
struct ParameterBinding<Wanted: Sendable>: Sendable {
  let roles: [BindingRole]
  /// Takes the code of its arguments from a call.
  let take: @Sendable (inout PlacedCall) -> Thunk<Wanted>

  fileprivate init(
    _ roles: [BindingRole], _ take: @escaping @Sendable (inout PlacedCall) -> Thunk<Wanted>
  ) {
    (self.roles, self.take) = (roles, take)
  }

  fileprivate init(
    _ role: BindingRole,
    _ work: @escaping @Sendable ([CompiledExpression], CallSite) -> Thunk<Wanted>
  ) {
    self.init([role]) { call in work(call.take(role), call.site) }
  }

  fileprivate init(
    _ parameter: Callable.Parameter,
    _ work: @escaping @Sendable ([CompiledExpression]) -> Thunk<Wanted>
  ) {
    self.init(.argument(parameter)) { codes, _ in work(codes) }
  }

  static func receiver(_ kind: SwiftType<Wanted>) -> ParameterBinding {
    ParameterBinding(.receiver(kind.type)) { [work = kind.work] codes, _ in
      guard let code = codes.first else { preconditionFailure("a method was called on nothing") }
      return work(code)
    }
  }

  /// A required value.
  static func one(_ label: String?, _ kind: SwiftType<Wanted>, _ meaning: String? = nil)
    -> ParameterBinding
  {
    one(Callable.Parameter(label, kind.type, meaning: meaning), kind)
  }

  /// A required value without a label.
  static func one(_ kind: SwiftType<Wanted>) -> ParameterBinding { one(nil, kind) }

  fileprivate static func one(_ parameter: Callable.Parameter, _ kind: SwiftType<Wanted>)
    -> ParameterBinding
  {
    ParameterBinding(parameter) { [work = kind.work] codes in
      guard let code = codes.first else { preconditionFailure("an argument was not placed") }
      return work(code)
    }
  }

  /// An optional value with a default, which is told with its meaning.
  // Code of its own for each entry of the tables would take a quarter of the time to compile, and run once.
  @_semantics("optimize.sil.specialize.generic.never")
  static func one(
    _ label: String?, _ kind: SwiftType<Wanted>, or other: Wanted, isCount: Bool = false,
    _ meaning: String? = nil
  ) -> ParameterBinding {
    let whole = meaning.map { meaning in
      kind.phrase(of: other).map { "\(meaning); \($0) by default" } ?? meaning
    }
    let parameter = Callable.Parameter(
      label, kind.type, isOptional: true, isCount: isCount, meaning: whole)
    return ParameterBinding(parameter, kind.defaultedWork(other))
  }

  // Not specialized either.
  @_semantics("optimize.sil.specialize.generic.never")
  static func optional<Given>(
    _ label: String?, _ kind: SwiftType<Given>, isCount: Bool = false, _ meaning: String? = nil
  ) -> ParameterBinding where Wanted == Given? {
    let parameter = Callable.Parameter(
      label, kind.type, isOptional: true, isCount: isCount, meaning: meaning)
    return ParameterBinding(parameter, kind.optionalWork)
  }

  /// An optional value without a label.
  static func optional<Given>(_ kind: SwiftType<Given>) -> ParameterBinding where Wanted == Given? {
    optional(nil, kind)
  }

  static func many<Given>(_ kind: SwiftType<Given>) -> ParameterBinding where Wanted == [Given] {
    ParameterBinding(Callable.Parameter(nil, kind.type, isRepeated: true)) {
      [work = kind.work] codes in
      let works = codes.map(work)
      return Thunk { frame throws(EvaluationError) in
        var values: [Given] = []
        for work in works { values.append(try work(&frame)) }
        return values
      }
    }
  }
}

// MARK: - Several arguments

extension ParameterBinding {
  /// What several arguments make; an error is that of the argument that it names.
  static func group<each Part: Sendable>(
    _ parts: repeat ParameterBinding<each Part>,
    make: @escaping @Sendable (repeat each Part) throws(InvalidArgument) -> Wanted
  ) -> ParameterBinding {
    var roles: [BindingRole] = []
    for part in repeat each parts { roles += part.roles }
    return ParameterBinding(roles) { call in
      let site = call.site
      let works = (repeat call.take(each parts))
      return Thunk { frame throws(EvaluationError) in
        let given = (repeat try (each works)(&frame))
        return try site.blaming { () throws(InvalidArgument) in try make(repeat each given) }
      }
    }
  }

  // In generic code a parameter pack takes five times as long as a few arguments, and such closures run in every call.

  static func single<First>(
    _ part: ParameterBinding<First>,
    make: @escaping @Sendable (First) throws(InvalidArgument) -> Wanted
  ) -> ParameterBinding {
    ParameterBinding(part.roles) { call in
      let (site, work) = (call.site, part.take(&call))
      return Thunk { frame throws(EvaluationError) in
        let given = try work(&frame)
        return try site.blaming { () throws(InvalidArgument) in try make(given) }
      }
    }
  }

  static func pair<First, Second>(
    _ first: ParameterBinding<First>, _ second: ParameterBinding<Second>,
    make: @escaping @Sendable (First, Second) throws(InvalidArgument) -> Wanted
  ) -> ParameterBinding {
    ParameterBinding(first.roles + second.roles) { call in
      let (site, first, second) = (call.site, first.take(&call), second.take(&call))
      return Thunk { frame throws(EvaluationError) in
        let (first, second) = (try first(&frame), try second(&frame))
        return try site.blaming { () throws(InvalidArgument) in try make(first, second) }
      }
    }
  }

  /// Returns the same argument, checked or changed; an error is that of the argument.
  func checked<Other>(
    _ change: @escaping @Sendable (Wanted) throws(InvalidArgument) -> Other
  ) -> ParameterBinding<Other> {
    .single(self, make: change)
  }
}

// MARK: - Special bindings

extension ParameterBinding where Wanted == String {
  /// The path of a file to read.
  static let path = one(Callable.Parameter(nil, .text, isPath: true), .text)
}

extension ParameterBinding where Wanted == Void {
  /// A text that chooses a function among those of its name.
  static func key(_ key: String) -> ParameterBinding {
    ParameterBinding(Callable.Parameter(nil, .text, key: key)) { _ in .constant(()) }
  }

  /// No argument.
  static let nothing = ParameterBinding(.site) { _, _ in .constant(()) }
}

extension ParameterBinding where Wanted == [FaultPattern]? {
  static let errors = optional(
    "on", .patterns, "the errors it applies to; all errors by default")
}

extension ParameterBinding where Wanted == [FaultPattern] {
  static let spared = one(
    "unless", .patterns, or: [], "the errors it never applies to, even if 'on' includes them")
}

extension ParameterBinding where Wanted == CallSite {
  /// The place of the call in the source.
  static let site = ParameterBinding(.site) { _, site in .constant(site) }
}

extension ParameterBinding where Wanted == Void {
  /// Marks a call whose result is drawn at random.
  static let drawing = ParameterBinding(.draw) { _, _ in .constant(()) }
}

/// How the calls of a load share what an argument makes.
struct Sharing: Sendable {
  /// The name being defined.
  let name: String?
  let isPerClient: Bool

  /// Returns a memory that calls share, with its own name or that of its sort.
  func callAsFunction<Settings>(_ sort: String, _ settings: Settings) -> Shared<Settings> {
    Shared(name ?? sort, settings, isPerClient: isPerClient)
  }
}

extension ParameterBinding where Wanted == Sharing {
  /// How what the call makes is shared.
  static let sharing = pair(ParameterBinding<Bool>.perClient, ParameterBinding<CallSite>.site) {
    Sharing(name: $1.name, isPerClient: $0)
  }
}

extension ParameterBinding where Wanted == Int {
  /// A required count, which is at least a minimum.
  static func count(_ label: String, least: Int, _ meaning: String? = nil) -> ParameterBinding {
    one(label, .int, meaning).checked { count throws(InvalidArgument) in
      try count.atLeast(least, label)
    }
  }
}

extension ParameterBinding where Wanted == Double {
  /// A number, which is at least zero; required without a default.
  static func amount(_ label: String, or other: Double? = nil, _ meaning: String)
    -> ParameterBinding
  {
    let binding =
      other.map { one(label, .double, or: $0, meaning) } ?? one(label, .double, meaning)
    return binding.checked { number throws(InvalidArgument) in try number.notNegative(label) }
  }
}

/// The code of a call's arguments, consumed in order by the bindings of its function.
struct PlacedCall {
  let receiver: CompiledExpression?
  let arguments: [[CompiledExpression]]
  let site: CallSite
  private var next = 0

  init(_ receiver: CompiledExpression?, _ arguments: [[CompiledExpression]], _ site: CallSite) {
    self.receiver = receiver
    self.arguments = arguments
    self.site = site
  }

  mutating func take<Wanted>(_ binding: ParameterBinding<Wanted>) -> Thunk<Wanted> {
    binding.take(&self)
  }

  /// Takes the code for a role: of the next argument, of the receiver, or none.
  fileprivate mutating func take(_ role: BindingRole) -> [CompiledExpression] {
    switch role {
    case .receiver: return receiver.map { [$0] } ?? []
    case .site, .draw: return []
    case .argument:
      defer { next += 1 }
      return arguments[next]
    }
  }
}
