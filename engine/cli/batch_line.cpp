#include "cli/batch_line.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/batch_messages.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"

namespace hearth::cli {

namespace {

using BatchJson = nlohmann::ordered_json;

/// More would make the ids of a large batch take more memory than its model.
constexpr size_t mostIdBytes = 512;

struct BatchBodyReader {
    BatchRequest& request;
    BatchJson variables = BatchJson::object();  ///< of the template

    SamplingParams& sampling() const { return request.generation.sampling; }
};

[[noreturn]] void refuseField(const std::string& field, const std::string& problem) {
    throw BatchRefusal{"The field \"" + field + "\" " + problem, field};
}

/// The ranges are those of the settings everywhere else.
void checkSampling(const BatchBodyReader& reader, const std::string& field) {
    try {
        reader.sampling().check();
    } catch (const Error& error) {
        refuseField(field, std::string("cannot be used: ") + error.what());
    }
}

void readNumber(const BatchBodyReader& reader, const std::string& field, const BatchJson& value,
                float& target) {
    if (!value.is_number()) refuseField(field, "must be a number.");
    target = value.get<float>();
    checkSampling(reader, field);
}

void readInteger(const BatchBodyReader& reader, const std::string& field, const BatchJson& value, int least,
                 int& target) {
    if (!value.is_number_integer()) refuseField(field, "must be an integer.");
    constexpr int most = std::numeric_limits<int>::max();
    const bool large = value.is_number_unsigned() && value.get<uint64_t>() > uint64_t{most};
    const int64_t number = large ? int64_t{most} : value.get<int64_t>();
    if (number < least) refuseField(field, "must be " + std::to_string(least) + " or more.");
    target = static_cast<int>(number);
    checkSampling(reader, field);
}

void readStop(const BatchBodyReader& reader, const std::string& field, const BatchJson& value) {
    const BatchJson list = value.is_array() ? value : BatchJson::array({value});
    for (const BatchJson& text : list) {
        if (!text.is_string()) refuseField(field, "must be a string or a list of strings.");
        reader.sampling().stop.push_back(text.get<std::string>());
    }
    checkSampling(reader, field);
}

/// Fields that may stand there with one value only, the one that changes nothing.
void readFixed(const std::string& field, const BatchJson& value, const BatchJson& only) {
    if (value != only) refuseField(field, "can only be " + only.dump() + ".");
}

/// false: the field is none of those that choose tokens.
bool readSamplingField(const BatchBodyReader& reader, const std::string& field, const BatchJson& value) {
    SamplingParams& sampling = reader.sampling();
    if (field == "temperature") return readNumber(reader, field, value, sampling.temperature), true;
    if (field == "top_p") return readNumber(reader, field, value, sampling.topP), true;
    if (field == "min_p") return readNumber(reader, field, value, sampling.minP), true;
    if (field == "top_k") return readInteger(reader, field, value, 0, sampling.topK), true;
    if (field == "presence_penalty") return readNumber(reader, field, value, sampling.presencePenalty), true;
    if (field == "frequency_penalty")
        return readNumber(reader, field, value, sampling.frequencyPenalty), true;
    if (field == "repetition_penalty" || field == "repeat_penalty")
        return readNumber(reader, field, value, sampling.repeatPenalty), true;
    if (field == "max_tokens" || field == "max_completion_tokens")
        return readInteger(reader, field, value, 1, sampling.maxTokens), true;
    if (field == "stop") return readStop(reader, field, value), true;
    if (field == "seed") {
        if (!value.is_number_integer()) refuseField(field, "must be an integer.");
        sampling.seed = value.get<uint64_t>();
        return true;
    }
    return false;
}

/// false: the field is none of those that say what to answer.
bool readContentField(BatchBodyReader& reader, const std::string& field, const BatchJson& value) {
    if (!reader.request.chat) {
        if (field != "prompt") return false;
        if (!value.is_string()) refuseField(field, "must be a string.");
        reader.request.generation.rawText = value.get<std::string>();
        return true;
    }
    if (field == "messages") {
        reader.request.generation.messages = readBatchMessages(value);
    } else if (field == "tools") {
        const bool objects = value.is_array() && std::all_of(value.begin(), value.end(),
                                                             [](const auto& one) { return one.is_object(); });
        if (!objects) refuseField(field, "must be a list of objects.");
        reader.variables["tools"] = value;
        reader.request.tools = !value.empty();
    } else if (field == "chat_template_kwargs") {
        if (!value.is_object()) refuseField(field, "must be an object.");
        for (const char* own : {"messages", "tools", "add_generation_prompt"})
            if (value.contains(own)) refuseField(field + "." + own, "cannot be set.");
        reader.variables.update(value);
    } else {
        return false;
    }
    return true;
}

void readBodyField(BatchBodyReader& reader, const std::string& field, const BatchJson& value) {
    if (value.is_null() && field != "messages" && field != "prompt") {
        // Many programs write null for what they leave out.
        static constexpr std::array nullable = {"model",
                                                "max_tokens",
                                                "max_completion_tokens",
                                                "temperature",
                                                "top_p",
                                                "top_k",
                                                "min_p",
                                                "seed",
                                                "stop",
                                                "presence_penalty",
                                                "frequency_penalty",
                                                "repetition_penalty",
                                                "repeat_penalty",
                                                "n",
                                                "stream",
                                                "user",
                                                "metadata",
                                                "store",
                                                "tools",
                                                "chat_template_kwargs"};
        if (std::find(nullable.begin(), nullable.end(), field) != nullable.end()) return;
    }
    if (readSamplingField(reader, field, value) || readContentField(reader, field, value)) return;
    if (field == "user" || field == "metadata") return;
    if (field == "n") return readFixed(field, value, 1);
    if (field == "stream" || field == "store") return readFixed(field, value, false);
    if (field != "model") refuseField(field, "is not supported.");
    if (!value.is_string()) refuseField(field, "must be a string.");
}

/// Two names for one setting.
void refuseBoth(const BatchJson& body, const char* one, const char* other) {
    const auto given = [&](const char* name) { return body.contains(name) && !body.at(name).is_null(); };
    if (given(one) && given(other) && body.at(one) != body.at(other))
        refuseField(other, std::string("says something else than \"") + one + "\"; give one of them.");
}

const BatchJson& memberOf(const BatchJson& line, const char* name) {
    static const BatchJson none;
    const auto found = line.find(name);
    return found == line.end() ? none : *found;
}

BatchRequest readRequest(const BatchJson& line) {
    BatchRequest request;
    for (const auto& [field, value] : line.items()) {
        static constexpr std::array known = {"custom_id", "method", "url", "body"};
        if (std::find(known.begin(), known.end(), field) == known.end())
            refuseField(field, "is not supported.");
    }
    if (memberOf(line, "method") != "POST") refuseField("method", "must be \"POST\".");
    const BatchJson& url = memberOf(line, "url");
    request.chat = url == "/v1/chat/completions";
    if (!request.chat && url != "/v1/completions")
        refuseField("url", "must be \"/v1/chat/completions\" or \"/v1/completions\".");
    const BatchJson& body = memberOf(line, "body");
    if (!body.is_object()) refuseField("body", "must be an object.");
    BatchBodyReader reader{.request = request};
    for (const auto& [field, value] : body.items()) readBodyField(reader, field, value);
    refuseBoth(body, "max_completion_tokens", "max_tokens");
    refuseBoth(body, "repetition_penalty", "repeat_penalty");
    const char* needed = request.chat ? "messages" : "prompt";
    if (!body.contains(needed)) refuseField(needed, "is missing.");
    if (!reader.variables.empty()) request.generation.templateVariables = reader.variables.dump();
    return request;
}

}  // namespace

BatchLine readBatchLine(std::string_view text) {
    const BatchJson line = parseOrderedJson(text);
    if (line.is_discarded() || !line.is_object())
        return {{}, BatchFault{"invalid_json", "The line is not a JSON object."}};
    const BatchJson& id = memberOf(line, "custom_id");
    if (!id.is_string() || id.get_ref<const std::string&>().empty())
        return {{}, BatchFault{"missing_custom_id", "The line has no \"custom_id\" that is a string."}};
    auto customId = id.get<std::string>();
    if (customId.size() > mostIdBytes)
        return {{}, BatchFault{"custom_id_too_long", "The line's \"custom_id\" is longer than 512 bytes."}};
    BatchLine result{.customId = std::move(customId), .content = {}};
    try {
        result.content = readRequest(line);
    } catch (BatchRefusal& refusal) {
        result.content = std::move(refusal);
    }
    return result;
}

}  // namespace hearth::cli
