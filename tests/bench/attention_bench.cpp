// Measures the time to see what a token looked at: for tokens near the end of a long chat whose keys are
// cached. hearth-attention-bench MODEL [TOKENS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "support/generate.h"

using namespace hearth;

namespace {

class Ear final : public AttentionListener {
public:
    void looked(TokenAttention attention) override { answer = std::move(attention), heard = true; }
    void failed(const Error& error) override {
        std::fprintf(stderr, "%s\n", error.what());
        heard = true;
    }
    TokenAttention answer;
    bool heard = false;
};

int measure(const char* model, size_t tokens) {
    EngineOptions options;
    options.model = model;
    options.contextLength = static_cast<int>(tokens) + 256;
    const auto engine = Engine::load(options);
    std::vector<TokenId> chat(tokens);
    for (size_t i = 0; i < tokens; ++i)
        chat[i] =
            static_cast<TokenId>(100 + i * 7919 % (static_cast<size_t>(engine->info().vocabSize) - 200));
    GenerationRequest request;
    request.rawTokens.assign(chat.begin(), chat.end() - 100);
    request.sampling.maxTokens = 1;
    GenerationListener nobody;
    (void)test::generate(*engine, request, nobody);
    std::vector<double> milliseconds;
    for (size_t back = 0; back < 12; ++back) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t processors = std::clock();
        Ear ear;
        engine->probe()->readAttention(
            {.tokens = {chat.begin(), chat.end() - static_cast<ptrdiff_t>(8 * back)},
             .cuts = {},
             .tenant = {}},
            ear);
        while (!ear.heard) (void)engine->step();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        std::printf("%zu tokens, %d of them cached: %.1f ms, %.1f ms of processors\n",
                    ear.answer.tokens.size(), ear.answer.reusedTokens, took.count(),
                    1000.0 * static_cast<double>(std::clock() - processors) / CLOCKS_PER_SEC);
        // The first of all reads what the reply had not.
        if (back > 0) milliseconds.push_back(took.count());
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf("median %.1f ms, longest %.1f ms\n", milliseconds[milliseconds.size() / 2],
                milliseconds.back());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "hearth-attention-bench MODEL [TOKENS]\n");
        return 2;
    }
    try {
        return measure(argv[1], argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 4000);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
