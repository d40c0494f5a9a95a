#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::http {

/// Header fields in their order: names as they were written, and values.
using Headers = std::vector<std::pair<std::string, std::string>>;

/// True if two names of header fields, or other ASCII words, are equal apart from case.
bool sameName(std::string_view one, std::string_view other);

/// The value of the first field of this name, in any case; nullptr: there is none.
const std::string* findHeader(const Headers& headers, std::string_view name);

/// True if a name is a token (RFC 9110 section 5.6.2): letters, digits and !#$%&'*+-.^_`|~, at least one.
bool isToken(std::string_view name);

/// True if a value may be used in a header field: no control character but the tab, so no line end.
bool isFieldValue(std::string_view value);

}  // namespace hearth::http
