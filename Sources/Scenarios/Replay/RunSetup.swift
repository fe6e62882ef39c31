/// The options of a run and the services it uses; all its parts read this.
struct RunSetup: Sendable {
  var options: ReplayOptions
  var host: ReplayHost
  var files: any ScenarioFiles
  var system: ReplaySystem
}
