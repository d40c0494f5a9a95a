#pragma once

#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// A text that grows. Every byte is charged and held against the limits before it is there.
class Output {
public:
    explicit Output(Runtime& runtime);
    void append(const Text& text) { append(text, 0, text.size()); }
    /// Appends text's bytes [begin, end).
    void append(const Text& text, size_t begin, size_t end);
    void append(std::string_view bytes, bool trusted);
    size_t size() const noexcept { return m_text.size(); }
    bool empty() const noexcept { return m_text.empty(); }
    Text take() { return std::move(m_text); }

private:
    void prepare(size_t bytes);
    void countRuns(size_t before);

    Runtime& m_runtime;
    MemoryShare m_share;
    size_t m_capacity = 0;
    Text m_text;
};

}  // namespace hearth::jinja
