/// What a run is to do and what it needs of the world; all its parts read this.
struct RunSetup: Sendable {
  var options: ReplayOptions
  var host: ReplayHost
  var files: any ScenarioFiles
  var system: ReplaySystem
}
