#pragma once

namespace hearth::app {

/// Argument of the program that makes it the child that reads one file of the public web for `hearth-cli
/// serve`.
inline constexpr char fetchChildArgument[] = "--fetch";

/// Returns true if a program was called to be the child.
bool isFetchChild(int argc, char* const argv[]);

/// Reads a picture from the address on standard input (PublicGet) to standard output, as a whole process.
/// Returns 0 on success; else standard output has the reason, one sentence.
int serveFetch(int argc, char* argv[]);

}  // namespace hearth::app
