#include <algorithm>
#include <array>

#include "chat/reply_reader.h"

namespace hearth {
namespace {

constexpr std::string_view headerEnd = "<|message|>";
constexpr std::array<std::string_view, 3> headerBegins = {" to=", "to=", "<|start|>"};
constexpr std::array<std::string_view, 3> messageEnds = {"<|eom|>", "<|eot|>", "<|start|>"};

/// Muse Glimmer: messages to itself, to tools and to the user, from behind the prompt's "<|start|>assistant".
/// Their texts have the marks of calls.
class RecipientReader final : public MessageReader {
public:
    RecipientReader(std::unique_ptr<ReplyReader> inner, SegmentList& out)
        : m_inner(std::move(inner)), m_out(out) {}

    void streamCalls() override { m_inner->streamCalls(); }

private:
    void end() override {
        const bool isMark = m_state == State::Body && endsInMark();
        m_inner->finish(m_wasCut ? ReplyEnd::Cut : ReplyEnd::Complete);
        if (isMark) m_out.cut(m_pending);
    }

    // Text that does not begin with a header is for the user.
    bool stepStart() override {
        if (m_pending.empty()) return false;
        m_state = State::Body;
        m_isThought = false;
        for (const std::string_view begin : headerBegins) {
            if (m_pending.starts_with(begin)) {
                m_state = State::Header;
            } else if (!m_ended && begin.starts_with(m_pending)) {
                m_state = State::Start;
                return false;
            } else if (m_wasCut && begin.starts_with(m_pending)) {
                m_out.cut(std::exchange(m_pending, {}));
                return false;
            }
        }
        return true;
    }

    bool stepHeader() override {
        const size_t end = m_pending.find(headerEnd);
        if (end == std::string::npos) return false;
        const std::string_view header = std::string_view(m_pending).substr(0, end);
        const size_t to = header.find("to=");
        const std::string_view recipient =
            to == std::string_view::npos ? std::string_view() : header.substr(to + 3);
        m_isThought = recipient.substr(0, recipient.find_first_of(" <\n")) == "self";
        m_pending.erase(0, end + headerEnd.size());
        m_state = State::Body;
        return true;
    }

    bool stepBody() override {
        const std::string_view text = m_pending;
        const auto [mark, at] = firstMark(text, messageEnds, m_ended && !endsInMark());
        say(text.substr(0, at));
        if (!mark.empty() && m_inner->isInCall()) {
            // A part of a value.
            say(mark);
            m_pending.erase(0, at + mark.size());
            return true;
        }
        m_pending.erase(0, at + (mark == headerBegins.back() ? 0 : mark.size()));
        if (mark.empty()) return false;
        m_state = mark == headerBegins.back() ? State::Header : State::Start;
        return true;
    }

    // True if a limit has cut off the mark that ends a message.
    bool endsInMark() const {
        constexpr size_t leastBytes = 3;
        return m_wasCut && std::ranges::any_of(messageEnds, [this](std::string_view mark) {
                   return partialMark(m_pending, mark) >= leastBytes;
               });
    }

    void say(std::string_view text) {
        if (m_isThought)
            m_out.text(SegmentKind::Reasoning, text);
        else
            m_inner->feed(text);
    }

    std::unique_ptr<ReplyReader> m_inner;
    SegmentList& m_out;
    bool m_isThought = false;
};

}  // namespace

std::unique_ptr<ReplyReader> makeRecipientReader(std::unique_ptr<ReplyReader> inner, SegmentList& out) {
    return std::make_unique<RecipientReader>(std::move(inner), out);
}

}  // namespace hearth
