#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/call_form.h"
#include "grammar/text_set.h"

namespace hearth::grammar {

/// The texts one of which ends a value that is written as it is: all that the form writes after the value of
/// `key`, up to the name of a next argument, of a next call, or the end of the calls. A mark alone ends
/// nothing. Marks are spelled without their sign. `keys` are those of the tool, `tools` the names of all.
/// Grammar and reader both take their endings from here.
std::vector<std::string> valueEndings(const CallForm& form, const ArgumentForm::Value& kind,
                                      std::span<const std::string> tools, std::span<const std::string> keys,
                                      std::string_view key);

/// The texts that come back whole before any of the endings: those in which none of them occurs, not even
/// across the place where the value ends.
TextSet textsBefore(std::span<const std::string> endings);

/// A piece of a form up to what changes from call to call, with the key in its place and without the signs
/// of marks.
std::string plainPiece(std::string_view piece, std::string_view key = {});

}  // namespace hearth::grammar
