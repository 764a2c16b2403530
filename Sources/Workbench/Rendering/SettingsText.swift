import Report
import TextLayout

/// The settings as text.
enum SettingsText {
  /// Returns the settings with their values, sources and meanings; for one setting, only its value.
  static func text(_ settings: [SettingValue]) -> String {
    if settings.count == 1 { return settings.map { "\($0.name) \($0.value)" }.joined() }
    let valueWidth = DisplayWidth.columns(ofWidest: settings.map(\.value))
    let originWidth = DisplayWidth.columns(ofWidest: settings.map(\.origin))
    return settings.map { setting in
      [
        Fitting.padRight(setting.name, to: 7), Fitting.padRight(setting.value, to: valueWidth),
        Fitting.padRight(setting.origin, to: originWidth), setting.meaning,
      ].joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
