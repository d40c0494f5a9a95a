#include <algorithm>
#include <array>

#include "hearth/routing.h"

namespace hearth {

namespace {

bool beginsLikeCode(std::string_view line) {
    static constexpr std::array words = {"#include",
                                         "import ",
                                         "from __future__",
                                         "def ",
                                         "class ",
                                         "function ",
                                         "const ",
                                         "let ",
                                         "var ",
                                         "return ",
                                         "return;",
                                         "public ",
                                         "private ",
                                         "protected ",
                                         "static ",
                                         "void ",
                                         "int ",
                                         "double ",
                                         "if (",
                                         "for (",
                                         "while (",
                                         "} else",
                                         "elif ",
                                         "fn ",
                                         "pub fn ",
                                         "func ",
                                         "package ",
                                         "namespace ",
                                         "template<",
                                         "template <",
                                         "using namespace ",
                                         "#!/",
                                         "@Override",
                                         "console.log",
                                         "std::",
                                         "Traceback (",
                                         "struct "};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return line.starts_with(word); });
}

/// Words begin sentences as well, so each also wants a sign that sentences do not have.
bool hasSigns(std::string_view line) {
    return line.find_first_of("(){}=;<>[]#*_:+") != std::string_view::npos;
}

bool looksLikeCode(std::string_view line) {
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return false;
    line = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    if (line.ends_with(';') || line.ends_with('{') || line == "}" || line == "};" || line.ends_with("):"))
        return true;
    return beginsLikeCode(line) && hasSigns(line);
}

}  // namespace

bool holdsCode(std::string_view text) {
    if (text.find("```") != std::string_view::npos) return true;
    int lines = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        if (looksLikeCode(text.substr(0, end)) && ++lines == 2) return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

}  // namespace hearth
