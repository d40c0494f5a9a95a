#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/terminal_output.h"
#include "hearth/error.h"
#include "hearth/picture_decoder.h"
#include "hearth/readable_text.h"
#include "hearth/worker.h"

namespace {

using namespace hearth::cli;

void printOverview() {
    std::printf(
        "hearth-cli: run language models on this machine\n\nusage: hearth-cli COMMAND "
        "[OPTIONS]\n\ncommands:\n");
    for (const Command& command : allCommands()) {
        std::printf("  %-11.*s %.*s\n", static_cast<int>(command.name.size()), command.name.data(),
                    static_cast<int>(command.summary.size()), command.summary.data());
    }
    std::printf("\nhearth-cli COMMAND --help lists a command's options.\n");
}

void printHelp(const Command& command) {
    std::printf("usage: hearth-cli %.*s %.*s\n\n%.*s\n\noptions:\n", static_cast<int>(command.name.size()),
                command.name.data(), static_cast<int>(command.usage.size()), command.usage.data(),
                static_cast<int>(command.summary.size()), command.summary.data());
    for (const Option& option : command.options) {
        std::string left = option.alias.empty() ? "    " : std::string(option.alias) + ", ";
        left += std::string(option.name) + (option.value.empty() ? "" : " ") + std::string(option.value);
        std::printf("  %-26s %s\n", left.c_str(), helpText(option).c_str());
    }
}

/// One line, whatever the message holds.
void printError(const std::string& message) {
    constexpr size_t longest = 2000;
    std::cout.flush();
    std::fprintf(stderr, "hearth-cli: %s\n", hearth::readableText(message, longest).c_str());
}

const Command* findCommand(const std::string& name) {
    for (const Command& command : allCommands()) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

int runCommandLine(const std::vector<std::string>& words) {
    if (words.empty()) throw UsageError("a command is missing; hearth-cli --help lists them");
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") return printOverview(), 0;
    const Command* command = findCommand(words[0]);
    if (command == nullptr)
        throw UsageError("there is no command \"" + words[0] + "\"; hearth-cli --help lists them");
    const std::span<const std::string> rest = std::span(words).subspan(1);
    for (const std::string& word : rest) {
        if (word == "--") break;
        if (word == "--help" || word == "-h") return printHelp(*command), 0;
    }
    try {
        command->run(Arguments(rest, command->options));
    } catch (const UsageError& error) {
        throw UsageError(std::string(command->name) + ": " + error.what() + "; hearth-cli " +
                         std::string(command->name) + " --help lists the options");
    }
    std::cout.flush();
    if (!std::cout)
        throw hearth::Error(hearth::ErrorCode::Io, "The output cannot be written; is the disk full?");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (hearth::isWorker(argc, argv)) hearth::serveWorker([] { std::_Exit(0); });
    if (hearth::isPictureDecoder(argc, argv)) return hearth::servePictureDecoder();
    const TerminalGuard terminal(std::cout);
    try {
        return runCommandLine({argv + 1, argv + argc});
    } catch (const UsageError& error) {
        printError(error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        printError("There is not enough memory; close other programs or choose a smaller model.");
        return 1;
    } catch (const std::exception& error) {
        printError(error.what());
        return 1;
    }
}
