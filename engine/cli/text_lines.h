#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/line_reader.h"

namespace hearth::cli {

/// The texts of standard input, one a line, with memory for those of a group.
class TextLines {
public:
    /// `json`: every line is a JSON string, whose text may have line ends in it. An open file belongs to
    /// its caller.
    explicit TextLines(bool json, platform::FileHandle file = platform::standardInput);

    /// The next texts, at most so many; none at the end. Throws Error(BadInput) that names the line which is
    /// no JSON string or too long, and Error(Io).
    std::vector<std::string> next(size_t most);

private:
    bool m_json;
    LineReader m_reader;
};

}  // namespace hearth::cli
