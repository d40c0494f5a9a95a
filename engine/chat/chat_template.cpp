#include "hearth/chat_template.h"

#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "jinja/context.h"
#include "jinja/interpreter.h"
#include "jinja/runtime.h"
#include "jinja/statement_parser.h"

namespace hearth {

struct ChatTemplate::Impl {
    std::shared_ptr<const jinja::Syntax> syntax;
    TemplateLimits limits;
    std::string source;

    jinja::Text render(const nlohmann::ordered_json& context, std::stop_token stop) const {
        jinja::Runtime runtime(limits, jinja::contextTime(context), std::move(stop));
        jinja::Interpreter interpreter(*syntax, runtime, context);
        return interpreter.run();
    }
};

ChatTemplate ChatTemplate::parse(std::string_view source, TemplateLimits limits) {
    if (source.size() > limits.sourceBytes) {
        throw Error(ErrorCode::BadFile, "The chat template is longer than " +
                                            std::to_string(limits.sourceBytes >> 10U) +
                                            " KiB; choose another template for this model.");
    }
    auto impl = std::make_shared<Impl>();
    impl->syntax = jinja::parseTemplate(source, limits.depth);
    impl->limits = limits;
    impl->source = source;
    return ChatTemplate(std::move(impl));
}

ChatTemplate::ChatTemplate(std::shared_ptr<const Impl> impl) : m_impl(std::move(impl)) {
}
ChatTemplate::ChatTemplate(ChatTemplate&&) noexcept = default;
ChatTemplate& ChatTemplate::operator=(ChatTemplate&&) noexcept = default;
ChatTemplate::~ChatTemplate() = default;

PromptPieces ChatTemplate::render(const nlohmann::ordered_json& context, std::stop_token stop) const {
    const jinja::Text text = m_impl->render(context, std::move(stop));
    PromptPieces pieces;
    size_t begin = 0;
    for (const auto& run : text.runs()) {
        pieces.push_back({text.bytes().substr(begin, run.end - begin), run.trusted});
        begin = run.end;
    }
    return pieces;
}

std::string ChatTemplate::renderText(const nlohmann::ordered_json& context, std::stop_token stop) const {
    return m_impl->render(context, std::move(stop)).bytes();
}

std::string_view ChatTemplate::source() const noexcept {
    return m_impl->source;
}

}  // namespace hearth
