#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chat/call_body.h"
#include "chat/json_extent.h"
#include "grammar/call_form.h"

namespace hearth {

/// Reads calls of tools while their text comes, exactly as the form spells them that replies are held to. A
/// value that is written as it is may hold any mark: it ends where one of grammar::valueEndings() comes.
class FormReader {
public:
    /// `opened`: the beginning of the form's first piece, which was read already. `tools`: the declared ones,
    /// as templates take them.
    FormReader(const grammar::CallForm& form, std::string_view opened, const Json& tools);

    enum class Found : uint8_t {
        More,   ///< the text may become calls
        None,   ///< it is spelled in another way
        Calls,  ///< the calls have ended, at end()
    };
    /// `text`: all of it since `opened`, which earlier calls were given the beginning of.
    Found read(std::string_view text);
    const std::vector<ToolCall>& calls() const noexcept { return m_calls; }
    size_t end() const noexcept { return m_at; }
    /// Behind the last whole call, of a text that more is needed of.
    size_t wholeEnd() const noexcept { return m_whole; }
    /// True if nothing but the marks behind the calls is missing.
    bool lacksEndAlone(std::string_view text) const;

private:
    struct Tool {
        std::string name;
        std::vector<std::string> keys;
        std::vector<grammar::json_type::Mask> types;  ///< of each key's values
        Json schema;                                  ///< of all arguments
    };
    struct Match {
        Found found = Found::None;  ///< Calls: it is there
        size_t end = 0;
    };
    enum class Step : uint8_t { First, Name, Value, Object, Between, Done };
    using Value = grammar::ArgumentForm::Value;

    static Match match(std::string_view text, size_t at, std::string_view piece, std::string_view key = {});
    Found step(std::string_view text);
    Found readName(std::string_view text);
    Found readBehindName(std::string_view text, const Tool& tool, size_t at);
    Found readKey(std::string_view text, const Tool& tool, size_t at, std::string_view before);
    Found readValue(std::string_view text);
    Found readPlainValue(std::string_view text, const Value& kind);
    Found readNestedValue(std::string_view text, const Value& kind);
    Json valueOf(std::string_view text) const;
    Found readQuotedValue(std::string_view text, const Value& kind);
    Found readObject(std::string_view text);
    Found readBehindValue(std::string_view text, const Value& kind, size_t end, const Json& value);
    Found readBehindCall(std::string_view text);
    grammar::json_type::Mask types() const;
    void addCall(std::string name, std::string arguments, size_t end);

    grammar::CallForm m_form;
    std::vector<Tool> m_tools;
    std::vector<std::string> m_names;
    std::vector<ToolCall> m_calls;
    Step m_step = Step::First;
    size_t m_at = 0;      ///< behind what was read
    size_t m_whole = 0;   ///< behind the last whole call
    size_t m_search = 0;  ///< where the end of a value is looked for next
    size_t m_tried = 0;   ///< bytes of the text when an object or list was last looked for
    const Tool* m_tool = nullptr;
    Json m_arguments;
    std::string m_key;
    std::vector<const Value*> m_kinds;  ///< that the value may be of
    std::vector<std::string> m_endings;
    JsonExtent m_extent;
};

}  // namespace hearth
