// swift-tools-version: 6.2
import PackageDescription

// The store and its tests, by links, as a package of their own: nothing else is built for a sanitizer.
let package = Package(
  name: "Sanitized",
  targets: [
    .target(name: "StoreMemory"),
    .target(name: "AutoUpdate", dependencies: ["StoreMemory"]),
    .testTarget(name: "StoreMemoryTests", dependencies: ["StoreMemory"]),
    .testTarget(name: "AutoUpdateTests", dependencies: ["AutoUpdate"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ]
}
