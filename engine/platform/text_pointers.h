#pragma once

#include <string>
#include <vector>

namespace hearth::platform {

/// Texts as the system takes lists of them: pointers to each, and nullptr. They are valid as long as the
/// texts.
inline std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    // The system does not write to them.
    for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace hearth::platform
