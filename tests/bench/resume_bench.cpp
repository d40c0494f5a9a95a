// hearth-resume-bench MODEL FOLDER FILE [THREADS]: opens a chat whose prompt is in FILE, as the window does,
// with the cache that another process left in FOLDER, and asks for a reply. Prints a line of JSON: how long
// bringing the cache into memory took while nobody had asked yet, then the time to the first token, and what
// was reused.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "hearth/engine.h"
#include "hearth/error.h"
#include "support/generate.h"

int main(int argc, char** argv) {
    using namespace hearth;
    if (argc < 4) {
        std::fprintf(stderr, "usage: hearth-resume-bench MODEL FOLDER FILE [THREADS]\n");
        return 2;
    }
    try {
        EngineOptions options;
        options.model = argv[1];
        options.prefixFolder = argv[2];
        options.threads = argc > 4 ? std::atoi(argv[4]) : 0;
        options.contextLength = 8192;
        std::ostringstream prompt;
        prompt << std::ifstream(argv[3]).rdbuf();
        GenerationRequest request;
        request.rawText = prompt.str();
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 24;
        const auto engine = Engine::load(options);
        const auto start = std::chrono::steady_clock::now();
        engine->prefetch(request);
        while (engine->step()) {
        }
        const std::chrono::duration<double, std::milli> opening = std::chrono::steady_clock::now() - start;
        GenerationListener silent;
        const GenerationMetrics metrics = test::generate(*engine, request, silent).metrics;
        std::printf(
            "{\"opening_ms\": %.1f, \"ttft_ms\": %.1f, \"prompt_tokens\": %d, \"reused_tokens\": %d}\n",
            opening.count(), metrics.timeToFirstTokenMs, metrics.promptTokens, metrics.reusedTokens);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
