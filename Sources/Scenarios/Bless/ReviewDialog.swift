/// The dialog of a review, which shows each difference and asks the user about it.
struct ReviewDialog {
  private let system: ReplaySystem
  private let style: TextStyle

  init(_ system: ReplaySystem, _ options: ReplayOptions) {
    self.system = system
    style = TextStyle(usesColor: options.usesColor)
  }

  func run(_ review: BlessReview) -> BlessReview {
    var review = review
    while let prompt = review.prompt {
      if review.isNew, let hunk = review.hunk { show(hunk) }
      review.answer(system.ask(prompt))
      if let text = review.editing { review.answer(edited: system.edit.flatMap { $0(text) }) }
    }
    return review
  }

  private func show(_ hunk: BlessHunk) {
    var lines = [hunk.location.description]
    for (offset, text) in hunk.command.enumerated() {
      lines.append(DiffText.gutter(0, style) + style.command((offset == 0 ? "> " : ". ") + text))
    }
    lines += DiffText(hunk.difference, style).lines(
      context: OutputDifference.contextLineCount, countMax: TextReport.diffLineCountMax)
    system.output(Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

extension BlessReview {
  static func declined(_ review: BlessReview) -> BlessReview {
    var review = review
    review.answer("q")
    return review
  }
}
