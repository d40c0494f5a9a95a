#pragma once

#include "hearth/message.h"

/// Reasons why a model does not run on the available GPU.
namespace hearth::messages {

/// Arguments: number of layers on the CPU, number of all layers.
inline constexpr MessageKind layersOnCpu{"placement.layers-on-cpu",
                                         HEARTH_TRANSLATED("Engine", "%1 of %2 layers run on the CPU")};
/// Arguments: number of experts that fit, number of experts of a layer.
inline constexpr MessageKind expertsInHostMemory{
    "placement.experts-in-host-memory",
    HEARTH_TRANSLATED(
        "Engine",
        "the graphics card has room for %1 of the %2 experts of a layer, so the experts live in "
        "the memory of the computer and are copied as they are needed")};

inline constexpr MessageKind noLayerFits{
    "placement.no-layer-fits",
    HEARTH_TRANSLATED("Engine", "no layer of the model fits on the graphics card")};

/// Argument: the number of parts.
inline constexpr MessageKind doesNotDivide{
    "placement.does-not-divide",
    HEARTH_TRANSLATED(
        "Engine", "the model does not divide into %1 equal parts, so its layers are spread over the cards")};
inline constexpr MessageKind gpusDiffer{
    "placement.cards-differ",
    HEARTH_TRANSLATED("Engine",
                      "only 2, 4 or 8 equal cards share layers, so these are spread over the cards")};

}  // namespace hearth::messages
