// hearth-mask-bench MODEL SCHEMA TEXT: how long the mask of each token of a text takes that fits a JSON
// schema, in a grammar that knows nothing yet, as JSON. hearth-mask-bench MODEL: the vocabulary, a line of
// hexadecimal digits for each token. mask_speed.py runs it beside other implementations.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "grammar/grammars.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"

namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::time_point since) {
    return std::chrono::duration<double, std::micro>(Clock::now() - since).count();
}

std::string contentOf(const char* path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

void printVocabulary(const hearth::Tokenizer& tokenizer) {
    const hearth::grammar::TokenTexts texts(tokenizer);
    for (hearth::TokenId token = 0; token < tokenizer.vocabSize(); ++token) {
        for (const char byte : texts.textOf(token)) std::printf("%02x", static_cast<unsigned char>(byte));
        std::printf("\n");
    }
}

nlohmann::json measure(const hearth::Tokenizer& tokenizer, const std::string& schema,
                       const std::string& text) {
    auto begin = Clock::now();
    const auto texts = std::make_shared<hearth::grammar::TokenTexts>(tokenizer);
    nlohmann::json out = {{"vocabulary_us", microseconds(begin)}};
    begin = Clock::now();
    hearth::grammar::Grammar grammar(
        hearth::grammar::rulesOf({hearth::ReplyGrammar::Kind::JsonSchema, schema}), texts);
    auto state = grammar.start();
    out["compile_us"] = microseconds(begin);
    for (const hearth::TokenId token : tokenizer.encode(text)) {
        begin = Clock::now();
        const auto mask = grammar.mask(state);
        out["mask_us"].push_back(microseconds(begin));
        if (!mask->allows(token)) throw hearth::Error(hearth::ErrorCode::BadInput, "The text does not fit.");
        begin = Clock::now();
        state = grammar.next(state, texts->textOf(token));
        out["accept_us"].push_back(microseconds(begin));
        out["tokens"].push_back(token);
    }
    out["bytes"] = grammar.sizeBytes();
    return out;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const auto tokenizer = hearth::Tokenizer::fromGguf(hearth::GgufFile::open(argc > 1 ? argv[1] : ""));
        if (argc < 4)
            printVocabulary(*tokenizer);
        else
            std::printf("%s\n", measure(*tokenizer, contentOf(argv[2]), contentOf(argv[3])).dump().c_str());
    } catch (const hearth::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
