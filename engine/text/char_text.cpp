#include "text/char_text.h"

#include "unicode/utf8.h"

namespace hearth::text {

CharText::CharText(std::string_view text) {
    codePoints.reserve(text.size());
    classes.reserve(text.size());
    offsets.reserve(text.size() + 1);
    for (size_t offset = 0; offset < text.size();) {
        const DecodedChar c = decodeUtf8(text, offset);
        codePoints.push_back(c.codePoint);
        classes.push_back(classOf(c.codePoint));
        offsets.push_back(offset);
        offset += c.bytes;
    }
    offsets.push_back(text.size());
}

}  // namespace hearth::text
