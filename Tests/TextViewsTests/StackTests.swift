import Testing
import TextViews

@Suite struct StackTests {
  let console = Console()
  let screen: ScreenView
  let main: LabelView
  let attacker: LabelView
  let defender: LabelView

  init() {
    let map = ViewPath("map")
    screen = ScreenView(map, limit: 2, on: console)
    main = LabelView(map.child("units"), on: console)
    attacker = LabelView(map.child("attacker"), on: console)
    defender = LabelView(map.child("defender"), on: console)
    main.show(word: "nobody")
    attacker.isHidden = true
    defender.isHidden = true
    for view in [main, attacker, defender] { screen.add(view) }
  }

  func output() -> String { String(decoding: console.take(), as: UTF8.self) }

  @Test func `A screen that is not open prints nothing and opens with the current state`() {
    attacker.show(text: "you attack Mordred")
    attacker.isHidden = false
    #expect(output() == "")
    screen.open()
    #expect(output() == "+ map\n+ map/units  nobody\n+ map/attacker  you attack Mordred\n")
    #expect(screen.isOpen && attacker.isVisible && !defender.isVisible)
    screen.open()
    #expect(output() == "")
  }

  @Test func `Closing a screen takes all of it in one line, and then it prints nothing`() {
    screen.open()
    attacker.show(word: "a")
    attacker.isHidden = false
    #expect(output().hasSuffix("+ map/attacker  a\n"))
    screen.close()
    #expect(output() == "- map\n")
    attacker.show(word: "b")
    attacker.isHidden = true
    main.show(word: "somebody")
    screen.close()
    #expect(output() == "")
    #expect(!screen.isOpen && !main.isVisible && !attacker.isVisible)
  }

  @Test func `An accessory appears, changes and disappears with a line each`() {
    screen.open()
    attacker.show(word: "you attack Mordred")
    _ = output()
    attacker.isHidden = false
    #expect(output() == "+ map/attacker  you attack Mordred\n")
    attacker.show(word: "you attack Mab")
    #expect(output() == "~ map/attacker  you attack Mordred→you attack Mab\n")
    attacker.show(word: "you attack Mab")
    #expect(output() == "")
    attacker.isHidden = true
    #expect(output() == "- map/attacker  you attack Mab\n")
  }

  @Test(arguments: [true, false])
  func `Accessories that replace each other are never both visible, whichever is called first`(
    attackerFirst: Bool
  ) {
    attacker.show(word: "a")
    defender.show(word: "d")
    screen.open()
    let (old, new) = attackerFirst ? (defender, attacker) : (attacker, defender)
    old.isHidden = false
    _ = output()
    // The one that comes is told before the one that goes.
    new.isHidden = false
    #expect([main, attacker, defender].count { $0.isVisible } == 2)
    old.isHidden = true
    #expect(
      output()
        == (attackerFirst
          ? "- map/defender  d\n+ map/attacker  a\n" : "- map/attacker  a\n+ map/defender  d\n"))
    #expect(new.isVisible && !old.isVisible)
  }

  @Test func `A label appears with its first fields and disappears without any`() {
    let title = LabelView(ViewPath("app/title"), on: console)
    title.show(word: "unseen")
    title.show { _ in }
    title.appear()
    #expect(output() == "")
    title.show(word: "no game")
    title.show(word: "matching")
    title.show { _ in }
    title.disappear()
    #expect(output() == "+ app/title  no game\n~ app/title  no game→matching\n- app/title  matching\n")
  }

  @Test func `A view is found by its path and leaves with its stack's consent`() {
    screen.open()
    attacker.show(word: "a")
    attacker.isHidden = false
    _ = output()
    #expect(screen.find(ViewPath("map/attacker")) === attacker)
    #expect(screen.find(ViewPath("map/nobody")) == nil)
    screen.remove(attacker)
    #expect(output() == "- map/attacker  a\n")
    #expect(screen.find(ViewPath("map/attacker")) == nil)
    attacker.isHidden = true
    attacker.isHidden = false
    #expect(output() == "")
  }

  @Test func `A stack within a stack is found, shown and hidden with it`() {
    let inner = StackView(ViewPath("map/inner"), on: console)
    let deep = LabelView(ViewPath("map/inner/deep"), on: console)
    deep.show(word: "x")
    inner.add(deep)
    screen.add(inner)
    screen.open()
    #expect(output() == "+ map\n+ map/units  nobody\n+ map/inner/deep  x\n")
    #expect(screen.find(ViewPath("map/inner/deep")) === deep)
    inner.isHidden = true
    #expect(output() == "- map/inner/deep  x\n")
  }

  @Test func `A view added to a stack is visible only if the stack shows it, and is hidden by it alone`() {
    main.show(word: "main")
    attacker.show(word: "a")
    attacker.isHidden = false
    let extra = LabelView(ViewPath("map/extra"), on: console)
    extra.show(word: "x")
    extra.appear()
    #expect(output() == "+ map/extra  x\n")
    screen.add(extra)
    #expect(output() == "- map/extra  x\n" && !extra.isVisible)
    extra.show(word: "y")
    extra.appear()
    #expect(output() == "" && !extra.isVisible)
    screen.open()
    #expect(output() == "+ map\n+ map/units  main\n+ map/attacker  a\n")
    // The limit of two views hides it.
    extra.appear()
    attacker.disappear()
    #expect(output() == "" && attacker.isVisible && !extra.isVisible)
    attacker.isHidden = true
    #expect(output() == "- map/attacker  a\n+ map/extra  y\n")
    let other = LabelView(ViewPath("map/other"), on: console)
    other.show(word: "o")
    other.appear()
    screen.add(other)
    #expect(output() == "+ map/other  o\n- map/other  o\n")
    screen.remove(extra)
    #expect(output() == "- map/extra  y\n+ map/other  o\n")
    extra.appear()
    #expect(output() == "+ map/extra  y\n" && extra.isVisible)
  }

  @Test func `A view added while its stack disappears is not visible in it`() {
    let (stack, meddler) = (
      StackView(ViewPath("s"), on: console), Meddler(ViewPath("s/a"), on: console)
    )
    let late = LabelView(ViewPath("s/b"), on: console)
    late.show(word: "b")
    late.appear()
    stack.add(meddler)
    meddler.onDisappear = { stack.add(late) }
    stack.appear()
    stack.disappear()
    #expect(!late.isVisible)
  }

  /// A view that does something when it comes or goes.
  final class Meddler: TextView {
    var onAppear: () -> Void = {}
    var onDisappear: () -> Void = {}
    override func didAppear() { onAppear() }
    override func willDisappear(printing: Bool) { onDisappear() }
  }

  @Test func `A view that hides its sibling as it appears leaves it hidden and not visible`() {
    let stack = StackView(ViewPath("s"), on: console)
    let meddler = Meddler(ViewPath("s/a"), on: console)
    let sibling = LabelView(ViewPath("s/b"), on: console)
    sibling.show(word: "b")
    stack.add(meddler)
    stack.add(sibling)
    meddler.onAppear = { sibling.isHidden = true }
    stack.appear()
    #expect(meddler.isVisible && sibling.isHidden && !sibling.isVisible)
    #expect(output() == "")
    meddler.onAppear = { sibling.isHidden = false }
    meddler.isHidden = true
    meddler.isHidden = false
    #expect(sibling.isVisible)
    #expect(output() == "+ s/b  b\n")
  }

  @Test func `A view that shows or hides others, or itself, as it goes leaves no hidden view visible`() {
    let stack = StackView(ViewPath("s"), limit: 1, on: console)
    let (first, second) = (Meddler(ViewPath("s/a"), on: console), Meddler(ViewPath("s/b"), on: console))
    stack.add(first)
    stack.add(second)
    first.onDisappear = {
      first.isHidden = true
      second.isHidden = true
    }
    stack.appear()
    first.isHidden = true
    #expect(!first.isVisible && !second.isVisible)
    second.isHidden = false
    first.onDisappear = {}
    second.onDisappear = { first.isHidden = false }
    stack.disappear()
    #expect(!first.isVisible && !second.isVisible)
  }

  @Test func `Views that keep replacing each other are stopped, with no hidden view visible`() {
    let stack = StackView(ViewPath("s"), on: console)
    let (first, second) = (Meddler(ViewPath("s/a"), on: console), Meddler(ViewPath("s/b"), on: console))
    var count = 0
    for (one, other) in [(first, second), (second, first)] {
      one.onAppear = {
        count += 1
        one.isHidden = true
        other.isHidden = false
      }
    }
    second.isHidden = true
    stack.add(first)
    stack.add(second)
    stack.appear()
    #expect(count > 10)
    for view in [first, second] { #expect(!(view.isVisible && view.isHidden)) }
  }

  @Test func `A view that leaves its stack as it appears is not visible in it`() {
    let stack = StackView(ViewPath("s"), on: console)
    let meddler = Meddler(ViewPath("s/a"), on: console)
    let sibling = LabelView(ViewPath("s/b"), on: console)
    stack.add(meddler)
    stack.add(sibling)
    meddler.onAppear = { stack.remove(sibling) }
    stack.appear()
    #expect(meddler.isVisible && !sibling.isVisible)
    #expect(stack.subviews.count == 1)
  }
}
