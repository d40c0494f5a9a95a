#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/header_list.h"

namespace hearth::http {

/// Framing of an answer.
struct AnswerFraming {
    std::optional<uint64_t> length;  ///< of the body; none: a stream
    bool chunked = false;            ///< of a stream: in chunks; otherwise it ends where the connection does
    bool close = false;              ///< the connection is closed after it
};

/// True if fields may be added to an answer: names and values as HTTP has them, and none that belongs to the
/// connection (Response).
bool mayBeAdded(const Headers& extra);

/// Status line and header fields with the empty line at their end. `status` is 100 to 599, `extra` and
/// `contentType` are checked by the caller (mayBeAdded, isFieldValue); `connectionHeaders` come from the
/// connection. `unixSeconds` is the time for the Date field.
std::string answerHead(int status, std::string_view contentType, const Headers& extra,
                       const Headers& connectionHeaders, const AnswerFraming& framing, int64_t unixSeconds);

}  // namespace hearth::http
