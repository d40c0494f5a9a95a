#pragma once

#include <string>

namespace hearth::openai {

/// Why a request is not answered. Thrown by what reads requests.
struct Refusal {
    std::string message;    ///< one sentence
    std::string field;      ///< "temperature", "messages[0].role"; empty: no field in particular
    std::string code = {};  ///< for programs: "context_length_exceeded"; empty: none
    int status = 400;       ///< of HTTP
};

}  // namespace hearth::openai
