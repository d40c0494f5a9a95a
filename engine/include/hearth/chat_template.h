#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stop_token>
#include <string>
#include <string_view>

#include "hearth/prompt_piece.h"
#include "hearth/template_limits.h"

namespace hearth {

/// A Jinja chat template, parsed once and rendered often. Immutable and safe to share between threads.
/// The environment is that of Hugging Face transformers: trim_blocks, lstrip_blocks, loop controls,
/// {% generation %}, raise_exception, strftime_now, tojson without HTML escaping.
class ChatTemplate {
public:
    /// Throws Error(BadFile) with line and reason for templates that do not parse.
    static ChatTemplate parse(std::string_view source, TemplateLimits limits = {});

    ChatTemplate(ChatTemplate&&) noexcept;
    ChatTemplate& operator=(ChatTemplate&&) noexcept;
    ~ChatTemplate();

    /// Renders with the context's keys as variables ("messages", "add_generation_prompt", "bos_token",
    /// "tools", ...). "now" ("2026-01-15T12:34:56") fixes strftime_now. Text from variables other than
    /// *_token is untrusted. Throws Error(BadInput) with the template's own message for raise_exception, and
    /// for run-time faults and limits, and Error(Cancelled) within 50 ms of a stop request.
    PromptPieces render(const nlohmann::ordered_json& context, std::stop_token stop = {}) const;
    /// The same as one string.
    std::string renderText(const nlohmann::ordered_json& context, std::stop_token stop = {}) const;
    /// The source that parse() was given.
    std::string_view source() const noexcept;

private:
    struct Impl;
    explicit ChatTemplate(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> m_impl;
};

}  // namespace hearth
