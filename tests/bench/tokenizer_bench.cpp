#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"

/// hearth-tokenizer-bench MODEL TEXT [ROUNDS]: tokens and the best time of encoding the whole file, as JSON.
/// Loading is not counted. tokenizer_speed.py runs it beside another implementation.
int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: hearth-tokenizer-bench MODEL TEXT [ROUNDS]\n");
        return 2;
    }
    try {
        const auto tokenizer = hearth::Tokenizer::fromGguf(hearth::GgufFile::open(argv[1]));
        std::ifstream file(argv[2], std::ios::binary);
        std::ostringstream content;
        content << file.rdbuf();
        const std::string text = content.str();
        double best = 1e9;
        size_t tokens = 0;
        for (int round = argc > 3 ? std::atoi(argv[3]) : 3; round > 0; --round) {
            const auto begin = std::chrono::steady_clock::now();
            tokens = tokenizer->encode(text).size();
            best = std::min(best,
                            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        }
        std::printf("{\"tokens\": %zu, \"seconds\": %.6f}\n", tokens, best);
    } catch (const hearth::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
