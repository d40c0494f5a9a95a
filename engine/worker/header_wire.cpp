#include "worker/header_wire.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace hearth::wire {

namespace {

/// A value of one of the kinds that GgufValue has, by its place among them.
template <size_t Place = 0>
GgufValue takeValue(Reader& in, size_t place) {
    if constexpr (Place == std::variant_size_v<GgufValue::Storage>) {
        Reader::refuse();
    } else {
        if (place != Place) return takeValue<Place + 1>(in, place);
        using Kind = std::variant_alternative_t<Place, GgufValue::Storage>;
        return GgufValue(GgufValue::Storage(std::in_place_index<Place>, in.take<Kind>()));
    }
}

}  // namespace

void Codec<BlockType>::put(Writer& out, BlockType type) {
    out.put(static_cast<uint32_t>(type));
}

void Codec<BlockType>::get(Reader& in, BlockType& type) {
    const auto known = allBlockTypes();
    const auto number = in.take<uint32_t>();
    const auto found = std::ranges::find(known, static_cast<BlockType>(number), &BlockTypeInfo::type);
    if (found == known.end()) Reader::refuse();
    type = found->type;
}

void Codec<GgufValue>::put(Writer& out, const GgufValue& value) {
    out.put(static_cast<uint8_t>(value.storage().index()));
    std::visit([&out](const auto& one) { out.put(one); }, value.storage());
}

void Codec<GgufValue>::get(Reader& in, GgufValue& value) {
    value = takeValue(in, in.take<uint8_t>());
}

void requireSane(const ModelHeader& header) {
    // No sum of what tensors hold overflows: there is not so much memory, and a table has not so many rows.
    constexpr uint64_t most = uint64_t{1} << 44U;
    constexpr size_t mostTensors = size_t{1} << 19U;
    if (header.sizeBytes > most || header.tensors.size() > mostTensors) Reader::refuse();
    for (const GgufTensor& tensor : header.tensors) {
        if (tensor.shape.empty() || tensor.shape.size() > 4 || tensor.sizeBytes > most) Reader::refuse();
        uint64_t elements = 1;
        for (const uint64_t extent : tensor.shape) {
            if (extent == 0 || extent > most / elements) Reader::refuse();
            elements *= extent;
        }
    }
}

}  // namespace hearth::wire
