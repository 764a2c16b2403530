import RetryLanguage

/// Reads a prediction as a person writes it: `97`, `0.97`, `about 1270 ms`, `ninety percent`.
struct GuessReader {
  let type: Type
  /// The name of the figure, which may follow the number.
  let name: String

  private static let numbers: [String: Int] = [
    "zero": 0, "none": 0, "no": 0, "one": 1, "once": 1, "two": 2, "twice": 2, "three": 3,
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
  ]
  private static let shares = ["half": 50, "all": 100, "everything": 100, "nothing": 0]
  private static let units: [String: String] = [
    "millisecond": "ms", "milliseconds": "ms", "msec": "ms", "second": "s", "seconds": "s",
    "sec": "s", "secs": "s", "minute": "m", "minutes": "m", "min": "m", "hour": "h", "hours": "h",
    "percent": "%", "per cent": "%",
  ]
  private static let fillers: Set<String> = [
    "about", "around", "approximately", "roughly", "maybe", "perhaps", "ca", "and", "a", "of",
    "them", "an", "calls", "times", "attempts", "requests",
  ]

  /// Returns the guess as an expression of its type; what is not understood stays as it is.
  func expression(_ text: String) -> String {
    var (written, spoken, unit) = ("", 0, "")
    var (isSpoken, isKnown) = (false, true)
    for word in words(of: text) {
      if let number = Self.numbers[word] ?? (type == .share ? Self.shares[word] : nil) {
        // As in 'one hundred'.
        spoken = number == 100 && spoken > 0 ? spoken * 100 : spoken + number
        isSpoken = true
      } else if let known = Self.units[word] {
        unit = known
      } else if !Self.fillers.contains(word), word != name {
        isKnown = isKnown && !isSpoken
        written += word
      }
    }
    guard isKnown, !(isSpoken && !written.isEmpty) else { return text }
    let number = (isSpoken ? "\(spoken)" : written) + unit
    guard type == .share, let value = Double(number) else { return number.isEmpty ? text : number }
    // A share may be written as a percentage without its sign, or as a fraction.
    return value <= 1 && number.contains(".") ? "\(value * 100)%" : "\(number)%"
  }

  private func words(of text: String) -> [String] {
    let letters = Array(text.lowercased())
    var plain = ""
    for (index, letter) in letters.enumerated() {
      let before = index > 0 ? letters[index - 1] : " "
      switch letter {
      case "~", "?": plain.append(" ")
      // As in 'ninety-five', but not in '-3'.
      case "-" where before.isLetter: plain.append(" ")
      // As in '1,000'.
      case "," where before.isNumber: break
      default: plain.append(letter)
      }
    }
    return plain.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
