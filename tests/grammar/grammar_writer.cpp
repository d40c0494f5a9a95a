// Has a model write replies that fit schemas. grammar_writer MODEL reads lines of JSON, {"schema": ...,
// "seed": n, "temperature": t, "tokens": most}, and answers each with {"text": "...", "reason": "stop",
// "tokens": n} or {"refused": "why"}. What the model is told says nothing: only the grammar makes its replies
// fit.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/finish_reason.h"
#include "support/generate.h"

namespace {

using namespace hearth;

nlohmann::json answer(Engine& engine, const nlohmann::json& asked) {
    GenerationRequest request;
    request.rawText = "x";
    request.rawReply = true;
    request.grammar = {ReplyGrammar::Kind::JsonSchema, asked.at("schema").dump()};
    request.sampling.temperature = asked.at("temperature");
    request.sampling.topK = 0;
    request.sampling.topP = 1;
    request.sampling.minP = 0;
    request.sampling.seed = asked.at("seed").get<uint64_t>();
    request.sampling.maxTokens = asked.at("tokens");
    try {
        GenerationListener listener;
        const GenerationResult result = test::generate(engine, request, listener, {});
        return {{"text", result.text},
                {"reason", finishReasonName(result.reason)},
                {"tokens", result.tokens.size()}};
    } catch (const Error& error) {
        return {{"refused", error.what()}};
    }
}

}  // namespace

int main(int argc, char** argv) {
    EngineOptions options;
    options.model = argc > 1 ? argv[1] : "";
    options.backend = "cpu";
    options.threads = 1;
    options.contextLength = 2048;
    try {
        const auto engine = Engine::load(options);
        for (std::string line; std::getline(std::cin, line);)
            std::cout << answer(*engine, nlohmann::json::parse(line))
                             .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                      << std::endl;
    } catch (const Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
