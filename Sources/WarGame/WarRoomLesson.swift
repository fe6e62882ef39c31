import Simulator

extension Lesson {
  /// The lesson of `demo`. Its text is identical to `Scenarios/warroom/demo.scenario`, which is replayed as a test.
  static let warRoom = Lesson(
    #"""
    # Five minutes at the prompt.
    # This is a war room. It shows the units on the map, and prints their changes. Bring a hero onto the map.
    > spawn hero Arthur
    + map/units 1  🙂 Arthur    ready    100 hp

    # A line with “+” shows what appeared, and where: row 1 of the units on the map.
    # Bring one for the other side, with options. Tab lists the words that can follow, and explains each.
    > spawn hero Morgana side=defender hp=80
    + map/units 2  🙂 Morgana   ready     80 hp

    # What you see is always up to date. Watch the units that could fight:
    > watch reserve = units where status == ready by name
    + reserve 1  Arthur
    + reserve 2  Morgana

    # Change one of them. A row of the map changes (“~”), and one disappears from your own list (“-”).
    > status Arthur marching
    ~ map/units 1  🙂→🚶 Arthur  ready→marching  100 hp
    - reserve 1  Arthur

    # An error shows the location of a mistake, and suggests a correction. Nothing was changed.
    > status Arthr fighting
    error: there is no unit “Arthr”
      status Arthr fighting
             ^~~~~  did you mean “Arthur”?

    # Ask why something is the way it is:
    > why Arthur.status
    set by status Arthur marching (step 4): Arthur.status ready→marching

    # Every line is a step, which can be undone.
    > undo
    undid status Arthur marching (step 4)
    ~ map/units 1  🚶→🙂 Arthur  marching→ready  100 hp
    + reserve 1  Arthur

    # And redone.
    > redo
    redid status Arthur marching (step 4)
    ~ map/units 1  🙂→🚶 Arthur  ready→marching  100 hp
    - reserve 1  Arthur

    # A block is one command of several lines. Up and Down move within it.
    > for unit in units where status == ready {
    .   hp $unit 60
    . }
    ~ map/units 2  🙂 Morgana  ready  80→60 hp

    # Show any selection as a table.
    > units where hp > 50 by hp desc
    name     type  side      hp   max  status    face  id
    Arthur   hero  attacker  100  100  marching  🚶    1
    Morgana  hero  defender  60   80   ready     🙂    2

    # State what must be true. A scenario with such lines is a test.
    > expect count(units) == 2 and count(reserve) == 1

    # That is all there is to it. “save FILE” writes this session as a scenario, which “replay” runs as a test.
    # “help” lists the commands, “live” shows the open screens above the line, Ctrl-D ends the session.

    """#)
}
