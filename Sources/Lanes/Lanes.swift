import RetryNumerics

/// Vectors of eight numbers, one per call, as integers and as floating-point numbers.
///
/// Every function gives the same bits as the scalar function that its comment names: IEEE 754 defines each
/// operation the same for scalars and vectors, and nothing is fused.
@usableFromInline package typealias WordLanes = SIMD8<UInt64>
@usableFromInline package typealias RealLanes = SIMD8<Double>

extension SIMD8<UInt64> {
  @inlinable @inline(__always) package var asReals: RealLanes {
    unsafeBitCast(self, to: RealLanes.self)
  }

  /// The words as numbers of the unit interval; like `RandomNumberGenerator.unit()`.
  @inlinable @inline(__always) package var units: RealLanes {
    ((self &>> Self(repeating: 12)) | Self(repeating: 0x3FF0_0000_0000_0000)).asReals - 1
  }

  /// Integers below 2⁵² as floating-point numbers, exactly.
  @inlinable @inline(__always) package var reals: RealLanes {
    (self | Self(repeating: 0x4330_0000_0000_0000)).asReals - 0x1p52
  }
}

extension SIMD8<Double> {
  @inlinable @inline(__always) package var asWords: WordLanes {
    unsafeBitCast(self, to: WordLanes.self)
  }

  /// Numbers from 0 up to 2⁵¹, rounded half away from zero; like `Nanoseconds(rounding:)`.
  @inlinable @inline(__always) package var rounded: WordLanes {
    let shifted = self + 0x1p52
    let rest = self - (shifted - 0x1p52)
    // The addition rounds half to even; if that was down, the result is one too small.
    let missing = unsafeBitCast(rest .>= 0.5, to: WordLanes.self)
    // A mask is -1 as an integer, so subtracting it adds one.
    return (shifted.asWords & WordLanes(repeating: 0x000F_FFFF_FFFF_FFFF)) &- missing
  }

  /// Numbers from 0 up to 2⁵¹, rounded down; like `Nanoseconds(truncating:)`.
  @inlinable @inline(__always) package var truncated: WordLanes {
    let shifted = self + 0x1p52
    let surplus = unsafeBitCast((shifted - 0x1p52) .> self, to: WordLanes.self)
    return (shifted.asWords & WordLanes(repeating: 0x000F_FFFF_FFFF_FFFF)) &+ surplus
  }

  /// The natural logarithms of positive normal numbers; like `Elementary.logarithm(ofNormal:)`.
  @inlinable @inline(__always) package var logarithms: RealLanes {
    let rootOfHalf: UInt64 = 0x3FE6_A09E_667F_3BCD
    let shifted = asWords &+ WordLanes(repeating: 0x3FF0_0000_0000_0000 &- rootOfHalf)
    let fraction =
      (shifted & WordLanes(repeating: 0x000F_FFFF_FFFF_FFFF)) &+ WordLanes(repeating: rootOfHalf)
    let exponent = shifted &>> WordLanes(repeating: 52)
    let k =
      (WordLanes(repeating: 0x4330_0000_0000_0000) | exponent).asReals - (0x1p52 + 1023)
    let f = fraction.asReals - 1
    let s = f / (2 + f)
    let half = 0.5 * f * f
    let z = s * s
    let w = z * z
    var even = 0x1.7462_b4ab_2ef6_bp-3 + w * 0x1.2b58_4aae_78a5_7p-3
    even = 0x1.2492_492d_f148_dp-2 + w * even
    even = 0x1.5555_5555_5555_8p-1 + w * even
    var odd = 0x1.c71c_62e5_800a_1p-3 + w * 0x1.39fe_6065_42dd_ep-3
    odd = 0x1.9999_9999_952e_2p-2 + w * odd
    let tail = s * (half + z * (even + z * odd)) + k * 0x1.a39e_f357_93c7_6p-33
    return k * 0x1.62e4_2fee_0000_0p-1 - ((half - tail) - f)
  }
}

/// Memory with a number per call, rounded up to a multiple of eight.
@usableFromInline package typealias Column = UnsafeMutablePointer<UInt64>

extension UnsafeMutablePointer<UInt64> {
  /// Lends the first numbers, with their bounds.
  package func lending<Result>(_ count: Int, to body: (Span<UInt64>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: self, count: count).span)
  }

  @inlinable @inline(__always) package subscript(lanes index: Int) -> WordLanes {
    // The memory is aligned for one number, not for eight.
    get { UnsafeRawPointer(self + index).loadUnaligned(as: WordLanes.self) }
    nonmutating set {
      UnsafeMutableRawPointer(self + index).storeBytes(of: newValue, as: WordLanes.self)
    }
  }
}
