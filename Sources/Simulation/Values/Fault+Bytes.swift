import RetryNumerics

extension Fault: ByteCodable {
  /// An error to be read.
  package static let blank = Fault("")

  package mutating func code(with coder: inout ByteCoder) {
    var (kind, payload, retryAfter) = (kind, payload, retryAfter)
    coder.code(&kind)
    coder.code(&payload, blank: .unit)
    coder.code(&retryAfter, blank: .zero)
    if coder.isReading { self = Fault(kind, payload, retryAfter: retryAfter) }
  }
}

extension Value: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    coder.codeNested { codeParts(with: &$0) }
  }

  /// The number of its case in bytes.
  private var number: Int {
    switch self {
    case .unit: 0
    case .bool: 1
    case .int: 2
    case .double: 3
    case .duration: 4
    case .text: 5
    case .fault: 6
    case .tuple: 7
    case .list: 8
    case .object: 9
    case .signal: 10
    }
  }

  /// A value of a case, to be read; `nil` if there is no such case.
  private static func blank(_ number: Int) -> Value? {
    let all: [Value] = [
      .unit, .bool(false), .int(0), .double(0), .duration(.zero), .text(""), .fault(.blank),
      .tuple([]),
      .list([]), .object([:]), .signal(.completed),
    ]
    return all.indices.contains(number) ? all[number] : nil
  }

  private mutating func codeParts(with coder: inout ByteCoder) {
    let number = coder.codeCase(number)
    if coder.isReading {
      guard let blank = Self.blank(number) else { return coder.require(false) }
      self = blank
    }
    switch self {
    case .unit: break
    case .bool(var value):
      coder.code(&value)
      self = .bool(value)
    case .int(var value):
      coder.code(&value)
      self = .int(value)
    case .double(var value):
      coder.code(&value)
      self = .double(value)
    case .duration(var value):
      coder.code(&value)
      self = .duration(value)
    case .text(var value):
      coder.code(&value)
      self = .text(value)
    case .fault(var value):
      coder.code(&value)
      self = .fault(value)
    case .tuple(var values):
      coder.code(&values, blank: .unit)
      self = .tuple(values)
    case .list(var values):
      coder.code(&values, blank: .unit)
      self = .list(values)
    case .object(var fields):
      coder.code(&fields, blank: "", .unit)
      self = .object(fields)
    case .signal(var signal):
      coder.code(&signal)
      self = .signal(signal)
    }
  }
}

extension Signal: ByteCodable {
  package mutating func code(with coder: inout ByteCoder) {
    var (value, fault): (Value?, Fault?) = (nil, nil)
    switch self {
    case .value(let known): value = known
    case .completed: break
    case .failed(let known): fault = known
    }
    coder.code(&value, blank: .unit)
    coder.code(&fault, blank: .blank)
    if coder.isReading {
      self = value.map { .value($0) } ?? fault.map { .failed($0) } ?? .completed
    }
  }
}
