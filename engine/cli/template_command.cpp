#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/chat_template.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/template_context.h"

namespace hearth::cli {

namespace {

constexpr std::array templateOptions = {
    modelOption,
    Option{"--template", "", "FILE", "a Jinja template instead of a model's own"},
};

void runTemplate(const Arguments& arguments) {
    if (arguments.positional().size() != 1)
        throw UsageError("give one context file, or - for standard input");
    if (arguments.has("--template") == arguments.has("--model"))
        throw UsageError("give either -m or --template");
    std::string source;
    if (const auto file = arguments.text("--template")) {
        source = readTextFile(*file);
    } else {
        const GgufFile model = GgufFile::open(arguments.required("--model"));
        const auto own = model.getString("tokenizer.chat_template");
        if (!own)
            throw Error(ErrorCode::BadInput,
                        "The model file brings no chat template; give one with --template.");
        source = *own;
    }
    const auto context = parseTemplateContext(readTextFile(arguments.positional()[0]));
    std::cout << ChatTemplate::parse(source).renderText(context);
}

}  // namespace

const Command templateCommand{
    .name = "template",
    .usage = "(-m MODEL | --template FILE.jinja) CONTEXT.json",
    .summary = "Print the prompt that a chat template builds from a context, and nothing else.",
    .options = templateOptions,
    .run = runTemplate};

}  // namespace hearth::cli
