// hearth-turn-bench MODEL [REPETITIONS]: time to the first token of a conversation's second turn after some
// 1,500 tokens, with the cache of the first turn and with the cache cleared. Prints both, the medians' ratio,
// and what was reused.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "support/generate.h"

namespace {

using namespace hearth;

std::string notes(int lines) {
    std::string text = "Here are the notes of the keeper of the lighthouse.\n";
    for (int i = 0; i < lines; ++i)
        text += "Day " + std::to_string(i + 1) +
                ": the wind came from the west, the lamp was trimmed twice, and three ships passed before "
                "noon.\n";
    return text + "What did the keeper do with the lamp?";
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: hearth-turn-bench MODEL [REPETITIONS]\n");
        return 2;
    }
    try {
        EngineOptions options;
        options.model = argv[1];
        const auto engine = Engine::load(options);
        GenerationListener silent;
        GenerationRequest request;
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 32;
        request.messages = {{"user", notes(55), {}, {}}};
        std::vector<double> cached, cleared;
        int prompt = 0, reused = 0, processed = 0;
        const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
        for (int i = 0; i < repetitions; ++i) {
            engine->cache()->clear();
            const GenerationResult first = test::generate(*engine, request, silent);
            GenerationRequest second = request;
            std::vector<TokenId> tokens;
            for (const GeneratedToken& token : first.tokens) tokens.push_back(token.token);
            second.messages.push_back({"assistant", first.text, {}, tokens});
            second.messages.push_back({"user", "How many ships passed?", {}, {}});
            const GenerationResult warm = test::generate(*engine, second, silent);
            engine->cache()->clear();
            const GenerationResult cold = test::generate(*engine, second, silent);
            if (cold.metrics.reusedTokens != 0) throw Error(ErrorCode::BadInput, "the cache was not cleared");
            cached.push_back(warm.metrics.timeToFirstTokenMs);
            cleared.push_back(cold.metrics.timeToFirstTokenMs);
            prompt = warm.metrics.promptTokens, reused = warm.metrics.reusedTokens;
            processed = warm.metrics.processedTokens;
        }
        std::printf("turn 2: %d tokens, %d reused, %d processed\n", prompt, reused, processed);
        std::printf("first token with the cache %.1f ms, cleared %.1f ms, ratio %.1f\n", median(cached),
                    median(cleared), median(cleared) / median(cached));
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
