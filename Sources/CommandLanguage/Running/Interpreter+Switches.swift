extension Interpreter {
  func isOn(_ setting: Switch) -> Bool {
    switch setting {
    case .codes: renderer.showsCodes
    case .hints: preferences.showsHints
    case .pager: preferences.pages
    case .prompt: preferences.showsStatus
    }
  }

  func turn(_ setting: Switch, on isOn: Bool) {
    switch setting {
    case .codes: renderer.showsCodes = isOn
    case .hints: preferences.showsHints = isOn
    case .pager: preferences.pages = isOn
    case .prompt: preferences.showsStatus = isOn
    }
  }

  /// The word to which a switch is set.
  func word(of setting: Switch) -> String { setting.word(isOn(setting)) }
}
