#include <cstdio>
#include <iostream>

#include "cli/command.h"
#include "cli/embedder_options.h"
#include "cli/interrupt.h"
#include "cli/text_lines.h"
#include "openai/number_list.h"

namespace hearth::cli {

namespace {

constexpr auto embedOptions =
    joinOptions(embedderOptionList,
                std::array{
                    Option{"--query", "", "", "the texts are questions, for models that want words in front"},
                    Option{"--passage", "", "", "the texts are what is searched, for such models"},
                });

EmbeddingKind kindOf(const Arguments& arguments) {
    const bool query = arguments.has("--query"), passage = arguments.has("--passage");
    if (query && passage) throw UsageError("--query and --passage exclude each other");
    return query ? EmbeddingKind::Query : passage ? EmbeddingKind::Passage : EmbeddingKind::Plain;
}

void runEmbed(const Arguments& arguments) {
    refuseWords(arguments);
    const EmbeddingKind kind = kindOf(arguments);
    const Interrupt interrupt;
    const auto embedder = loadEmbedder(arguments, interrupt.token());
    TextLines lines(arguments.has("--jsonl"));
    size_t cut = 0;
    for (auto texts = lines.next(textsTogether); !texts.empty(); texts = lines.next(textsTogether)) {
        for (const Embedding& one : embedder->embed(texts, kind, interrupt.token())) {
            std::cout << openai::numberList(one.values) << '\n';
            cut += one.truncated ? 1 : 0;
        }
        std::cout.flush();
    }
    tellOfCutTexts(cut, *embedder);
}

}  // namespace

const Command embedCommand{.name = "embed",
                           .usage = "-m MODEL [--query | --passage] [--jsonl] < LINES",
                           .summary = "Print the embedding of every line as a JSON array of numbers.",
                           .options = embedOptions,
                           .run = runEmbed};

}  // namespace hearth::cli
