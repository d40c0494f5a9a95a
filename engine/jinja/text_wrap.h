#pragma once

#include "jinja/text_operations.h"

namespace hearth::jinja {

struct WrapOptions {
    int64_t width = 79;  ///< in characters
    bool breakLongWords = true;
    bool breakOnHyphens = true;
};

/// The lines that Python's textwrap.wrap makes of one paragraph (white space is kept inside lines).
Texts wrapText(Runtime& runtime, const Text& text, const WrapOptions& options);

}  // namespace hearth::jinja
