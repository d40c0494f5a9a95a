#include "cli/line_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "hearth/error.h"

namespace hearth::cli {

LineReader::LineReader(Read read, size_t mostBytes)
    : m_read(std::move(read)), m_mostBytes(mostBytes), m_block(size_t{1} << 16U, '\0') {
}

LineReader::LineReader(platform::FileHandle file, std::string name, size_t mostBytes)
    : LineReader(
          [file, name = std::move(name)](std::span<char> out) {
              const ptrdiff_t got = file.read(out);
              if (got < 0)
                  throw Error(ErrorCode::Io,
                              "The file " + name + " cannot be read: " + std::strerror(errno) + ".");
              return static_cast<size_t>(got);
          },
          mostBytes) {
}

bool LineReader::fill() {
    m_at = 0;
    m_filled = m_read(m_block);
    return m_filled > 0;
}

void LineReader::give(std::string_view part, Line& line) {
    m_position += part.size();
    const size_t room = m_mostBytes - std::min(m_line.size(), m_mostBytes);
    line.tooLong = line.tooLong || part.size() > room;
    m_line.append(part.substr(0, room));
}

std::optional<LineReader::Line> LineReader::next() {
    m_line.clear();
    // One long line must not hold its memory to the end.
    if (m_line.capacity() > (size_t{1} << 20U)) m_line.shrink_to_fit();
    Line line{.text = {}, .number = m_number + 1, .begin = m_position, .whole = false, .tooLong = false};
    while (!line.whole) {
        if (m_at == m_filled && !fill()) {
            if (m_position == line.begin) return std::nullopt;
            break;
        }
        const std::string_view rest = std::string_view(m_block).substr(m_at, m_filled - m_at);
        const size_t end = rest.find('\n');
        line.whole = end != std::string_view::npos;
        const size_t length = line.whole ? end : rest.size();
        give(rest.substr(0, length), line);
        m_at += length + (line.whole ? 1 : 0);
    }
    m_position += line.whole ? 1 : 0;
    ++m_number;
    line.text = m_line;
    return line;
}

}  // namespace hearth::cli
