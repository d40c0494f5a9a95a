// A streamed answer of an endpoint from any bytes, cut in the middle: an Error with a sentence, or a reply
// that the cut does not change. The same bytes as a list of models and as the body of a refusal.
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "endpoints/remote_answer.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// All that was told, kind by kind.
struct Told : GenerationListener {
    std::string shown, text, reasoning, calls;

    void replied(const ReplyDelta& delta) override {
        shown += delta.shown;
        text += delta.text;
        reasoning += delta.reasoning;
        if (delta.call) calls += delta.call->name + '(' + delta.call->arguments + ')';
    }
};

/// Result of the bytes in two pieces, as one text.
std::string readIn(const QByteArray& bytes, qsizetype cut) {
    Told told;
    RemoteAnswer answer(told, {.host = QStringLiteral("host"), .when = RemoteAnswer::Clock::now()});
    std::string end;
    try {
        const bool over = answer.read(bytes.left(cut)) || answer.read(bytes.mid(cut));
        const bool complete = answer.isComplete();
        const GenerationResult result = answer.end(1);
        require(result.text == told.shown);
        const GenerationMetrics& metrics = result.metrics;
        // -1: the server does not say.
        require(metrics.processedTokens >= -1 && metrics.generatedTokens >= 0);
        end = std::to_string(over) + std::to_string(complete) + ' ' + std::to_string(metrics.promptTokens) +
              ' ' + std::to_string(metrics.generatedTokens);
        for (const ToldToken& token : result.toldTokens) {
            require(token.chance >= 0 && token.chance <= 1);
            end += ' ' + token.text + std::to_string(token.alternatives.size());
        }
    } catch (const Error& error) {
        end = error.what();
        require(!end.empty());
    }
    return told.shown + '\n' + told.text + '\n' + told.reasoning + '\n' + told.calls + '\n' + end;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const QByteArray bytes(reinterpret_cast<const char*>(data) + 2, static_cast<qsizetype>(size) - 2);
    require(readIn(bytes, 0) == readIn(bytes, bytes.size() * data[0] / 256));
    if (const auto list = readModels(bytes))
        for (const EndpointModel& model : list->models)
            require(!model.id.isEmpty() && model.contextLength >= 0);
    constexpr int statuses[] = {400, 401, 404, 413, 422, 429, 500, 503};
    const int status = statuses[data[1] % std::size(statuses)];
    require(!endpointProblem(status, bytes, QStringLiteral("host"), data[1] >= 128).isEmpty());
    require(errorText(bytes).size() <= 300);
    (void)refusesExtras(status, bytes);
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    const std::pair<std::string_view, std::string_view> texts[] = {
        {"\x80\1",
         R"(data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}

data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":12,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":4}}}

data: [DONE]

)"},
        {"\x40\2",
         R"(: comment

data: {"choices":[{"delta":{"content":"<think>x</think>y"},"finish_reason":"length"}],"timings":{"prompt_n":3,"cache_n":9,"predicted_n":2,"prompt_ms":1.5,"predicted_ms":2}}

data: {"error":{"message":"no memory","code":500}}

)"},
        {"\x60\7",
         R"(data: {"choices":[{"delta":{"content":" a"},"logprobs":{"content":[{"token":" a","logprob":-0.7,"bytes":[32,97],"top_logprobs":[{"token":" a","logprob":-0.7,"bytes":[32,97]},{"token":"\u00e4","logprob":-9999.0}]}]},"finish_reason":"stop"}]}

data: [DONE]

)"},
        {"\1\3",
         R"({"object":"list","data":[{"id":"m","max_model_len":4096,"owned_by":"vllm"},{"id":"embed-x","meta":{"n_ctx":1,"n_ctx_train":2},"owned_by":"llamacpp"}]})"},
        {"\2\4", R"({"error":{"code":"context_length_exceeded","type":"invalid","message":"too long"}})"},
        {"\3\5", R"({"detail":[{"msg":"top_k is not known"}]})"},
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto& [head, text] : texts) {
        std::vector<uint8_t>& seed = seeds.emplace_back(head.begin(), head.end());
        seed.insert(seed.end(), text.begin(), text.end());
    }
    return seeds;
}
