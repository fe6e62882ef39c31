import TerminalText

extension CommandSession {
  /// Returns a random argument to try in the current state, or `nil` if there is none or the parameter is a block.
  public func trial(for info: ParameterInfo, _ choices: TrialChoices) -> ArgumentTrial? {
    let trials = ArgumentTrials(
      interpreter: interpreter, arguments: choices.arguments, constants: choices.constants)
    return RandomTrials(trials: trials, choices: choices).trial(for: info)
  }

  /// Returns a random definition of a condition on one object, which later conditions and selections call; `nil` if no
  /// kind has a property to compare.
  public func trialDefinition(_ choices: TrialChoices) -> String? {
    let trials = ArgumentTrials(interpreter: interpreter, arguments: [])
    return RandomTrials(trials: trials, choices: choices).definition()
  }

  /// Returns a line that removes a random object of a kind to which fields of other objects refer; `nil` if there is
  /// none.
  public func trialRemoval(_ choices: TrialChoices) -> String? {
    let trials = ArgumentTrials(interpreter: interpreter, arguments: [])
    return RandomTrials(trials: trials, choices: choices).removal()
  }
}

/// A generator of random arguments that their declarations allow.
struct RandomTrials {
  let trials: ArgumentTrials
  let choices: TrialChoices

  var interpreter: Interpreter { trials.interpreter }

  func trial(for info: ParameterInfo) -> ArgumentTrial? {
    switch info.shape {
    case .block: nil
    case .expression: ArgumentTrial(choices.oneIn(8) ? "true" : condition() ?? "true")
    case .selection: selection().map { ArgumentTrial($0) }
    case .rest: ArgumentTrial(choices.oneIn(2) ? "words" : "")
    case .word: word(for: info)
    }
  }

  private func word(for info: ParameterInfo) -> ArgumentTrial? {
    let isRefused = choices.allowsRefusal && choices.oneIn(3)
    if let id = info.kind, let kind = interpreter.language.kindIndex(id) {
      let numbers = interpreter.kinds[kind].numbers()
      guard !isRefused, let number = choices.one(of: numbers) else {
        return choices.allowsRefusal ? ArgumentTrial(ArgumentTrials.oddName, isExpectedToFail: true) : nil
      }
      let name = interpreter.operations.name(of: ObjectReference(kind: id, id: number))
      return ArgumentTrial(Quoting.word(name))
    }
    switch info.content {
    case .number(let range, let tried): return number(range, tried, isRefused: isRefused)
    case .decimal(let range): return decimal(range, isRefused: isRefused)
    case .duration(let range):
      return number(range, range, isRefused: isRefused).map { ArgumentTrials.duration($0) }
    case .smallNumber:
      if isRefused { return ArgumentTrial("99999", isExpectedToFail: true) }
      let candidate = choices.oneIn(2) ? choices.one(of: trials.candidates(for: info))?.text : nil
      guard let number = candidate ?? choices.one(of: ["1", "1", "2", "3", "5", "0"]) else { return nil }
      let parts = choices.oneIn(2) ? trials.candidates(for: info, prefix: number + ".") : []
      return ArgumentTrial(choices.one(of: parts)?.text ?? number)
    case .newName where !isRefused: return newName
    case .words, .text, .newName:
      if isRefused, let odd = choices.one(of: trials.trials(for: info).filter(\.isExpectedToFail)) {
        return odd
      }
      if info.takesAnyValue, choices.oneIn(2) {
        return number(ArgumentTrials.anyRange, ArgumentTrials.triedNumbers, isRefused: false)
      }
      // Only the chosen candidate is converted to text.
      let known = trials.candidates(for: info)
      if info.content == .text, let text = choices.one(of: choices.constants.texts), choices.oneIn(4) {
        return ArgumentTrial(Quoting.word(text))
      }
      if info.content == .text, choices.oneIn(4), let text = textOfObject { return ArgumentTrial(text) }
      let texts =
        info.content == .text
        ? choices.oneIn(8) ? ArgumentTrials.oddTexts : ArgumentTrials.texts : []
      let position = choices.below(known.count + texts.count)
      if position < known.count { return ArgumentTrial(Quoting.word(known[position].text)) }
      return position - known.count < texts.count ? ArgumentTrial(texts[position - known.count]) : nil
    }
  }

  /// One of the first two unused names, or occasionally a name that must be quoted or a text from a condition.
  private var newName: ArgumentTrial? {
    func isFree(_ name: String) -> Bool { interpreter.host.value(named: name.utf8.span) == nil }
    if choices.oneIn(8), isFree("two words") { return ArgumentTrial("\"two words\"") }
    if let text = choices.one(of: choices.constants.texts), choices.oneIn(4), isFree(text) {
      return ArgumentTrial(Quoting.word(text))
    }
    let free = ArgumentTrials.names.lazy.filter(isFree)
    guard let first = free.first else { return nil }
    let second = free.dropFirst().first ?? first
    return ArgumentTrial(choices.oneIn(2) ? first : second)
  }

  /// The text of a random object's property, as it is typed, so that several objects get equal texts; `nil` if there is
  /// none.
  private var textOfObject: String? {
    guard let kind = choices.one(of: trials.kinds.filter { !$0.isDerived }),
      let property = choices.one(of: kind.properties.filter { $0.type.wrapped == .text })
    else { return nil }
    guard case .text(let text)? = currentValue(of: property, in: kind) else { return nil }
    return Quoting.word(text)
  }

  // MARK: Numbers

  private func number(
    _ range: ClosedRange<Int>, _ tried: ClosedRange<Int>, isRefused: Bool
  ) -> ArgumentTrial? {
    let simple = ArgumentTrials.numbers(range, tried)
    if isRefused, let odd = choices.one(of: simple.filter(\.isExpectedToFail)) { return odd }
    if let number = choices.one(of: choices.constants.nearNumbers), choices.oneIn(8), range.contains(number),
      tried == range || number <= max(most(tried), Self.constantMax)
    {
      return ArgumentTrial("\(number)")
    }
    switch choices.below(8) {
    case 0...2:
      if let number = neighbour(), range.contains(number), tried == range || number <= most(tried) {
        return ArgumentTrial("\(number)")
      }
    case 3...4:
      return ArgumentTrial("\(random(in: tried))")
    default: break
    }
    return choices.one(of: simple.filter { !$0.isExpectedToFail })
  }

  private func decimal(_ declared: ClosedRange<Double>?, isRefused: Bool) -> ArgumentTrial? {
    let simple = ArgumentTrials.decimals(declared)
    let range = declared ?? ArgumentTrials.triedDecimals
    if isRefused, let odd = choices.one(of: simple.filter(\.isExpectedToFail)) { return odd }
    switch choices.below(8) {
    case 0...1:
      if let number = neighbour().map(Double.init), range.contains(number) {
        return ArgumentTrials.decimal(number)
      }
    case 2...4:
      // The step is a tenth in a range of usual size, or a thousandth of a large range.
      let step = max(0.1, (range.upperBound / 1_000 - range.lowerBound / 1_000).rounded())
      let number = range.lowerBound + Double(choices.below(1_000)) * step
      if range.contains(number) { return ArgumentTrials.decimal((number * 10).rounded() / 10) }
    default: break
    }
    return choices.one(of: simple.filter { !$0.isExpectedToFail })
  }

  /// The greatest number in a condition that is tried even if it is far above the numbers that are usually tried.
  private static let constantMax = 10_000

  /// Returns the greatest number of the state to try: a hundred times the upper bound of `tried`. A much greater
  /// number, of ticks for example, may take too long.
  private func most(_ tried: ClosedRange<Int>) -> Int {
    let (most, isTooLarge) = tried.upperBound.multipliedReportingOverflow(by: 100)
    return isTooLarge ? .max : most
  }

  /// Returns one of the given numbers or, half of the time, a neighbour of one; `nil` if there are none.
  func neighbour() -> Int? {
    choices.one(of: choices.numbers).map { number in
      choices.oneIn(2) ? number : choices.oneIn(2) ? number &- 1 : number &+ 1
    }
  }

  private func random(in range: ClosedRange<Int>) -> Int {
    let size = UInt(bitPattern: range.upperBound) &- UInt(bitPattern: range.lowerBound)
    // Half of the numbers of a large range are near its lower bound.
    let reach = choices.oneIn(2) ? min(size, 100) : size
    let most = Int(min(reach, UInt(Int.max - 1)))
    return range.lowerBound &+ choices.below(most + 1)
  }

  // MARK: Conditions and selections

  private static let comparisons = ["==", "!=", "<", "<=", ">", ">="]

  /// A comparison with a number of objects, whose result a few more or fewer objects change.
  private var someCount: String {
    choices.one(of: ["== 0", "> 0", "== 1", "!= 1", "> 1", "< 2", "== 2", "< 3", "> 2"]) ?? "== 1"
  }

  /// Returns a condition such as `count(units where hp < 30) > 1`, `count(reserve) > 1` for a list with a name, `not
  /// any units where hp < 30`, or `count(units where side == attacker limit 2) < 2`.
  private func condition() -> String? {
    if choices.oneIn(choices.readsOthers ? 3 : 6), let name = nameOfList {
      return "count(\(name)) \(someCount)"
    }
    guard let kind = populous(trials.kinds.filter { !$0.isDerived }) else { return nil }
    if choices.oneIn(3) { return "not any \(filtered(kind))" }
    let limit = choices.oneIn(6) ? " limit \(1 + choices.below(3))" : ""
    return "count(\(filtered(kind))\(limit)) \(someCount)"
  }

  /// Returns a selection such as `units where hp < 30 by hp desc, name limit 2`.
  private func selection() -> String? {
    guard let kind = populous(trials.kinds) else { return nil }
    var text = filtered(kind)
    if choices.oneIn(2), let key = key(of: kind) {
      text += " by \(key)"
      if choices.oneIn(2), let second = self.key(of: kind) { text += ", \(second)" }
    }
    if choices.oneIn(4) { text += " limit \(limit)" }
    return text
  }

  /// The limit of a selection: a number, or an expression that changes with the world.
  private var limit: String {
    guard choices.oneIn(4), let kind = populous(trials.kinds.filter({ !$0.isDerived })) else {
      return "\(1 + choices.below(3))"
    }
    return "count(\(kind.plural))"
  }

  private func key(of kind: Kind) -> String? {
    choices.one(of: kind.properties).map { $0.name + (choices.oneIn(2) ? " desc" : "") }
  }

  /// Returns a definition such as `def triedUnit x { return x.hp < 30 }`.
  func definition() -> String? {
    guard let kind = choices.one(of: trials.kinds.filter { !$0.isDerived }),
      let property = choices.one(of: kind.properties),
      let test = test(of: property, in: kind, prefix: "x.")
    else { return nil }
    return "def \(Self.definitionName(of: kind)) x { return \(test) }"
  }

  fileprivate func removal() -> String? {
    let kinds = trials.kinds.filter { !$0.isDerived }
    let referred = kinds.filter { kind in
      kind.hasNames && kinds.contains { $0.properties.contains { $0.type.kind == kind.id } }
    }
    return choices.one(of: referred).flatMap(nameOfObject).map { "remove \(Quoting.word($0))" }
  }

  /// Returns the name of a random object of a kind; `nil` if there is no object.
  private func nameOfObject(_ kind: Kind) -> String? {
    guard let index = interpreter.language.kindIndex(kind.id),
      let number = choices.one(of: interpreter.kinds[index].numbers())
    else { return nil }
    return interpreter.operations.name(of: ObjectReference(kind: kind.id, id: number))
  }

  /// Returns a random kind, preferably one whose objects are arguments of commands, or the one with more objects of
  /// two. A condition tells little about objects that never change, and nothing about a kind without objects.
  func populous(_ kinds: [Kind]) -> Kind? {
    if choices.oneIn(2) {
      let commands = interpreter.language.commands
      let named = kinds.filter { kind in
        commands.contains { $0.parameters.contains { $0.kind == kind.id } }
      }
      if let kind = choices.one(of: named) { return kind }
    }
    guard let one = choices.one(of: kinds), let other = choices.one(of: kinds) else { return nil }
    return size(of: other) > size(of: one) ? other : one
  }

  func size(of kind: Kind) -> Int {
    interpreter.language.kindIndex(kind.id).map { interpreter.kinds[$0].numbers().count } ?? 0
  }

  private static func definitionName(of kind: Kind) -> String {
    "tried" + kind.name.prefix(1).uppercased() + kind.name.dropFirst()
  }

  private func filtered(_ kind: Kind) -> String {
    if choices.readsOthers, let test = testOfOthers(in: kind) { return "\(kind.plural) as x where \(test)" }
    let name = Self.definitionName(of: kind)
    if choices.oneIn(2), interpreter.variables.definitionNames.contains(name) {
      return "\(kind.plural) where \(name)(it)"
    }
    if choices.oneIn(3), let test = compoundTest(in: kind) { return "\(kind.plural) as x where \(test)" }
    guard choices.oneIn(2), let test = test(in: kind) else { return kind.plural }
    return "\(kind.plural) where \(test)"
  }

  /// Returns a comparison of two properties, a condition on other objects or on the world, or a condition of two parts.
  /// The object is called `x`.
  ///
  /// For example, `hp < max`, `count(units where side == x.side) > 1` or `hp < 30 and game.phase == active`.
  private func compoundTest(in kind: Kind) -> String? {
    switch choices.below(4) {
    case 0: comparison(in: kind)
    case 1: testOfOthers(in: kind)
    default:
      test(in: kind).flatMap { first in
        (choices.oneIn(2) ? test(in: kind) : testOfOthers(in: kind)).map { joined(first, $0) }
      }
    }
  }

  /// Returns a condition on other objects or on the world, half of the time together with a second one.
  private func testOfOthers(in kind: Kind) -> String? {
    func one() -> String? { choices.oneIn(3) ? testOfWorld(for: kind) : join(in: kind) }
    guard let first = one() else { return nil }
    guard choices.oneIn(2), let second = choices.oneIn(2) ? one() : test(in: kind) else { return first }
    return choices.oneIn(2) ? joined(first, second) : joined(second, first)
  }

  private func joined(_ first: String, _ second: String) -> String {
    "\(first) \(choices.oneIn(2) ? "and" : "or") \(second)"
  }

  /// Returns a condition that does not depend on the object: on a value of the world, on the number of objects of a
  /// kind, or on a list that has a name, such as the rows of a watch.
  ///
  /// Such a condition is evaluated for only some of the objects, and its value may change although none of them does.
  private func testOfWorld(for rows: Kind) -> String? {
    let choice = choices.below(4)
    // A property hides the name of a root.
    let roots = interpreter.language.roots.filter { rows.propertyIndex($0.name) == nil }
    if choice == 0, let root = choices.one(of: roots),
      let kind = interpreter.language.kinds.first(where: { $0.id == root.type.wrapped.kind })
    {
      return choices.one(of: kind.properties).flatMap { test(of: $0, in: kind, prefix: "\(root.name).") }
    }
    if choice == 1, let name = nameOfList { return "count(\(name)) \(someCount)" }
    if choice == 2, let test = testOfPart(among: roots) { return test }
    return populous(trials.kinds.filter { !$0.isDerived }).map { "count(\($0.plural)) \(someCount)" }
  }

  /// Returns a comparison of a value of a part of a root, such as a view on a screen, with its present value; `nil` if
  /// there is no part. Such a condition changes when that part does.
  ///
  /// For example, `map.units.count == 3`.
  private func testOfPart(among roots: [Root]) -> String? {
    let kinds = interpreter.language.kinds
    guard let index = choices.one(of: kinds.indices.filter { kinds[$0].hasChildren }),
      let number = choices.one(of: interpreter.kinds[index].numbers()),
      let property = choices.one(of: kinds[index].properties.indices)
    else { return nil }
    let cursor = interpreter.kinds[index].makeCursor()
    let path = interpreter.operations.name(of: ObjectReference(kind: kinds[index].id, id: number))
      .split(separator: "/").map(String.init)
    guard path.allSatisfy({ Quoting.word($0) == $0 }),
      roots.contains(where: { $0.name == path.first && $0.type.wrapped.kind == kinds[index].id }),
      cursor.move(number), let literal = trials.literal(cursor.read(property))
    else { return nil }
    let value = (path + [kinds[index].properties[property].name]).joined(separator: ".")
    return "\(value) \(choices.oneIn(3) ? "!=" : "==") \(literal)"
  }

  /// The name of a random object whose value is a list of other objects; `nil` if there is none.
  private var nameOfList: String? {
    let names = trials.kinds.compactMap { kind -> String? in
      guard let name = nameOfObject(kind), !name.isEmpty, Quoting.word(name) == name,
        case .list? = interpreter.host.value(named: name.utf8.span)
      else { return nil }
      return name
    }
    return choices.one(of: names)
  }

  /// Returns a comparison of two properties of the same type.
  private func comparison(in kind: Kind) -> String? {
    guard let one = choices.one(of: kind.properties), one.type != .unknown,
      let other = choices.one(
        of: kind.properties.filter { $0.name != one.name && $0.type.wrapped == one.type.wrapped }),
      let sign = choices.one(of: signs(for: one.type))
    else { return nil }
    return "\(one.name) \(sign) \(other.name)"
  }

  /// Returns a condition on the objects that refer to `x` or share a value with it. Most conditions test for equality,
  /// so that they select few objects.
  private func join(in kind: Kind) -> String? {
    guard let inner = populous(trials.kinds.filter { !$0.isDerived }) else { return nil }
    var pairs: [String] = []
    for property in inner.properties {
      let type = property.type.wrapped
      if type.isList { continue }
      if type.kind == kind.id { pairs.append("\(property.name) == x") }
      for other in kind.properties where other.type.wrapped == type {
        let sign = choices.oneIn(4) ? choices.one(of: signs(for: type)) : nil
        pairs.append("\(property.name) \(sign ?? "==") x.\(other.name)")
      }
    }
    guard let pair = choices.one(of: pairs) else { return nil }
    // Without the brackets, keys and limit of the outer selection would belong to the inner one.
    if choices.oneIn(3) { return "(any \(inner.plural) where \(pair))" }
    return "count(\(inner.plural) where \(pair)) \(someCount)"
  }

  /// Returns the signs of the operators that compare values of a type.
  private func signs(for type: ValueType) -> [String] {
    switch type.wrapped {
    case .number, .decimal, .duration: Self.comparisons
    default: ["==", "!="]
    }
  }

  private func test(in kind: Kind) -> String? {
    choices.one(of: kind.properties).flatMap { test(of: $0, in: kind) }
  }

  func test(of property: Property, in kind: Kind, prefix: String = "") -> String? {
    let name = prefix + property.name
    switch property.type {
    case .truth: return choices.oneIn(2) ? name : "not \(name)"
    case .number:
      let number = neighbour() ?? choices.below(10)
      return choices.one(of: Self.comparisons).map { sign in
        // A decimal is equal to a whole number.
        let fraction = choices.oneIn(sign == "==" ? 3 : 8) ? ".0" : ""
        return "\(name) \(sign) \(number)\(fraction)"
      }
    default:
      let sign = choices.oneIn(3) ? "!=" : "=="
      return value(of: property, in: kind).map { "\(name) \(sign) \($0)" }
    }
  }

  /// Returns a word that the property can have, or its value in a random object.
  func value(of property: Property, in kind: Kind) -> String? {
    choices.one(of: property.type.literals) ?? currentValue(of: property, in: kind).flatMap(trials.literal)
  }

  private func currentValue(of property: Property, in kind: Kind) -> Value? {
    guard let index = interpreter.language.kindIndex(kind.id),
      let position = kind.propertyIndex(property.name),
      let number = choices.one(of: interpreter.kinds[index].numbers())
    else { return nil }
    let cursor = interpreter.kinds[index].makeCursor()
    return cursor.move(number) ? cursor.read(position) : nil
  }
}
