#include "model/weight_table.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "format/gguf/weight_names.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/readable_text.h"
#include "model/model_errors.h"

namespace hearth {

namespace {

std::string shapeText(const std::vector<uint64_t>& shape) {
    std::string text;
    for (const uint64_t extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text;
}

uint64_t rowBytes(const WeightSource& source) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    return source.columns / type.blockElements * type.blockBytes;
}

}  // namespace

bool WeightTable::has(const WeightId& id) const {
    return find(id) != nullptr;
}

const GgufTensor* WeightTable::find(const WeightId& id) const {
    const GgufTensor* tensor = m_file.findTensor(ggufWeightName(id));
    if (tensor != nullptr) return tensor;
    const std::string other = otherGgufWeightName(id);
    return other.empty() ? nullptr : m_file.findTensor(other);
}

uint64_t WeightTable::rows(const WeightId& id) const {
    const GgufTensor* tensor = find(id);
    return tensor != nullptr && tensor->shape.size() > 1 ? tensor->shape[1] : 0;
}

WeightSource WeightTable::matrix(const WeightId& id, uint64_t columns, uint64_t rows,
                                 uint64_t experts) const {
    const std::string name = ggufWeightName(id);
    const GgufTensor* tensor = find(id);
    if (tensor == nullptr) {
        throw Error(errors::missingTensor, {readableText(name)});
    }
    // Converters disagree about extents of one.
    std::vector<uint64_t> expected{columns, rows, experts};
    std::vector<uint64_t> actual = tensor->shape;
    std::erase(expected, 1U);
    std::erase(actual, 1U);
    if (actual != expected) {
        throw Error(errors::wrongShape, {readableText(name), shapeText(tensor->shape), shapeText(expected)});
    }
    WeightSource source{.name = name,
                        .type = tensor->type,
                        .columns = columns,
                        .rows = rows,
                        .experts = experts,
                        .read = {},
                        .id = id};
    source.read = [file = &m_file, tensor, digest = m_digest](uint64_t byteOffset, std::span<std::byte> out) {
        file->read(*tensor, byteOffset, out);
        if (digest != nullptr) digest->add(tensor->name, byteOffset, out);
    };
    return source;
}

std::vector<float> WeightTable::values(const WeightId& id, uint64_t columns, uint64_t rows) const {
    const WeightSource source = matrix(id, columns, rows);
    std::vector<std::byte> bytes(rows * rowBytes(source));
    source.read(0, bytes);
    std::vector<float> out(columns * rows);
    for (uint64_t row = 0; row < rows; ++row)
        dequantizeRow(source.type, std::span(bytes).subspan(row * rowBytes(source), rowBytes(source)),
                      std::span(out).subspan(row * columns, columns));
    return out;
}

WeightSource rowRange(const WeightSource& source, uint64_t first, uint64_t count) {
    WeightSource part = source;
    part.rows = count;
    const uint64_t bytesOfRow = rowBytes(source);
    part.read = [source, first, count, bytesOfRow](uint64_t byteOffset, std::span<std::byte> out) {
        const uint64_t matrixBytes = count * bytesOfRow;
        while (!out.empty()) {
            const uint64_t matrix = byteOffset / matrixBytes, within = byteOffset % matrixBytes;
            const uint64_t step = std::min<uint64_t>(out.size(), matrixBytes - within);
            source.read((matrix * source.rows + first) * bytesOfRow + within, out.first(step));
            out = out.subspan(step);
            byteOffset += step;
        }
    };
    return part;
}

WeightSource reorderedRows(const WeightSource& source, std::vector<uint32_t> order) {
    WeightSource part = source;
    const uint64_t bytesOfRow = rowBytes(source);
    part.rows = order.size();
    part.read = [source, order = std::move(order), bytesOfRow](uint64_t byteOffset,
                                                               std::span<std::byte> out) {
        while (!out.empty()) {
            const uint64_t row = byteOffset / bytesOfRow, within = byteOffset % bytesOfRow;
            const uint64_t matrix = row / order.size(),
                           from = matrix * source.rows + order[row % order.size()];
            const uint64_t step = std::min<uint64_t>(out.size(), bytesOfRow - within);
            source.read(from * bytesOfRow + within, out.first(step));
            out = out.subspan(step);
            byteOffset += step;
        }
    };
    return part;
}

WeightSource joinedRows(std::vector<WeightSource> sources) {
    WeightSource all = sources.front();
    all.rows = 0;
    for (const WeightSource& source : sources) all.rows += source.rows;
    all.read = [sources = std::move(sources)](uint64_t byteOffset, std::span<std::byte> out) {
        uint64_t first = 0;
        for (const WeightSource& source : sources) {
            const uint64_t bytes = source.rows * rowBytes(source);
            if (!out.empty() && byteOffset < first + bytes) {
                const uint64_t step = std::min<uint64_t>(out.size(), first + bytes - byteOffset);
                source.read(byteOffset - first, out.first(step));
                out = out.subspan(step);
                byteOffset += step;
            }
            first += bytes;
        }
    };
    return all;
}

WeightSource flattened(const WeightSource& source) {
    WeightSource vector = source;
    vector.columns = source.columns * source.rows;
    vector.rows = 1;
    return vector;
}

WeightSource fromValues(const WeightId& id, std::string name, std::vector<float> values) {
    WeightSource source{
        .name = std::move(name), .type = BlockType::F32, .columns = values.size(), .read = {}, .id = id};
    source.read = [values = std::move(values)](uint64_t byteOffset, std::span<std::byte> out) {
        std::memcpy(out.data(), reinterpret_cast<const std::byte*>(values.data()) + byteOffset, out.size());
    };
    return source;
}

}  // namespace hearth
