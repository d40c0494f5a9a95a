#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Copies a JSON object that comes in pieces as compact text, byte for byte what is written of it once it is
/// whole. Looks at brackets, strings and scalars alone: whether it is JSON after all is found out at the end.
class JsonCopier {
public:
    /// Takes the next bytes, the first of which is the opening brace, and appends to `out` what is certain of
    /// the copy. Returns how many bytes it took: all, unless the object is complete or broken.
    size_t copy(std::string_view bytes, std::string& out);
    bool complete() const noexcept { return m_state == State::Complete; }
    /// It is no JSON.
    bool broken() const noexcept { return m_state == State::Broken; }
    /// Bytes that were taken and not copied yet: of an escape or a scalar.
    const std::string& held() const noexcept { return m_held; }

private:
    enum class State { Between, String, Escape, Scalar, Complete, Broken };

    bool takeBetween(char c, std::string& out);
    void takeInString(char c, std::string& out);
    void takeInEscape(char c, std::string& out);
    void copyHeld(bool isScalar, std::string& out);

    State m_state = State::Between;
    std::vector<char> m_closing;  ///< brackets to come
    std::string m_held;
    size_t m_escapeAt = 0;    ///< where the escape begins in m_held
    bool m_waitsLow = false;  ///< the second half of a surrogate pair comes next
};

}  // namespace hearth
