#pragma once

#include <iosfwd>
#include <streambuf>
#include <string>

namespace hearth::cli {

/// Shows control characters instead of sending them: a terminal obeys escape sequences, and the bytes that it
/// is given here come from models and their files. Line ends and tabs go through, everything else below
/// U+0020, DEL, U+0080 to U+009F and bytes that are not UTF-8 are written as "\x1b". The stream that it
/// writes to outlives it.
class ShownControls final : public std::streambuf {
public:
    explicit ShownControls(std::streambuf& terminal) : m_terminal(terminal) {}
    /// Bytes of a character that was not finished.
    ~ShownControls() override { giveUp(); }

protected:
    int_type overflow(int_type byte) override;
    int sync() override;

private:
    bool put(char byte);
    bool giveUp();
    bool escape(unsigned char byte);
    bool send(const std::string& bytes);

    std::streambuf& m_terminal;
    std::string m_begun;  ///< the first bytes of a character
};

/// For its lifetime a stream shows control characters, where standard output is a terminal.
class TerminalGuard {
public:
    explicit TerminalGuard(std::ostream& out);
    ~TerminalGuard();
    TerminalGuard(const TerminalGuard&) = delete;
    TerminalGuard& operator=(const TerminalGuard&) = delete;

private:
    std::ostream& m_out;
    std::streambuf* m_before;
    ShownControls m_shown;
};

}  // namespace hearth::cli
