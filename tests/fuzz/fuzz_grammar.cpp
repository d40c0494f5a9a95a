// Schemas, regular expressions, grammars and declarations of tools from any bytes: an Error, or rules by
// which a text is read.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "grammar/automaton.h"
#include "grammar/grammars.h"
#include "grammar/states.h"
#include "hearth/error.h"

using hearth::ReplyGrammar;

namespace {

constexpr ReplyGrammar::Kind kinds[] = {ReplyGrammar::Kind::JsonSchema, ReplyGrammar::Kind::Regex,
                                        ReplyGrammar::Kind::Gbnf, ReplyGrammar::Kind::ToolCalls,
                                        ReplyGrammar::Kind::LooseJsonSchema};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1 || size > 4096) return 0;
    const std::string source(reinterpret_cast<const char*>(data) + 1, size - 1);
    ReplyGrammar grammar{kinds[data[0] % std::size(kinds)], source};
    if (grammar.kind == ReplyGrammar::Kind::ToolCalls) {
        // Of a tool its parameters are a stranger's.
        const auto parameters = nlohmann::json::parse(source, nullptr, false);
        if (parameters.is_discarded()) return 0;
        const nlohmann::json function{{"name", "f"}, {"parameters", parameters}, {"strict", true}};
        grammar = hearth::toolCallGrammar(nlohmann::json::array({function}).dump(), true, false);
    }
    try {
        (void)hearth::checkReplyGrammar(grammar);
    } catch (const hearth::Error& error) {
        if (std::string_view(error.what()).empty()) std::abort();
        return 0;
    }
    // An accepted grammar is converted without an error.
    (void)hearth::grammar::rulesOf(grammar);
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    const std::pair<uint8_t, std::string_view> sources[] = {
        {0,
         R"({"type":"object","properties":{"a":{"type":"integer","minimum":-3,"maximum":250},"b":{"type":"array","items":{"$ref":"#/$defs/c"},"minItems":1,"maxItems":4}},"required":["a"],"additionalProperties":false,"$defs":{"c":{"enum":["x","y",null,1.5]}}})"},
        {0,
         R"({"anyOf":[{"type":"string","pattern":"^[a-f]{2,5}$"},{"const":{"a":[1,2]}},{"type":"number","multipleOf":0.5}],"not":{"type":"null"}})"},
        {0,
         R"({"oneOf":[{"type":"string","format":"date-time"},{"type":"string","minLength":2,"maxLength":9}]})"},
        {1, R"(^(?:a|b[^c-f]{2,9})+\d{3}(\w\s?)*\p{L}$)"},
        {1, R"([0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01]\d|2[0-3]):\d\d)"},
        {2, "root ::= \"a\" b* [^x-z\\n]{2,3} | c\nb ::= (\"x\" | c)+\nc ::= [0-9]? \"\\u00e9\" # end\n"},
        {2, "root ::= item (\",\" item)*\nitem ::= root-two | \"(\" root \")\"\nroot-two ::= [a-z]+\n"},
        {1, R"(^[a-z]{2,70000}(-\d{1,3})?$)"},
        {2, "root ::= ([a-c]? \"d\"){3,90000} [^e]{400,}\n"},
        {4,
         R"x({"type":"array","items":[{"type":"string","format":"x","maxLength":9000},{"multipleOf":0.25}],"additionalItems":{"enum":["a","b"]},"uniqueItems":true,"not":{"pattern":"(?=a)"}})x"},
        {0,
         R"({"type":"object","propertyNames":{"maxLength":700,"pattern":"^a"},"properties":{"a":{"type":"array","items":{"enum":[1,2]},"uniqueItems":true}},"maxProperties":900})"},
        {3,
         R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"]}},"required":["a"]})"},
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto& [kind, source] : sources) {
        std::vector<uint8_t>& seed = seeds.emplace_back(1, kind);
        seed.insert(seed.end(), source.begin(), source.end());
    }
    return seeds;
}
