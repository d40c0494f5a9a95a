#include "text/clean_spaces.h"

#include <string_view>

namespace hearth::text {
namespace {

bool isContraction(std::string_view rest) {
    return rest.starts_with("'s") || rest.starts_with("'m") || rest.starts_with("'re") ||
           rest.starts_with("'ve");
}

}  // namespace

std::string cleanSpaces(const std::string& input) {
    std::string punctuated;
    for (size_t i = 0; i < input.size(); ++i) {
        const char c = input[i];
        const bool closing = c == '?' || c == '!' || c == '.' || c == ',';
        if (closing && i > 0 && input[i - 1] == ' ') punctuated.pop_back();
        punctuated.push_back(c);
    }
    std::string joined;
    for (size_t i = 0; i < punctuated.size(); ++i) {
        const bool lone = punctuated[i] == '\'' && i > 0 && punctuated[i - 1] == ' ' &&
                          i + 1 < punctuated.size() && punctuated[i + 1] == ' ' && !joined.empty() &&
                          joined.back() == ' ';
        if (lone) joined.pop_back();
        joined.push_back(punctuated[i]);
        if (lone) ++i;
    }
    std::string out;
    for (size_t i = 0; i < joined.size(); ++i) {
        if (i > 0 && joined[i - 1] == ' ' && isContraction(std::string_view(joined).substr(i)))
            out.pop_back();
        out.push_back(joined[i]);
    }
    return out;
}

}  // namespace hearth::text
