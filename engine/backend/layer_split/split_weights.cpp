#include "backend/layer_split/split_weights.h"

#include <cstring>
#include <utility>

namespace hearth {

uint64_t SplitWeights::uploadBytes(const WeightSource& source) const {
    uint64_t bytes = 0;
    for (size_t part = 0; part < m_backends.size(); ++part)
        if (m_placement.holds(source, part)) bytes += m_backends[part]->uploadBytes(source);
    return bytes;
}

std::unique_ptr<Weight> SplitWeights::upload(const WeightSource& source) const {
    auto weight = std::make_unique<SplitWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    size_t holders = 0;
    for (size_t part = 0; part < m_backends.size(); ++part)
        holders += m_placement.holds(source, part) ? 1 : 0;
    const WeightSource bytes = holders > 1 ? readOnce(source) : source;
    for (size_t part = 0; part < m_backends.size(); ++part) {
        weight->parts.push_back(m_placement.holds(source, part) ? m_backends[part]->upload(bytes) : nullptr);
        if (weight->parts.back() != nullptr) weight->sizeBytes += weight->parts.back()->sizeBytes;
    }
    return weight;
}

WeightSource readOnce(const WeightSource& source) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    const uint64_t size =
        source.columns / type.blockElements * type.blockBytes * source.rows * source.experts;
    auto bytes = std::make_shared<std::vector<std::byte>>(size);
    source.read(0, *bytes);
    WeightSource kept = source;
    kept.read = [bytes = std::move(bytes)](uint64_t byteOffset, std::span<std::byte> out) {
        std::memcpy(out.data(), bytes->data() + byteOffset, out.size());
    };
    return kept;
}

const Weight* weightOn(const Weight* weight, size_t part) {
    return weight != nullptr ? static_cast<const SplitWeight*>(weight)->parts[part].get() : nullptr;
}

Norm weightsOn(Norm norm, size_t part) {
    norm.weight = weightOn(norm.weight, part);
    norm.bias = weightOn(norm.bias, part);
    return norm;
}

LinearPart weightsOn(LinearPart both, size_t part) {
    return {weightOn(both.weight, part), weightOn(both.bias, part)};
}

}  // namespace hearth
