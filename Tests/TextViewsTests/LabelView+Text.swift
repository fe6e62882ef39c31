import TextViews

extension LabelView {
  func show(word: StaticString) { show { $0.append(word: word) } }

  func show(text: String) { show { $0.append(text: text) } }
}
