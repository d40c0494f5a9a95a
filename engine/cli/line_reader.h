#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hearth/platform/file.h"

namespace hearth::cli {

/// Reads a file line by line, with memory for one line. An open file belongs to its caller.
class LineReader {
public:
    struct Line {
        std::string_view text;  ///< without its line end; lasts until the next call
        uint64_t number = 0;    ///< from 1
        uint64_t begin = 0;     ///< where it begins, in bytes from where reading began
        bool whole = false;     ///< a line end follows; only the last line may lack it
        bool tooLong = false;   ///< it has more than `mostBytes`; `text` is its beginning
    };

    /// Fills what it is given, as far as there is something; 0 at the end.
    using Read = std::function<size_t(std::span<char>)>;

    explicit LineReader(Read read, size_t mostBytes = size_t{64} << 20U);
    /// `name` is what messages call the file.
    LineReader(platform::FileHandle file, std::string name, size_t mostBytes = size_t{64} << 20U);

    /// nullopt at the end. Throws Error(Io), and what the given function throws.
    std::optional<Line> next();

private:
    bool fill();
    void give(std::string_view part, Line& line);

    Read m_read;
    size_t m_mostBytes;
    std::string m_block, m_line;
    size_t m_at = 0, m_filled = 0;  ///< what of m_block is left: [m_at, m_filled)
    uint64_t m_number = 0, m_position = 0;
};

}  // namespace hearth::cli
