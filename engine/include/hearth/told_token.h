#pragma once

#include <string>
#include <vector>

namespace hearth {

/// A token of a reply that another program made. It is known by its text, because the numbers of that
/// program's vocabulary mean nothing here.
struct ToldToken {
    std::string text;  ///< its bytes; a part of a character where the token is one
    float chance = 0;  ///< 0 to 1, of the model itself
    struct Alternative {
        std::string text;
        float chance = 0;
        bool operator==(const Alternative&) const = default;
    };
    std::vector<Alternative> alternatives;  ///< likeliest first, the token itself among them
    bool operator==(const ToldToken&) const = default;
};

}  // namespace hearth
