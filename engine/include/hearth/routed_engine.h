#pragma once

#include <memory>

#include "hearth/engine.h"
#include "hearth/routing.h"

namespace hearth {

/// Two models as one: rules that are data say who answers a request (hearth/routing.h), and
/// GenerationResult::route says it of each reply. Where only the first tokens can tell, the small model's are
/// held back until it is known whether it answers; the large one then answers as if it had been asked alone.
/// What either has cached stays. Both run on the thread that calls step(), in turns; either may be one of
/// another computer, of which the large one is gone without where it does not answer.
///
/// Prompts are estimated, rendered and tokenised for whom the rules name. tokenizer(), chatTemplate() and
/// logits are those of the small model; a conversation may be as long as the large model's context. Nothing
/// is cut: EngineInfo::canSlide is false.
std::unique_ptr<Engine> routedEngine(std::unique_ptr<Engine> small, std::unique_ptr<Engine> large,
                                     const RoutingRule& rule);

}  // namespace hearth
