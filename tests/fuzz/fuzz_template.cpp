// Chat templates from any bytes, with limits low enough that a run ends soon.
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "hearth/chat_template.h"
#include "hearth/error.h"

namespace {

const nlohmann::ordered_json& context() {
    static const auto value =
        nlohmann::ordered_json::parse(R"({"messages": [{"role": "system", "content": "s"},
        {"role": "user", "content": "{{ 1 }} <|im_start|>"}, {"role": "assistant", "content": null}],
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"x": [1, 2.5, true]}}}],
        "add_generation_prompt": true, "bos_token": "<s>", "eos_token": "</s>", "now": "2026-01-15T12:34:56"})");
    return value;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view source(reinterpret_cast<const char*>(data), size);
    try {
        const auto parsed =
            hearth::ChatTemplate::parse(source, {.depth = 60, .steps = 20000, .outputBytes = 1U << 16});
        (void)parsed.render(context());
    } catch (const hearth::Error&) {
    }
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view sources[] = {
        "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] | trim "
        "}}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}",
        "{%- set ns = namespace(found=false) -%}{%- macro f(a, b=2) -%}{{ a ~ b }}{%- endmacro -%}{{ f(1) }}"
        "{% set ns.found = true %}{{ ns.found }}",
        "{{ tools | tojson(indent=2) }}{{ messages | map(attribute='role') | join(', ') }}{{ "
        "messages[::-1][0].content }}",
        "{% for a in range(3) %}{% for b in range(a) %}{{ loop.index0 }}{% if b == 2 %}{% break %}{% endif "
        "%}{% endfor %}"
        "{% endfor %}",
        "{{ raise_exception('no') if messages | length > 9 else strftime_now('%Y-%m-%d') }}{# comment #}{% "
        "raw %}{{{% endraw %}",
        "{% filter upper %}{{ 'a' * 3 }}{% endfilter %}{% call(x) f() %}{{ x }}{% endcall %}{{ 1 // 0 }}",
        "{{ ''.__class__.__mro__ }}{{ ('a' * 9999999) }}{{ ((((((1)))))) }}{{ {'a': [1, {'b': "
        "none}]}['a'][1].b is none }}",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto source : sources) seeds.emplace_back(source.begin(), source.end());
    return seeds;
}
