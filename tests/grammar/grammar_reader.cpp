// Says which texts fit a grammar. Reads lines of JSON, {"kind": "schema", "gbnf", "regex" or "json",
// "source": "...", "texts": [...]}, and answers each with {"fits": [true, ...]} or {"refused": "why"}.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "grammar/grammars.h"
#include "grammar/states.h"
#include "hearth/error.h"

namespace {

using namespace hearth;

ReplyGrammar::Kind kindOf(const std::string& name) {
    if (name == "schema") return ReplyGrammar::Kind::JsonSchema;
    if (name == "gbnf") return ReplyGrammar::Kind::Gbnf;
    return name == "regex" ? ReplyGrammar::Kind::Regex : ReplyGrammar::Kind::JsonObject;
}

bool fits(grammar::States& states, const std::string& text) {
    auto state = states.start();
    for (const char byte : text) state = states.next(state, static_cast<uint8_t>(byte));
    return states.accepts(state);
}

nlohmann::json answer(const nlohmann::json& asked) {
    try {
        grammar::States states{grammar::Automaton(
            grammar::rulesOf({kindOf(asked.at("kind")), asked.at("source").get<std::string>()}))};
        nlohmann::json out = nlohmann::json::array();
        for (const auto& text : asked.at("texts")) out.push_back(fits(states, text.get<std::string>()));
        return {{"fits", out}};
    } catch (const Error& error) {
        return {{"refused", error.what()}};
    }
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);)
        std::cout << answer(nlohmann::json::parse(line)).dump() << std::endl;
}
