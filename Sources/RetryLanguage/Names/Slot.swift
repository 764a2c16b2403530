import Simulation
import VirtualTime

/// What a call hands to a function in one place.
enum SlotRole: Sendable {
  /// What stands before the point.
  case receiver(Type)
  case argument(Callable.Parameter)
  /// Where the call stands.
  case site
  /// A draw between 0 and 1.
  case luck
}

/// A place of a call together with the type of Swift that its function is handed.
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

  /// What a method is called on.
  static func receiver(_ kind: Kind<Wanted>) -> Slot {
    Slot(.receiver(kind.type)) { codes, _ in
      guard let code = codes.first else { preconditionFailure("a method was called on nothing") }
      return kind.work(code)
    }
  }

  /// A value that must be there.
  static func one(_ label: String?, _ kind: Kind<Wanted>) -> Slot {
    Slot(Callable.Parameter(label, kind.type)) { codes, _ in
      guard let code = codes.first else { preconditionFailure("an argument was not placed") }
      return kind.work(code)
    }
  }

  /// A value without a label that must be there.
  static func one(_ kind: Kind<Wanted>) -> Slot { one(nil, kind) }

  /// A value that may be left out, for which another one stands then.
  static func one(_ label: String?, _ kind: Kind<Wanted>, or other: Wanted) -> Slot {
    Slot(Callable.Parameter(label, kind.type, isOptional: true)) { codes, _ in
      guard let code = codes.first else { return .constant(other) }
      return kind.work(code)
    }
  }

  /// A value that may be left out.
  static func optional<Given>(_ label: String?, _ kind: Kind<Given>) -> Slot
  where Wanted == Given? {
    Slot(Callable.Parameter(label, kind.type, isOptional: true)) { codes, _ in
      guard let code = codes.first else { return .constant(nil) }
      let work = kind.work(code)
      return Work { frame throws(Trouble) in try work(&frame) }
    }
  }

  /// A value without a label that may be left out.
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

extension Slot where Wanted == CallSite {
  /// Where the call stands.
  static let site = Slot(.site) { _, site in .constant(site) }
}

extension Slot where Wanted == Double {
  /// A draw between 0 and 1, anew in each call.
  static let luck = Slot(.luck) { _, _ in Work { frame throws(Trouble) in frame.luck() }
  }
}

/// Where a call stands in a text, and what is so there.
struct CallSite: Sendable {
  /// The name that the value is bound to.
  let name: String?
  let dialect: Dialect
  let outside: Outside
  let range: Range<Int>
  /// Where each argument stands, in the order of the parameters; none where it was left out.
  let places: [(label: String?, range: Range<Int>?)]

  /// Calls a function, and says which argument was impossible.
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

/// Which library's count a bare number means.
package enum Dialect: String, CaseIterable, Sendable {
  /// `retry(3)` makes three attempts in all.
  case rxswift
  /// `retry(3)` makes three retries, so four attempts.
  case combine
}

/// The code of a call's arguments, which the slots of its function take one after the other.
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

  /// Takes what belongs to the next slot.
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
