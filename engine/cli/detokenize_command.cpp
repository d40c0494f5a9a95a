#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"

namespace hearth::cli {

namespace {

constexpr std::array detokenizeOptions = {
    modelOption,
    Option{"--jsonl", "", "", "every input line is an array, every output line a JSON string"},
};

std::vector<TokenId> parseIds(const std::string& text, const std::string& where) {
    const auto array = parseJson(text);
    std::vector<TokenId> ids;
    const Error notIds(ErrorCode::BadInput, where + " is not a JSON array of token ids.");
    if (!array.is_array()) throw notIds;
    for (const auto& id : array) {
        if (!id.is_number_integer() || id < 0 || id > INT32_MAX) throw notIds;
        ids.push_back(id.get<TokenId>());
    }
    return ids;
}

void runDetokenize(const Arguments& arguments) {
    refuseWords(arguments);
    const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(arguments.required("--model")));
    if (!arguments.has("--jsonl")) {
        std::cout << tokenizer->decode(parseIds(readTextFile("-"), "The input"));
        return;
    }
    size_t number = 0;
    for (std::string line; ++number, std::getline(std::cin, line);) {
        const nlohmann::json text =
            tokenizer->decode(parseIds(line, "Line " + std::to_string(number) + " of the input"));
        std::cout << text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    }
}

}  // namespace

const Command detokenizeCommand{.name = "detokenize",
                                .usage = "-m MODEL [--jsonl] < IDS.json",
                                .summary = "Print the text of a JSON array of token ids.",
                                .options = detokenizeOptions,
                                .run = runDetokenize};

}  // namespace hearth::cli
