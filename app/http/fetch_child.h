#pragma once

namespace hearth::app {

/// Argument that turns the program into a child of `hearth-cli serve`, which fetches one picture.
inline constexpr char fetchChildArgument[] = "--fetch";

/// Returns true if a program was called to be the child.
bool isFetchChild(int argc, char* const argv[]);

/// Fetches the URL on standard input (PublicGet) and writes the file to standard output, as a whole process.
/// Returns 0 on success; otherwise standard output has the reason, one sentence.
int serveFetch(int argc, char* argv[]);

}  // namespace hearth::app
