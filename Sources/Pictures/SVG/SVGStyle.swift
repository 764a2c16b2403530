/// The style sheet of all images: letters of 16 pixels, for light and dark pages.
///
/// What failed differs from what succeeded by its outline too, so that colours are not needed.
package enum SVGStyle {
  package static let sheet: StaticString = """
    .page{fill:#fff}text{font:16px ui-monospace,monospace;fill:#1f2328}.head{font-size:18px;font-weight:600}\
    .faint{fill:#57606a}.axis{stroke:#8c959f}.tick{stroke:#d0d7de}\
    .ok{fill:#0a7d5c}.bad{fill:#fff;stroke:#c2410c;stroke-width:3}\
    .gone{fill:#fff;stroke:#57606a;stroke-width:2;stroke-dasharray:4 3}\
    .open{fill:#0969da}.down{fill:#e9d8f7;stroke:#7c3aad;stroke-width:2}.unknown{fill:#eaeef2;stroke:#8c959f}\
    .perhaps{fill:#fff;stroke:#8a5a00;stroke-width:2}\
    .wait{stroke:#8a5a00;stroke-width:3;stroke-dasharray:3 5}.stream{stroke:#57606a}\
    .retried{fill:#fff;stroke:#8a5a00;stroke-width:2}.measured{fill:#0969da}.badbar{fill:#c2410c}\
    .cell{fill:#0550ae}.lightcell{fill:#1f2328}.darkcell{fill:#fff}.curve{fill:none;stroke:#0969da;stroke-width:3}\
    .whisker{stroke:#57606a;stroke-width:2}.pointer{stroke:#57606a;stroke-width:2;stroke-dasharray:6 4}\
    .okmark{fill:#fff;font-weight:700}.badmark{fill:#c2410c;font-weight:700}.gonemark{fill:#57606a}.openmark{fill:#fff}\
    g:focus{outline:3px solid #0969da}\
    @media (prefers-color-scheme:dark){.page{fill:#0d1117}text{fill:#e6edf3}.faint{fill:#9aa4ae}\
    .axis{stroke:#6e7681}.tick{stroke:#30363d}.ok{fill:#2fbf90}.bad{fill:#0d1117;stroke:#ff8a4c}\
    .gone{fill:#0d1117;stroke:#9aa4ae}.open{fill:#58a6ff}.down{fill:#3a2352;stroke:#c08bf0}\
    .unknown{fill:#21262d;stroke:#6e7681}.perhaps{fill:#0d1117;stroke:#d9a441}.wait{stroke:#d9a441}.stream{stroke:#9aa4ae}\
    .retried{fill:#0d1117;stroke:#d9a441}.measured{fill:#58a6ff}.badbar{fill:#ff8a4c}\
    .cell{fill:#79c0ff}.lightcell{fill:#e6edf3}.darkcell{fill:#0d1117}.curve{stroke:#58a6ff}\
    .whisker{stroke:#9aa4ae}.pointer{stroke:#9aa4ae}\
    .okmark{fill:#0d1117}.badmark{fill:#ff8a4c}.gonemark{fill:#9aa4ae}.openmark{fill:#0d1117}}
    """

  /// The columns that a letter takes, at most.
  static let letter = 10
  /// The same of a letter of the title.
  static let headLetter = 11

  /// Returns a number between 0 and 1 with two decimals.
  static func decimal(_ number: Double) -> String {
    let hundredths = Int((min(max(number, 0), 1) * 100).rounded())
    return hundredths == 100 ? "1" : "0." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
  }
}

extension Tone {
  /// The class of its boxes or lines.
  var kind: String {
    switch self {
    case .outage: "down"
    case .perhaps: "perhaps"
    case .wait: "wait"
    case .unknown: "unknown"
    case .succeeded, .goodEnd: "ok"
    case .failed, .badEnd: "bad"
    case .cancelled: "gone"
    case .open: "open"
    case .stream: "stream"
    case .interval: "whisker"
    case .value: "value"
    case .retried: "retried"
    case .measured: "measured"
    case .cell: "cell"
    }
  }

  /// The class of its bars in a plot, which may be too narrow for an outline.
  var barKind: String { self == .failed || self == .badEnd ? "badbar" : kind }

  /// The sign in a box that is wide enough for it.
  var letter: String? {
    switch self {
    case .succeeded: "✓"
    case .failed: "✗"
    case .cancelled: "◌"
    case .open: "…"
    default: nil
    }
  }
}
