#include <iostream>

#include "cli/command.h"
#include "cli/embedder_options.h"
#include "cli/interrupt.h"
#include "cli/text_lines.h"
#include "openai/number_list.h"

namespace hearth::cli {

namespace {

constexpr auto rerankOptions = joinOptions(embedderOptionList);

void runRerank(const Arguments& arguments) {
    const auto& words = arguments.positional();
    if (words.size() != 1) throw UsageError("give one question, in quotes, and the passages as input");
    const Interrupt interrupt;
    const auto embedder = loadEmbedder(arguments, interrupt.token());
    TextLines lines(arguments.has("--jsonl"));
    size_t cut = 0;
    for (auto texts = lines.next(textsTogether); !texts.empty(); texts = lines.next(textsTogether)) {
        for (const RerankScore& one : embedder->rerank(words.front(), texts, interrupt.token())) {
            std::cout << openai::numberText(one.score) << '\n';
            cut += one.truncated ? 1 : 0;
        }
        std::cout.flush();
    }
    tellOfCutTexts(cut, *embedder);
}

}  // namespace

const Command rerankCommand{.name = "rerank",
                            .usage = "-m MODEL QUERY [--jsonl] < LINES",
                            .summary = "Print for every line how well it answers a question.",
                            .options = rerankOptions,
                            .run = runRerank};

}  // namespace hearth::cli
