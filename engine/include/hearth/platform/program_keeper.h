#pragma once

namespace hearth::platform {

/// In front of the command of a program that is to be kept.
inline constexpr char keepProgramArgument[] = "--keep-program";

/// True if this process is to keep a program: its arguments are keepProgramArgument and a command.
bool isProgramKeeper(int argc, char* const argv[]);
/// Runs the command with this process's input and output, and ends with it. Whatever the program has started
/// ends as well, also in sessions and groups of its own and when nobody waits for it any more: this process
/// is the one that orphans fall to (PR_SET_CHILD_SUBREAPER). SIGTERM asks all of them to end and ends those
/// that are there after two seconds; SIGUSR1 ends them at once. Out of reach is what runs with other rights
/// or was started by another service. Returns the status of the program, or dies of the signal that it died
/// of.
int keepProgram(int argc, char* const argv[]);
/// Has a keeper end at once all that it keeps, and itself.
void hurryKeeper(int process) noexcept;

}  // namespace hearth::platform
