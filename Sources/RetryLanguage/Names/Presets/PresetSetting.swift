import Retry
import RetryNumerics

/// The settings of presets.
///
/// Each function has one type, since the compiler takes minutes to find the types of a dozen generic ones.
enum PresetSetting {
  /// How often, in the words of a library; the label may be left out.
  static func count(
    _ label: String, or other: AttemptLimit, _ meaning: String
  ) -> Slot<AttemptLimit> {
    .setting(label, .attemptLimit, or: other, isCount: true, meaning)
  }

  /// How often, where that depends on other settings.
  static func someCount(_ label: String, _ meaning: String) -> Slot<AttemptLimit?> {
    .optionalSetting(label, .attemptLimit, isCount: true, meaning)
  }

  /// A time.
  static func time(
    _ label: String, or other: Nanoseconds, _ meaning: String
  ) -> Slot<Nanoseconds> {
    .setting(label, .duration, or: other, meaning)
  }

  /// A time that may be left out.
  static func someTime(_ label: String, _ meaning: String) -> Slot<Nanoseconds?> {
    .optionalSetting(label, .duration, meaning)
  }

  /// A number.
  static func number(_ label: String, or other: Double, _ meaning: String) -> Slot<Double> {
    .setting(label, .double, or: other, meaning)
  }

  /// A number that may be left out.
  static func someNumber(_ label: String, _ meaning: String) -> Slot<Double?> {
    .optionalSetting(label, .double, meaning)
  }

  /// A whole number.
  static func whole(_ label: String, or other: Int, _ meaning: String) -> Slot<Int> {
    .setting(label, .int, or: other, meaning)
  }

  /// A share.
  static func share(_ label: String, or other: Double, _ meaning: String) -> Slot<Double> {
    .setting(label, .share, or: other, meaning)
  }

  /// A share that may be left out.
  static func someShare(_ label: String, _ meaning: String) -> Slot<Double?> {
    .optionalSetting(label, .share, meaning)
  }

  /// A number per second.
  static func rate(_ label: String, or other: Double, _ meaning: String) -> Slot<Double> {
    .setting(label, .rate, or: other, meaning)
  }

  /// Yes or no.
  static func flag(_ label: String, or other: Bool, _ meaning: String) -> Slot<Bool> {
    .setting(label, .bool, or: other, meaning)
  }

  /// A text.
  static func text(_ label: String, or other: String, _ meaning: String) -> Slot<String> {
    .setting(label, .text, or: other, meaning)
  }

  /// Statuses of HTTP, none by default.
  static func codes(_ label: String, _ meaning: String) -> Slot<[Int]> {
    .setting(label, .list(of: .int), or: [], meaning)
  }

  /// Times, none by default.
  static func times(_ label: String, _ meaning: String) -> Slot<[Nanoseconds]> {
    .setting(label, .list(of: .duration), or: [], meaning)
  }

  /// Delays.
  static func backoff(_ label: String, or other: Backoff, _ meaning: String) -> Slot<Backoff> {
    .setting(label, .backoff, or: other, meaning)
  }

  /// Delays that may be left out.
  static func someBackoff(_ label: String, _ meaning: String) -> Slot<Backoff?> {
    .optionalSetting(label, .backoff, meaning)
  }

  /// One of some words.
  static func word<Word: CaseIterable & RawRepresentable<String>>(
    _ label: String, or other: Word, _ meaning: String
  ) -> Slot<Word> {
    .setting(label, .word, or: other, meaning)
  }
}
