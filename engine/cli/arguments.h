#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::cli {

/// Wrong usage: exit status 2, the message on standard error.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An option that a command knows.
struct Option {
    std::string_view name;   ///< "--temp"
    std::string_view alias;  ///< "-t" or empty
    std::string_view value;  ///< what follows, for --help ("N"); empty: nothing follows
    std::string_view help;
};

/// The words after the command's name, taken apart by the options that it knows. `--name=value` and `--name
/// value` are the same; `--` ends the options.
class Arguments {
public:
    /// Throws UsageError for options that are not in `known` and for missing values.
    Arguments(std::span<const std::string> words, std::span<const Option> known);

    bool has(std::string_view name) const;
    /// The last value given; nullopt when there is none.
    std::optional<std::string> text(std::string_view name) const;
    /// Every value given, in order.
    std::vector<std::string> all(std::string_view name) const;
    /// Throws UsageError when the option is missing.
    std::string required(std::string_view name) const;
    /// Numbers; UsageError for anything else. Ranges are checked by whoever uses them.
    int integer(std::string_view name, int otherwise) const;
    float number(std::string_view name, float otherwise) const;
    std::optional<uint64_t> unsignedNumber(std::string_view name) const;

    const std::vector<std::string>& positional() const noexcept { return m_positional; }

private:
    std::vector<std::pair<std::string, std::string>> m_options;
    std::vector<std::string> m_positional;
};

}  // namespace hearth::cli
