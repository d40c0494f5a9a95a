#pragma once

#include "hearth/draft_check.h"
#include "hearth/model_header.h"
#include "hearth/token_work.h"
#include "worker/cost_parts.h"
#include "worker/engine_wire.h"

/// Questions to a worker that reads the headers of model files, and the values of its answers as bytes.
namespace hearth::wire {

/// Each is sent with the options of the model: its path, and more for plans and drafts.
enum class HeaderQuestion : uint8_t {
    Header,  ///< ModelHeader
    Plan,    ///< PlannedModel
    Draft,   ///< DraftCheck
    Work,    ///< TokenWork
    Embeds,  ///< bool
    Reranks  ///< bool
};

struct PlannedModel {
    MemoryPlan plan;
    KvCostParts kvCost;
};

template <>
inline constexpr int memberCount<PlannedModel> = 2;
template <>
inline constexpr int memberCount<DraftCheck> = 2;
template <>
inline constexpr int memberCount<TokenWork> = 7;
template <>
inline constexpr int memberCount<TokenWork::Product> = 4;
template <>
inline constexpr int memberCount<ModelHeader> = 4;
template <>
inline constexpr int memberCount<GgufTensor> = 6;

template <>
inline constexpr auto lastValue<HeaderQuestion> = HeaderQuestion::Reranks;

/// Its values do not count from 0 without gaps.
template <>
struct Codec<BlockType> {
    static constexpr bool isOwn = true;
    static void put(Writer& out, BlockType type);
    static void get(Reader& in, BlockType& type);
};

template <>
struct Codec<GgufValue> {
    static constexpr bool isOwn = true;
    static void put(Writer& out, const GgufValue& value);
    static void get(Reader& in, GgufValue& value);
};

/// Throws errors::workerNonsense for shapes that no file can have, which readers divide by.
void requireSane(const ModelHeader& header);

}  // namespace hearth::wire
