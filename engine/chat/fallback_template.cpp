#include "chat/fallback_template.h"

namespace hearth {
namespace {

/// A template and the control tokens that show that the vocabulary was made for it (the second may be empty).
struct Entry {
    std::string_view token;
    std::string_view secondToken;
    FallbackTemplate fallback;
};

// Families whose tokens are the more telling come first: several vocabularies carry <|im_start|> or [INST] as
// well.
constexpr Entry kEntries[] = {
    {"<|channel|>",
     "<|message|>",
     {"Harmony (gpt-oss)",
      "{% for message in messages %}{{ '<|start|>' + ('developer' if message.role == 'system' else "
      "message.role) }}"
      "{% if message.role == 'assistant' %}{{ '<|channel|>final' }}{% endif %}"
      "{{ '<|message|>' + message.content + '<|end|>' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|start|>assistant' }}{% endif %}"}},
    {"<|im_middle|>",
     "<|im_user|>",
     {"Kimi",
      "{% for message in messages %}{{ '<|im_' + message.role + '|>' + message.role + '<|im_middle|>' + "
      "message.content + '<|im_end|>' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|im_assistant|>assistant<|im_middle|>' }}{% endif %}"}},
    {"<|im_start|>",
     "",
     {"ChatML",
      "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + "
      "'<|im_end|>\\n' }}"
      "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"}},
    {"<|start_header_id|>",
     "",
     {"Llama 3",
      "{{ bos_token }}{% for message in messages %}{{ '<|start_header_id|>' + message.role + "
      "'<|end_header_id|>\\n\\n' + message.content + '<|eot_id|>' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif "
      "%}"}},
    {"<|header_start|>",
     "",
     {"Llama 4",
      "{{ bos_token }}{% for message in messages %}{{ '<|header_start|>' + message.role + "
      "'<|header_end|>\\n\\n' + "
      "message.content + '<|eot|>' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|header_start|>assistant<|header_end|>\\n\\n' }}{% endif %}"}},
    {"<|turn>",
     "<turn|>",
     {"Gemma 4",
      "{{ bos_token }}{% for message in messages %}{{ '<|turn>' + ('model' if message.role == 'assistant' "
      "else "
      "message.role) + '\\n' + message.content + '<turn|>\\n' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|turn>model\\n' }}{% endif %}"}},
    {"<start_of_turn>",
     "",
     {"Gemma",  // knows no system role: its text opens the first turn of the user
      "{{ bos_token }}{% set ns = namespace(system='') %}{% for message in messages %}"
      "{% if message.role == 'system' %}{% set ns.system = ns.system + message.content + '\\n\\n' %}{% else "
      "%}"
      "{{ '<start_of_turn>' + ('model' if message.role == 'assistant' else 'user') + '\\n' }}"
      "{% if message.role != 'assistant' %}{{ ns.system }}{% set ns.system = '' %}{% endif %}"
      "{{ message.content + '<end_of_turn>\\n' }}{% endif %}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}"}},
    {"<｜User｜>",
     "<｜Assistant｜>",
     {"DeepSeek",
      "{{ bos_token }}{% for message in messages %}{% if message.role == 'user' %}{{ '<｜User｜>' + "
      "message.content }}"
      "{% elif message.role == 'assistant' %}{{ '<｜Assistant｜>' + message.content + eos_token }}"
      "{% else %}{{ message.content }}{% endif %}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<｜Assistant｜>' }}{% endif %}"}},
    {"[gMASK]",
     "<|assistant|>",
     {"GLM",
      "[gMASK]<sop>{% for message in messages %}{{ '<|' + message.role + '|>\\n' + message.content }}{% "
      "endfor %}"
      "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}"}},
    {"<|START_OF_TURN_TOKEN|>",
     "",
     {"Command R",
      "{{ bos_token }}{% for message in messages %}{{ '<|START_OF_TURN_TOKEN|>' + ('<|CHATBOT_TOKEN|>' if "
      "message.role == 'assistant' else '<|SYSTEM_TOKEN|>' if message.role == 'system' else "
      "'<|USER_TOKEN|>') + "
      "message.content + '<|END_OF_TURN_TOKEN|>' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>' }}{% endif %}"}},
    {"<|start_of_role|>",
     "",
     {"Granite",
      "{% for message in messages %}{{ '<|start_of_role|>' + message.role + '<|end_of_role|>' + "
      "message.content + "
      "'<|end_of_text|>\\n' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '<|start_of_role|>assistant<|end_of_role|>' }}{% endif %}"}},
    {"[|assistant|]",
     "[|endofturn|]",
     {"EXAONE",
      "{% for message in messages %}{{ '[|' + message.role + '|]' + message.content }}"
      "{{ '\\n' if message.role == 'user' else '[|endofturn|]\\n' }}{% endfor %}"
      "{% if add_generation_prompt %}{{ '[|assistant|]' }}{% endif %}"}},
    {"<|end|>",
     "<|assistant|>",
     {"Phi",
      "{% for message in messages %}{{ '<|' + message.role + '|>\\n' + message.content + '<|end|>\\n' }}{% "
      "endfor %}"
      "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}"}},
    {"[INST]",
     "",
     {"Mistral",  // the system's text opens the first turn of the user
      "{{ bos_token }}{% set ns = namespace(system='') %}{% for message in messages %}"
      "{% if message.role == 'system' %}{% set ns.system = ns.system + message.content + '\\n\\n' %}"
      "{% elif message.role == 'assistant' %}{{ ' ' + message.content + eos_token }}"
      "{% else %}{{ '[INST] ' + ns.system + message.content + ' [/INST]' }}{% set ns.system = '' %}{% endif "
      "%}"
      "{% endfor %}"}},
};

constexpr FallbackTemplate kPlain = {
    "plain text",
    "{% for message in messages %}{% if message.role == 'user' %}{{ 'User: ' }}{% elif message.role == "
    "'assistant' %}"
    "{{ 'Assistant: ' }}{% endif %}{{ message.content + '\\n\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"};

}  // namespace

FallbackTemplate fallbackTemplate(const std::function<bool(std::string_view)>& hasToken) {
    for (const Entry& entry : kEntries) {
        const bool fits = hasToken(entry.token) && (entry.secondToken.empty() || hasToken(entry.secondToken));
        if (fits) return entry.fallback;
    }
    return kPlain;
}

}  // namespace hearth
