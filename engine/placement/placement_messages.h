#pragma once

#include "hearth/message.h"

/// Why a model does not run on the graphics card that is there.
namespace hearth::messages {

/// How many of how many.
inline constexpr MessageKind layersOnCpu{"placement.layers-on-cpu",
                                         HEARTH_TRANSLATED("Engine", "%1 of %2 layers run on the CPU")};
inline constexpr MessageKind noLayerFits{
    "placement.no-layer-fits",
    HEARTH_TRANSLATED("Engine", "no layer of the model fits on the graphics card")};

}  // namespace hearth::messages
