#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Variables of the environment that children get. All others stay in this process: they may hold keys.
namespace hearth::platform {

/// The kind of work of a child, which decides the variables that it gets.
enum class ChildVariables : uint8_t {
    Plain,    ///< language and time zone, and what loaders and sanitizers need
    Reading,  ///< these, and folders of programs, fonts, their data and temporary files
    Network,  ///< Plain, and what names proxies and certificates
};

/// Returns true if a variable ("NAME=value") is one that such children get.
bool isForChild(std::string_view variable, ChildVariables which);

/// The environment of such a child: variables of this process, and `own` in place of those of the same name.
std::vector<std::string> childEnvironment(ChildVariables which,
                                          std::span<const std::pair<std::string, std::string>> own = {});

}  // namespace hearth::platform
