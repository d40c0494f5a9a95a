#pragma once

#include <stdexcept>
#include <string>

namespace hearth {

/// What kind of thing went wrong; decides which remedy the window offers and never which text it shows.
enum class ErrorCode {
    BadInput,     ///< what the caller gave cannot be used (a number out of range, an unknown name)
    BadFile,      ///< a file is damaged or is not what its name says
    Unsupported,  ///< well formed, but Hearth does not know it (an architecture, a block type)
    OutOfMemory,  ///< an allocation failed; the message says how much was asked for
    Io,           ///< reading or writing failed; the message carries the system's reason
    Device,       ///< a GPU or its driver failed; the process may have to go on without it
    ContextFull,  ///< the prompt has more tokens than the context has room for
    Cancelled,    ///< somebody asked for it to stop
};

/// The engine's only exception. The message is one sentence for people: what is wrong and what to do.
/// The engine never prints, exits or aborts.
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string& message) : std::runtime_error(message), m_code(code) {}
    ErrorCode code() const noexcept { return m_code; }

private:
    ErrorCode m_code;
};

}  // namespace hearth
