#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "grammar/prepared_automata.h"
#include "hearth/chat_template.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Makes the grammars of one model's replies. Large ones take long, so they can be made ahead. From any
/// thread.
class GrammarMaker {
public:
    GrammarMaker(std::shared_ptr<const Tokenizer> tokenizer, std::shared_ptr<const ChatTemplate> chatTemplate)
        : m_tokenizer(std::move(tokenizer)), m_template(std::move(chatTemplate)) {}

    /// The form in which the model's family writes calls of tools; nullopt: Hearth does not know.
    const std::optional<grammar::CallForm>& callForm();
    /// Makes what a reply may be held to. What is wrong with it comes up where it is asked for.
    void prepare(const ReplyGrammar& grammar);
    const std::shared_ptr<grammar::PreparedAutomata>& automata() const noexcept { return m_automata; }

private:
    const std::shared_ptr<const Tokenizer> m_tokenizer;
    const std::shared_ptr<const ChatTemplate> m_template;
    const std::shared_ptr<grammar::PreparedAutomata> m_automata =
        std::make_shared<grammar::PreparedAutomata>();
    std::once_flag m_once;
    std::optional<grammar::CallForm> m_callForm;  ///< found out when first needed
};

}  // namespace hearth
