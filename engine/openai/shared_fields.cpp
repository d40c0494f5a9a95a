#include "openai/shared_fields.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hearth/bounded_json.h"
#include "openai/form_fields.h"
#include "openai/peer_fields.h"
#include "openai/sampling_fields.h"
#include "openai/template_variables.h"

namespace hearth::openai {

namespace {

using ReadShared = void (*)(const std::string& field, const Json& value, const SharedReader& reader);

struct SharedField {
    std::string_view name;
    ReadShared read;
};

void sharedSampling(const std::string& field, const Json& value, const SharedReader& reader) {
    (void)readSamplingField(field, value, reader.generation.sampling);
}

void sharedForm(const std::string& field, const Json& value, const SharedReader& reader) {
    readFormField(field, value, reader.notes, reader.generation.grammar);
}

void sharedVariables(const std::string& field, const Json& value, const SharedReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const char* own : {"messages", "tools", "add_generation_prompt"})
        if (value.contains(own)) refuseField(field + "." + own, "cannot be set.");
    mergeEntries(reader.variables, value);
}

void sharedEffort(const std::string& field, const Json& value, const SharedReader& reader) {
    setReasoningEffort(field, value, reader.notes, reader.variables);
}

#define HEARTH_SETS(target) \
    [](const std::string& field, const Json& value, const SharedReader& reader) { target; }
constexpr std::array sharedFieldList = {
    SharedField{"temperature", sharedSampling},
    SharedField{"top_p", sharedSampling},
    SharedField{"top_k", sharedSampling},
    SharedField{"min_p", sharedSampling},
    SharedField{"presence_penalty", sharedSampling},
    SharedField{"frequency_penalty", sharedSampling},
    SharedField{"repetition_penalty", sharedSampling},
    SharedField{"repeat_penalty", sharedSampling},
    SharedField{"repeat_last_n", sharedSampling},
    SharedField{"stop", sharedSampling},
    SharedField{"stop_sequences", sharedSampling},
    SharedField{"logit_bias", sharedSampling},
    SharedField{"seed", sharedSampling},
    SharedField{"max_tokens", sharedSampling},
    SharedField{"max_completion_tokens", sharedSampling},
    SharedField{"max_output_tokens", sharedSampling},
    SharedField{"n_predict", sharedSampling},
    SharedField{"response_format", sharedForm},
    SharedField{"json_schema", sharedForm},
    SharedField{"grammar", sharedForm},
    SharedField{"regex", sharedForm},
    SharedField{"guided_json", sharedForm},
    SharedField{"guided_regex", sharedForm},
    SharedField{"guided_grammar", sharedForm},
    SharedField{"guided_choice", sharedForm},
    SharedField{"guided_json_object", sharedForm},
    SharedField{"structured_outputs", sharedForm},
    SharedField{"reasoning_effort", sharedEffort},
    SharedField{"enable_thinking",
                HEARTH_SETS(reader.variables["enable_thinking"] = readBoolean(field, value))},
    SharedField{"chat_template_kwargs", sharedVariables},
    SharedField{"ignore_eos", HEARTH_SETS(reader.generation.ignoreEndOfText = readBoolean(field, value))},
    SharedField{"cache_prompt", HEARTH_SETS(reader.generation.useCache = readBoolean(field, value))},
    SharedField{"cache_reply", HEARTH_SETS(reader.generation.replyReuse = readReplyReuse(field, value))},
    SharedField{"route", HEARTH_SETS(reader.generation.route = readRoute(field, value))},
};
#undef HEARTH_SETS

void refuseBoth(const Json& body, const char* one, const char* other) {
    const Json &first = memberOf(body, one), &second = memberOf(body, other);
    if (!first.is_null() && !second.is_null() && first != second)
        refuseField(other, std::string("says something else than \"") + one + "\"; give one of them.");
}

}  // namespace

void readSharedField(const std::string& field, const Json& value, const SharedReader& reader) {
    const auto known = std::ranges::find(sharedFieldList, field, &SharedField::name);
    if (known == sharedFieldList.end()) return readPeerField(field, value, reader.notes);
    known->read(field, value, reader);
}

std::vector<std::string_view> sharedFields() {
    std::vector<std::string_view> names;
    for (const SharedField& field : sharedFieldList) names.push_back(field.name);
    return names;
}

void refuseContradictions(const Json& body) {
    refuseBoth(body, "max_completion_tokens", "max_tokens");
    refuseBoth(body, "max_output_tokens", "max_tokens");
    refuseBoth(body, "n_predict", "max_tokens");
    refuseBoth(body, "repetition_penalty", "repeat_penalty");
    refuseBoth(body, "stop", "stop_sequences");
}

}  // namespace hearth::openai
