#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hearth/message.h"

namespace hearth {

/// Category of an error. It decides which remedy the window offers, never which text it shows.
enum class ErrorCode {
    BadInput,     ///< invalid argument of the caller (a number out of range, an unknown name)
    BadFile,      ///< a file is damaged or has not the format that its name says
    Unsupported,  ///< well formed, but Hearth does not know it (an architecture, a block type)
    OutOfMemory,  ///< an allocation failed; the message says how much was asked for
    Io,           ///< reading or writing failed; the message carries the system's reason
    Device,       ///< a GPU or its driver failed; the process may have to continue without it
    ContextFull,  ///< the prompt has more tokens than the context has room for
    Cancelled,    ///< cancelled on request
};

/// One error of the engine, as listed in the tables of its folders (engine/format/format_errors.h).
struct ErrorKind {
    ErrorCode code;
    MessageKind message;  ///< one sentence: the problem and the remedy
};

/// The engine's only exception: a category and a message to people. what() is the message in English. The
/// engine never prints, exits or aborts.
class Error : public std::runtime_error {
public:
    Error(const ErrorKind& kind, std::vector<MessageArgument> arguments = {})
        : Error(kind.code, Message(kind.message, std::move(arguments))) {}
    Error(ErrorCode code, const Message& message)
        : std::runtime_error(message.text()),
          m_code(code),
          m_message(std::make_shared<const Message>(message)) {}
    /// For words without a kind: problems that people rarely meet, and messages of others.
    Error(ErrorCode code, const std::string& words) : Error(code, Message::verbatim(words)) {}

    ErrorCode code() const noexcept { return m_code; }
    const Message& message() const noexcept { return *m_message; }
    bool is(const ErrorKind& kind) const noexcept { return m_message->is(kind.message); }

private:
    ErrorCode m_code;
    std::shared_ptr<const Message> m_message;  // shared, for copies of exceptions must not throw
};

}  // namespace hearth
