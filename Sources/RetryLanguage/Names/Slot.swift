import Simulation
import VirtualTime

/// The role of an argument of a Swift function.
enum SlotRole: Sendable {
  /// The receiver.
  case receiver(Type)
  case argument(Callable.Parameter)
  /// The place of the call in the source.
  case site
  /// The result is drawn at random.
  case luck
}

/// An argument of a call with its Swift type.
struct Slot<Wanted: Sendable>: Sendable {
  let role: SlotRole
  let work: @Sendable ([Code], CallSite) -> Work<Wanted>

  private init(
    _ role: SlotRole, _ work: @escaping @Sendable ([Code], CallSite) -> Work<Wanted>
  ) {
    self.role = role
    self.work = work
  }

  private init(
    _ parameter: Callable.Parameter,
    _ work: @escaping @Sendable ([Code], CallSite) -> Work<Wanted>
  ) {
    self.init(.argument(parameter), work)
  }

  /// The receiver of a method.
  static func receiver(_ kind: Kind<Wanted>) -> Slot {
    Slot(.receiver(kind.type)) { codes, _ in
      guard let code = codes.first else { preconditionFailure("a method was called on nothing") }
      return kind.work(code)
    }
  }

  /// A required value.
  static func one(_ label: String?, _ kind: Kind<Wanted>) -> Slot {
    Slot(Callable.Parameter(label, kind.type)) { codes, _ in
      guard let code = codes.first else { preconditionFailure("an argument was not placed") }
      return kind.work(code)
    }
  }

  /// A required value without a label.
  static func one(_ kind: Kind<Wanted>) -> Slot { one(nil, kind) }

  /// An optional value with a default.
  static func one(_ label: String?, _ kind: Kind<Wanted>, or other: Wanted) -> Slot {
    Slot(Callable.Parameter(label, kind.type, isOptional: true)) { codes, _ in
      guard let code = codes.first else { return .constant(other) }
      return kind.work(code)
    }
  }

  /// An optional value with a default, and what it means in this call.
  static func setting(
    _ label: String, _ kind: Kind<Wanted>, or other: Wanted, isCount: Bool = false,
    _ meaning: String
  ) -> Slot {
    let slot = one(label, kind, or: other)
    return Slot(
      Callable.Parameter(
        label, kind.type, isOptional: true, isCount: isCount, meaning: meaning), slot.work)
  }

  /// An optional value, and what it means in this call.
  static func optionalSetting<Given>(
    _ label: String, _ kind: Kind<Given>, isCount: Bool = false, _ meaning: String
  ) -> Slot where Wanted == Given? {
    let slot = optional(label, kind)
    return Slot(
      Callable.Parameter(
        label, kind.type, isOptional: true, isCount: isCount, meaning: meaning), slot.work)
  }

  /// An optional value.
  static func optional<Given>(_ label: String?, _ kind: Kind<Given>) -> Slot
  where Wanted == Given? {
    Slot(Callable.Parameter(label, kind.type, isOptional: true)) { codes, _ in
      guard let code = codes.first else { return .constant(nil) }
      let work = kind.work(code)
      return Work { frame throws(Trouble) in try work(&frame) }
    }
  }

  /// An optional value without a label.
  static func optional<Given>(_ kind: Kind<Given>) -> Slot where Wanted == Given? {
    optional(nil, kind)
  }

  /// Any number of values.
  static func many<Given>(_ kind: Kind<Given>) -> Slot where Wanted == [Given] {
    Slot(Callable.Parameter(nil, kind.type, isRepeated: true)) { codes, _ in
      let works = codes.map(kind.work)
      return Work { frame throws(Trouble) in
        var values: [Given] = []
        for work in works { values.append(try work(&frame)) }
        return values
      }
    }
  }
}

extension Slot where Wanted == String {
  /// The path of a file to read.
  static let path = Slot(Callable.Parameter(nil, .text, isPath: true), one(.text).work)
}

extension Slot where Wanted == Void {
  /// A text that chooses a function among those of its name.
  static func key(_ key: String) -> Slot {
    Slot(Callable.Parameter(nil, .text, key: key)) { _, _ in .constant(()) }
  }

  /// No argument.
  static let nothing = Slot(.site) { _, _ in .constant(()) }
}

extension Slot where Wanted == CallSite {
  /// The place of the call in the source.
  static let site = Slot(.site) { _, site in .constant(site) }
}

extension Slot where Wanted == Void {
  /// Marks a call whose result is drawn at random.
  static let drawing = Slot(.luck) { _, _ in .constant(()) }
}

/// How the calls of a load share what an argument makes.
struct Sharing: Sendable {
  /// The name being defined.
  let name: String?
  /// Whether each client has its own.
  let isPerClient: Bool

  /// Returns a memory that calls share, with its own name or that of its sort.
  func callAsFunction<Settings>(_ sort: String, _ settings: Settings) -> Shared<Settings> {
    Shared(name ?? sort, settings, isPerClient: isPerClient)
  }
}

extension Slot where Wanted == Sharing {
  /// How what the call makes is shared.
  static let sharing = Slot(Slot<Bool>.one("perClient", .bool, or: false).role) { codes, site in
    let isPerClient = codes.first.map(Kind.bool.work) ?? .constant(false)
    return Work { frame throws(Trouble) in
      Sharing(name: site.name, isPerClient: try isPerClient(&frame))
    }
  }
}

extension Slot {
  /// Returns the same argument, checked or changed; an error is that of the argument.
  func checked<Other>(
    _ change: @escaping @Sendable (Wanted) throws(InvalidArgument) -> Other
  ) -> Slot<Other> {
    Slot<Other>(role) { [work] codes, site in
      let given = work(codes, site)
      return Work { frame throws(Trouble) in
        let value = try given(&frame)
        return try site.blaming { () throws(InvalidArgument) in try change(value) }
      }
    }
  }
}

extension Slot where Wanted == Int {
  /// A required count, which is at least a minimum.
  static func count(_ label: String, least: Int) -> Slot {
    one(label, .int).checked { count throws(InvalidArgument) in try count.atLeast(least, label) }
  }
}

extension Slot where Wanted == Double {
  /// A number, which is at least zero; required without a default.
  static func amount(_ label: String, or other: Double? = nil) -> Slot {
    let slot = other.map { one(label, .double, or: $0) } ?? one(label, .double)
    return slot.checked { number throws(InvalidArgument) in try number.notNegative(label) }
  }
}

/// The place of a call in a text, and its context.
struct CallSite: Sendable {
  /// The name being defined.
  let name: String?
  let dialect: Dialect
  let host: ScriptHost
  let range: Range<Int>
  /// The range of each argument in parameter order; `nil` if it was omitted.
  let places: [(label: String?, range: Range<Int>?)]

  /// Calls a function and attributes its error to the argument that caused it.
  @inline(__always)
  func blaming<Given>(
    _ call: () throws(InvalidArgument) -> Given
  ) throws(Trouble) -> Given {
    do throws(InvalidArgument) { return try call() } catch { throw trouble(error) }
  }

  private func trouble(_ argument: InvalidArgument) -> Trouble {
    let named = places.first { $0.label == argument.label }
    let given = places.compactMap(\.range)
    let place = named?.range ?? (given.count == 1 ? given[0] : nil)
    return .invalid(argument, place ?? range)
  }
}

/// The library whose meaning of `retry(n)` applies.
package enum Dialect: String, CaseIterable, Sendable {
  /// `retry(3)` makes three attempts in total.
  case rxswift
  /// `retry(3)` makes three retries, so four attempts.
  case combine
}

/// The code of a call's arguments, consumed in order by the slots of its function.
struct PlacedCall {
  let receiver: Code?
  let arguments: [[Code]]
  let site: CallSite
  private var next = 0

  /// Creates the code of a call.
  init(_ receiver: Code?, _ arguments: [[Code]], _ site: CallSite) {
    self.receiver = receiver
    self.arguments = arguments
    self.site = site
  }

  /// Consumes the arguments of the next slot.
  mutating func take<Wanted>(_ slot: Slot<Wanted>) -> Work<Wanted> {
    switch slot.role {
    case .receiver: return slot.work(receiver.map { [$0] } ?? [], site)
    case .site, .luck: return slot.work([], site)
    case .argument:
      defer { next += 1 }
      return slot.work(arguments[next], site)
    }
  }
}
