#include "jinja/output.h"

#include <algorithm>

namespace hearth::jinja {
namespace {

constexpr size_t kBytesPerRun = 128;  // in the text, and in the piece of the prompt that it becomes

}  // namespace

Output::Output(Runtime& runtime) : m_runtime(runtime), m_share(&runtime.budget()) {
}

void Output::append(const Text& text, size_t begin, size_t end) {
    end = std::min(end, text.size());
    if (begin >= end) return;
    prepare(end - begin);
    const size_t runs = m_text.runs().size();
    m_text.append(text, begin, end);
    countRuns(runs);
}

void Output::append(std::string_view bytes, bool trusted) {
    prepare(bytes.size());
    const size_t runs = m_text.runs().size();
    m_text.append(bytes, trusted);
    countRuns(runs);
}

void Output::prepare(size_t bytes) {
    const size_t size = m_text.size() + bytes;
    m_runtime.checkLength(size);
    m_runtime.charge(8 + bytes / 2);
    if (size <= m_capacity) return;
    const size_t capacity = std::max(size, 2 * m_capacity);
    m_share.take(capacity - m_capacity);
    m_text.reserve(capacity);
    m_capacity = capacity;
}

void Output::countRuns(size_t before) {
    const size_t added = m_text.runs().size() - before;
    if (added == 0) return;
    m_runtime.charge(16 * added);
    m_share.take(kBytesPerRun * added);
}

}  // namespace hearth::jinja
