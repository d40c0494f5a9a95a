#include "cli/text_lines.h"

#include <nlohmann/json.hpp>

#include "hearth/bounded_json.h"
#include "hearth/error.h"

namespace hearth::cli {

TextLines::TextLines(bool json, platform::FileHandle file)
    : m_json(json), m_reader(file, "the standard input") {
}

std::vector<std::string> TextLines::next(size_t most) {
    std::vector<std::string> texts;
    while (texts.size() < most) {
        const auto line = m_reader.next();
        if (!line) break;
        if (line->tooLong)
            throw Error(ErrorCode::BadInput,
                        "Line " + std::to_string(line->number) + " of the input is too long; split it.");
        if (!m_json) {
            texts.emplace_back(line->text);
            continue;
        }
        const auto text = parseJson(line->text);
        if (!text.is_string())
            throw Error(ErrorCode::BadInput,
                        "Line " + std::to_string(line->number) + " of the input is not a JSON string.");
        texts.push_back(text.get<std::string>());
    }
    return texts;
}

}  // namespace hearth::cli
