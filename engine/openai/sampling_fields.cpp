#include "openai/sampling_fields.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "hearth/error.h"

namespace hearth::openai {

namespace {

constexpr size_t mostBiasedTokens = 1024, mostStops = 64;

void readStop(const std::string& field, const Json& value, SamplingParams& sampling) {
    const Json list = value.is_array() ? value : Json::array({value});
    if (list.size() > mostStops)
        refuseField(field, "has more than " + std::to_string(mostStops) + " strings.");
    for (const Json& text : list) {
        if (!text.is_string()) refuseField(field, "must be a string or a list of strings.");
        // An empty one would end every reply before it begins.
        if (text != "") sampling.stop.push_back(text.get<std::string>());
    }
}

void readBias(const std::string& field, const Json& value, SamplingParams& sampling) {
    if (!value.is_object()) refuseField(field, "must be an object of token ids and numbers.");
    if (value.size() > mostBiasedTokens)
        refuseField(field, "has more than " + std::to_string(mostBiasedTokens) + " tokens.");
    for (const auto& [key, bias] : value.items()) {
        TokenId token = -1;
        const auto [end, problem] = std::from_chars(key.data(), key.data() + key.size(), token);
        if (problem != std::errc() || end != key.data() + key.size() || token < 0)
            refuseField(field + "." + key.substr(0, 40), "is not the id of a token.");
        sampling.logitBias.emplace_back(token, readNumber(field + "." + key, bias));
    }
}

void checkSampling(const std::string& field, const SamplingParams& sampling) {
    try {
        sampling.check();
    } catch (const Error& error) {
        refuseField(field, std::string("cannot be used: ") + error.what());
    }
}

uint64_t seedOf(const Json& value) {
    if (value.is_number_unsigned()) return value.get<uint64_t>();
    return static_cast<uint64_t>(value.get<int64_t>());
}

bool takeSamplingField(const std::string& field, const Json& value, SamplingParams& sampling) {
    if (field == "temperature") return sampling.temperature = readNumber(field, value), true;
    if (field == "top_p") return sampling.topP = readNumber(field, value), true;
    if (field == "min_p") return sampling.minP = readNumber(field, value), true;
    if (field == "top_k") {
        // Others write -1 for "off".
        const int count = readInteger(field, value, -1);
        return sampling.topK = count == -1 ? 0 : count, true;
    }
    if (field == "presence_penalty") return sampling.presencePenalty = readNumber(field, value), true;
    if (field == "frequency_penalty") return sampling.frequencyPenalty = readNumber(field, value), true;
    if (field == "repetition_penalty" || field == "repeat_penalty")
        return sampling.repeatPenalty = readNumber(field, value), true;
    if (field == "max_tokens" || field == "max_completion_tokens" || field == "max_output_tokens" ||
        field == "n_predict")
        return sampling.maxTokens =
                   !value.is_number_unsigned() && value == -1 ? -1 : readInteger(field, value, 1),
               true;
    if (field == "repeat_last_n") return sampling.penaltyLastN = readInteger(field, value, -1), true;
    if (field == "stop" || field == "stop_sequences") return readStop(field, value, sampling), true;
    if (field == "logit_bias") return readBias(field, value, sampling), true;
    if (field == "seed") {
        if (!isWholeNumber(value)) refuseField(field, "must be an integer.");
        return sampling.seed = seedOf(value), true;
    }
    return false;
}

}  // namespace

bool readSamplingField(const std::string& field, const Json& value, SamplingParams& sampling) {
    if (!takeSamplingField(field, value, sampling)) return false;
    checkSampling(field, sampling);
    return true;
}

void readLimitOrNone(const std::string& field, const Json& value, SamplingParams& sampling) {
    sampling.maxTokens = readInteger(field, value, -1);
    checkSampling(field, sampling);
}

ReplyReuse readReplyReuse(const std::string& field, const Json& value) {
    return readBoolean(field, value) ? ReplyReuse::Use : ReplyReuse::Off;
}

}  // namespace hearth::openai
