#include "openai/peer_fields.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace hearth::openai {

namespace {

struct PeerField {
    std::string_view name;
    std::string_view neutral;  ///< a JSON list of the values that change nothing
};

constexpr std::string_view off = R"([false, 0, "", [], {}])";

constexpr std::array peerFieldList = {
    // OpenAI.
    PeerField{"audio", off},
    PeerField{"background", off},
    PeerField{"conversation", off},
    PeerField{"modalities", R"([["text"]])"},
    PeerField{"n", "[1]"},
    PeerField{"prompt", off},
    PeerField{"suffix", off},
    // Anthropic.
    PeerField{"mcp_servers", off},
    // vLLM and SGLang.
    PeerField{"allowed_token_ids", off},
    PeerField{"bad_words", off},
    PeerField{"chat_template", off},
    PeerField{"detokenize", "[true]"},
    PeerField{"documents", off},
    PeerField{"echo", off},
    PeerField{"include_stop_str_in_output", off},
    PeerField{"logits_processors", off},
    PeerField{"min_tokens", off},
    PeerField{"no_stop_trim", off},
    PeerField{"prompt_logprobs", "[false]"},
    PeerField{"return_token_ids", off},
    PeerField{"return_tokens_as_token_ids", off},
    PeerField{"skip_special_tokens", "[true]"},
    PeerField{"stop_regex", off},
    PeerField{"stop_token_ids", off},
    PeerField{"top_a", off},
    PeerField{"truncate_prompt_tokens", "[-1]"},
    PeerField{"use_beam_search", off},
    // llama.cpp.
    PeerField{"adaptive_target", "[-1]"},
    PeerField{"dry_multiplier", off},
    PeerField{"dynatemp_range", off},
    PeerField{"input_extra", off},
    PeerField{"input_prefix", off},
    PeerField{"input_suffix", off},
    PeerField{"lora", off},
    PeerField{"mirostat", off},
    PeerField{"n_probs", off},
    PeerField{"reasoning_format", R"(["auto", "deepseek"])"},
    PeerField{"samplers", off},
    PeerField{"t_max_predict_ms", "[0, -1]"},
    PeerField{"tfs_z", "[1]"},
    PeerField{"top_n_sigma", "[-1, 0]"},
    PeerField{"typical_p", "[1]"},
    PeerField{"xtc_probability", off},
};

}  // namespace

void readPeerField(const std::string& field, const Json& value, RequestNotes& notes) {
    const auto known = std::ranges::find(peerFieldList, field, &PeerField::name);
    if (known == peerFieldList.end()) return notes.ignore(field);
    const Json neutral = Json::parse(known->neutral);
    if (std::ranges::find(neutral, value) == neutral.end())
        refuseField(field, "would change the reply, and this server does not support it.");
}

std::vector<std::string_view> peerFields() {
    std::vector<std::string_view> names;
    for (const PeerField& field : peerFieldList) names.push_back(field.name);
    return names;
}

}  // namespace hearth::openai
