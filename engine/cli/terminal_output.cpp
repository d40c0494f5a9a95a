#include "cli/terminal_output.h"

#include <ostream>

#include "hearth/platform/terminal.h"
#include "hearth/readable_text.h"

namespace hearth::cli {

namespace {

/// Bytes of the character that begins so; 0 for what begins none.
size_t announcedBytes(unsigned char lead) {
    if (lead < 0xC2) return 0;
    if (lead < 0xE0) return 2;
    if (lead < 0xF0) return 3;
    return lead < 0xF5 ? 4 : 0;
}

}  // namespace

ShownControls::int_type ShownControls::overflow(int_type byte) {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    return put(traits_type::to_char_type(byte)) ? byte : traits_type::eof();
}

bool ShownControls::put(char character) {
    const auto byte = static_cast<unsigned char>(character);
    const bool continues = (byte & 0xC0U) == 0x80;
    if (!m_begun.empty() && !continues && !giveUp()) return false;
    if (byte < 0x80) {
        const bool plain = (byte >= 0x20 && byte != 0x7F) || byte == '\n' || byte == '\t';
        return plain ? send(std::string(1, character)) : escape(byte);
    }
    if (m_begun.empty() && announcedBytes(byte) == 0) return escape(byte);
    m_begun.push_back(character);
    if (m_begun.size() < announcedBytes(static_cast<unsigned char>(m_begun[0]))) return true;
    const detail::Utf8Start whole = detail::utf8Start(m_begun);
    if (whole.bytes == 0 || whole.codePoint < 0xA0) return giveUp();
    const std::string bytes = std::move(m_begun);
    m_begun.clear();
    return send(bytes);
}

bool ShownControls::giveUp() {
    const std::string bytes = std::move(m_begun);
    m_begun.clear();
    for (const char byte : bytes) {
        if (!escape(static_cast<unsigned char>(byte))) return false;
    }
    return true;
}

bool ShownControls::escape(unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return send(std::string{'\\', 'x', digits[byte >> 4U], digits[byte & 15U]});
}

bool ShownControls::send(const std::string& bytes) {
    const auto size = static_cast<std::streamsize>(bytes.size());
    return m_terminal.sputn(bytes.data(), size) == size;
}

int ShownControls::sync() {
    return m_terminal.pubsync();
}

TerminalGuard::TerminalGuard(std::ostream& out) : m_out(out), m_before(out.rdbuf()), m_shown(*m_before) {
    if (platform::isTerminal(platform::StandardStream::Output)) m_out.rdbuf(&m_shown);
}

TerminalGuard::~TerminalGuard() {
    m_out.rdbuf(m_before);
}

}  // namespace hearth::cli
