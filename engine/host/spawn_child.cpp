#include "host/spawn_child.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "hearth/run_child.h"

namespace hearth {

int spawnChild(const std::vector<std::string>& words, std::span<const std::pair<int, int>> descriptors,
               bool inheritsEnvironment, pid_t& process) {
    std::vector<char*> arguments, environment;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        if (inheritsEnvironment || isPlainVariable(*variable)) environment.push_back(*variable);
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int last = STDERR_FILENO;
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
    for (const auto& [from, to] : descriptors) {
        posix_spawn_file_actions_adddup2(&actions, from, to);
        last = std::max(last, to);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, last + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int one : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) sigaddset(&usual, one);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int problem = posix_spawn(&process, words.empty() ? "" : words.front().c_str(), &actions,
                                    &attributes, arguments.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

}  // namespace hearth
