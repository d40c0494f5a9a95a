#include "session/fallback_template.h"

#include <array>

#include "hearth/tokenizer.h"

namespace hearth {

namespace {

/// A template and the control token that shows that the vocabulary was made for it.
struct Entry {
    std::string_view token;
    FallbackTemplate fallback;
};

constexpr std::array entries = {
    Entry{"<|im_start|>",
          {"ChatML",
           "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + "
           "'<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% "
           "endif %}"}},
    Entry{"<|start_header_id|>",
          {"Llama 3",
           "{{ bos_token }}{% for message in messages %}{{ '<|start_header_id|>' + message.role + "
           "'<|end_header_id|>\\n\\n' + message.content + '<|eot_id|>' }}{% endfor %}{% if "
           "add_generation_prompt %}"
           "{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}"}},
    Entry{"<start_of_turn>",
          {"Gemma",
           "{{ bos_token }}{% for message in messages %}{{ '<start_of_turn>' + ('model' if message.role == "
           "'assistant' else 'user') + '\\n' + message.content + '<end_of_turn>\\n' }}{% endfor %}"
           "{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}"}},
    Entry{"[INST]",
          {"Mistral",
           "{{ bos_token }}{% for message in messages %}{% if message.role == 'assistant' %}{{ ' ' + "
           "message.content + eos_token }}{% else %}{{ '[INST] ' + message.content + ' [/INST]' }}{% endif %}"
           "{% endfor %}"}},
};

constexpr FallbackTemplate plain = {
    "plain text",
    "{% for message in messages %}{% if message.role == 'user' %}{{ 'User: ' }}{% elif message.role == "
    "'assistant' %}"
    "{{ 'Assistant: ' }}{% endif %}{{ message.content + '\\n\\n' }}{% endfor %}{% if add_generation_prompt %}"
    "{{ 'Assistant:' }}{% endif %}"};

}  // namespace

FallbackTemplate fallbackTemplate(const Tokenizer& tokenizer) {
    for (const Entry& entry : entries) {
        if (tokenizer.encode(entry.token, {.parseSpecial = true}).size() == 1) return entry.fallback;
    }
    return plain;
}

}  // namespace hearth
