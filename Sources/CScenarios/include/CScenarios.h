#pragma once

// The scenarios of the package as parts of the program, so that it has them wherever it is installed.

/// A scenario: its path, and its bytes.
struct scenario {
  const char *path;
  const unsigned char *bytes;
  long count;
};

/// Returns a scenario by its place in the order of paths; the path is null after the last.
struct scenario scenarioAt(long place);

/// Returns the recording of a scenario by its place, with the path of the scenario.
struct scenario recordingAt(long place);
