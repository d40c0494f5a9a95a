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

constexpr std::array tokenizeOptions = {
    modelOption,
    Option{"--no-special", "", "", "treat the text of control tokens as plain text"},
    Option{"--bos", "", "", "add BOS and EOS as the metadata says"},
    Option{"--ids", "", "", "print token ids (the default)"},
    Option{"--pieces", "", "", "print the vocabulary's entries instead of ids"},
    Option{"--jsonl", "", "", "every input line is a JSON string, every output line its array"},
};

nlohmann::json tokenize(const Tokenizer& tokenizer, std::string_view text, const Arguments& arguments) {
    const auto ids = tokenizer.encode(
        text, {.parseSpecial = !arguments.has("--no-special"), .addSpecial = arguments.has("--bos")});
    if (!arguments.has("--pieces")) return ids;
    nlohmann::json pieces = nlohmann::json::array();
    for (const TokenId id : ids) pieces.push_back(tokenizer.entry(id));
    return pieces;
}

void runTokenize(const Arguments& arguments) {
    refuseWords(arguments);
    const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(arguments.required("--model")));
    const auto print = [&](const nlohmann::json& array) {
        std::cout << array.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    };
    if (!arguments.has("--jsonl")) return print(tokenize(*tokenizer, readTextFile("-"), arguments));
    size_t number = 0;
    for (std::string line; ++number, std::getline(std::cin, line);) {
        const auto text = parseJson(line);
        if (!text.is_string()) {
            throw Error(ErrorCode::BadInput,
                        "Line " + std::to_string(number) + " of the input is not a JSON string.");
        }
        print(tokenize(*tokenizer, text.get<std::string>(), arguments));
    }
}

}  // namespace

const Command tokenizeCommand{.name = "tokenize",
                              .usage = "-m MODEL [--no-special] [--bos] [--ids | --pieces] [--jsonl] < TEXT",
                              .summary = "Print the tokens of a text as a JSON array.",
                              .options = tokenizeOptions,
                              .run = runTokenize};

}  // namespace hearth::cli
