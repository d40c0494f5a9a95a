#include "hearth/default_policy.h"

namespace hearth {

Speculation defaultSpeculation(const EngineInfo& info) {
    if (!info.canSpeculate) return Speculation::Off;
    if (!info.draftName.empty()) return Speculation::DraftModel;
    return info.hasMtp ? Speculation::Own : Speculation::PromptLookup;
}

}  // namespace hearth
