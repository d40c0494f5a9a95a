#pragma once

#include "hearth/engine_options.h"
#include "worker/header_wire.h"

namespace hearth {

/// The answer to a question about the header of `options.model`, read here, where strangers' files are read;
/// for the other end see HeaderReader. Throws what reading throws.
void answerAboutHeader(wire::HeaderQuestion question, const EngineOptions& options, wire::Writer& out);

}  // namespace hearth
