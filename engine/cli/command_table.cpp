#include <array>

#include "cli/command.h"

namespace hearth::cli {

std::span<const Command> allCommands() {
    static const std::array commands = {
        runCommand,         chatCommand,       batchCommand,    serveCommand,      tokenizeCommand,
        detokenizeCommand,  templateCommand,   logitsCommand,   perplexityCommand, benchCommand,
        inspectCommand,     dequantizeCommand, quantizeCommand, embedCommand,      rerankCommand,
        encodeImageCommand, doctorCommand,
    };
    return commands;
}

}  // namespace hearth::cli
