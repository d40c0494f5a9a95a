#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.h"

namespace hearth::cli {

/// One command of hearth-cli: its options and what it does. Results go to standard output; errors are thrown
/// as hearth::Error (exit status 1) or UsageError (2).
struct Command {
    std::string_view name;
    std::string_view usage;    ///< after the name: "-m MODEL [-p TEXT | -f FILE]"
    std::string_view summary;  ///< one line
    std::span<const Option> options;
    void (*run)(const Arguments& arguments) = nullptr;
};

/// Every command, in the order of --help.
std::span<const Command> allCommands();

extern const Command batchCommand, benchCommand, chatCommand, dequantizeCommand, detokenizeCommand,
    doctorCommand, embedCommand, encodeImageCommand, inspectCommand, logitsCommand, perplexityCommand,
    quantizeCommand, rerankCommand, runCommand, serveCommand, templateCommand, tokenizeCommand;

}  // namespace hearth::cli
