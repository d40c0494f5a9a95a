#pragma once

#include <array>
#include <memory>
#include <stop_token>

#include "cli/common_options.h"
#include "hearth/embedder.h"

namespace hearth::cli {

/// Options of every command that loads an embedding model or a reranker, itself included.
inline constexpr std::array embedderOptionList = {
    Option{"--model", "-m", "MODEL", "the model: a GGUF file, or a folder as of sentence-transformers"},
    Option{"--backend", "", "NAME", "{backends} (default auto)"},
    devicesOption,
    Option{"--threads", "-t", "N", "CPU threads (default: one per core)"},
    Option{"--max-tokens", "", "N",
           "tokens of a text that are read (default: as many as the model was made for)"},
    inProcessOption,
    ownProcessOption,
    Option{"--jsonl", "", "", "every input line is a JSON string"},
};

/// Texts that run together at most: enough that weights are read seldom, and few enough that the first
/// results come soon.
inline constexpr size_t textsTogether = 256;

/// Throws UsageError for values that no option has, and as Embedder::load() does.
std::unique_ptr<Embedder> loadEmbedder(const Arguments& arguments, const std::stop_token& stop);

/// Loads one in the process of `place`, as ModelLoader does, and says on standard error where no worker could
/// be started.
std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions& options, ModelPlace place,
                                       const std::stop_token& stop);

/// Says on standard error that texts were cut, if there were any.
void tellOfCutTexts(size_t cut, const Embedder& embedder);

}  // namespace hearth::cli
