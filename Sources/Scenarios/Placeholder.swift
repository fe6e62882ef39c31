// This target's first room is being built.
