#pragma once

#include "hearth/message.h"

/// Which chat template takes the place of the model's own, and why.
namespace hearth::messages {

/// The name of the one that is used.
inline constexpr MessageKind noTemplate{
    "template.none", HEARTH_TRANSLATED("Engine", "The model brings no chat template; using %1.")};
/// The same; the cause is what is wrong with the model's.
inline constexpr MessageKind brokenTemplate{
    "template.broken", HEARTH_TRANSLATED("Engine", "The model's own template does not work (%2); using %1.")};

}  // namespace hearth::messages
