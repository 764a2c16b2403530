import Testing
import TextLayout

@Suite("Descriptions of progress")
struct ProgressTextTests {
  @Test(
    "the remaining time of long work is proportional to the time so far",
    arguments: [
      (0.25, 10, "25% done, about 31 s left"), (0.5, 3, "50% done, about 4 s left"),
      (0.999, 0.6, "99% done, about 1 s left"), (0.1, 13.2, "10% done, about 119 s left"),
      (0.01, 3, "1% done, about 4 min left"), (0.01, 1800, "1% done, about 2 days left"),
      (0.0001, 1, "0% done, about 2 h left"),
      (1e-300, 9, "0% done, about 11,574,074,074 days left"),
    ] as [(Double, Double, String)])
  func progress(share: Double, seconds: Double, text: String) {
    #expect(ProgressText.text(share, after: seconds) == text)
  }
}
