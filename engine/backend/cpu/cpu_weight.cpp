#include "backend/cpu/cpu_weight.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "backend/cpu/row_panel_packing.h"
#include "hearth/readable_text.h"

namespace hearth::cpu {

namespace {

/// Vectors, biases of experts and rotary tables are far below it, matrices that are worth repacking only far
/// above.
constexpr uint64_t valuesKeptBelow = uint64_t{1} << 20U;
constexpr uint64_t readAtOnceBytes = uint64_t{8} << 20U;

bool keepsValues(const WeightSource& source) noexcept {
    const uint64_t elements = source.columns * source.rows * source.experts;
    return source.rows == 1 || (source.type == BlockType::F32 && elements <= valuesKeptBelow);
}

const BlockTypeInfo& readableType(const WeightSource& source) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    if (!type.readable) {
        throw Error(ErrorCode::Unsupported, "The tensor " + readableText(source.name) + " is stored as " +
                                                std::string(type.name) +
                                                ", a block type that Hearth cannot read yet.");
    }
    return type;
}

/// The largest magnitude that packing threads have seen.
class Peak {
public:
    void add(std::span<const float> values) noexcept {
        float own = 0;
        for (const float value : values) own = std::max(own, std::abs(value));
        float seen = m_value.load(std::memory_order_relaxed);
        while (own > seen && !m_value.compare_exchange_weak(seen, own, std::memory_order_relaxed)) {
        }
    }
    float value() const noexcept { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<float> m_value{0.0F};
};

/// Packs whole row panels of one expert from stored rows.
void packRows(const WeightSource& source, RowPanelType target, std::span<const std::byte> rows,
              size_t rowBytes, size_t rowPanelBytes, std::byte* rowPanels, ThreadPool& pool, Peak& peak) {
    const size_t count = rows.size() / rowBytes;
    pool.run([&](const ThreadPool::Region& region) {
        std::vector<float> values;
        for (size_t rowPanel = region.next(); rowPanel * rowPanelRows < count; rowPanel = region.next()) {
            const size_t first = rowPanel * rowPanelRows;
            const auto stored =
                rows.subspan(first * rowBytes, std::min(rowPanelRows, count - first) * rowBytes);
            if (packsExactly(source.type)) {
                packRowPanel(source.type, source.columns, stored, rowBytes,
                             rowPanels + rowPanel * rowPanelBytes);
                continue;
            }
            values.resize(stored.size() / rowBytes * source.columns);
            dequantizeRow(source.type, stored, values);
            peak.add(values);
            packFloatRowPanel(target, source.columns, values, rowPanels + rowPanel * rowPanelBytes);
        }
    });
}

/// Reads and packs every row panel; returns the largest magnitude of types that are not kept in blocks.
float packAll(const WeightSource& source, size_t rowBytes, CpuWeight& weight, ThreadPool& pool) {
    Peak peak;
    const size_t rowPanelsAtOnce =
        std::max<size_t>(1, readAtOnceBytes / std::max<size_t>(1, rowBytes * rowPanelRows));
    std::vector<std::byte> stored;
    for (uint64_t expert = 0; expert < source.experts; ++expert) {
        for (size_t rowPanel = 0; rowPanel < weight.rowPanelsPerExpert; rowPanel += rowPanelsAtOnce) {
            const uint64_t row = rowPanel * rowPanelRows;
            const uint64_t rows = std::min<uint64_t>(rowPanelsAtOnce * rowPanelRows, source.rows - row);
            stored.resize(rows * rowBytes);
            source.read((expert * source.rows + row) * rowBytes, stored);
            std::byte* rowPanels = weight.rowPanels.data +
                                   (expert * weight.rowPanelsPerExpert + rowPanel) * weight.rowPanelBytes;
            packRows(source, weight.rowPanelType, stored, rowBytes, weight.rowPanelBytes, rowPanels, pool,
                     peak);
            if (!weight.values.empty()) {
                dequantizeRow(
                    source.type, stored,
                    std::span(weight.values)
                        .subspan((expert * source.rows + row) * source.columns, rows * source.columns));
            }
        }
    }
    return peak.value();
}

}  // namespace

uint64_t packedBytes(const WeightSource& source) {
    const uint64_t rowPanels = rowPanelCount(source.rows) * source.experts;
    const uint64_t values =
        keepsValues(source) ? source.columns * source.rows * source.experts * sizeof(float) : 0;
    return rowPanels * rowPanelFormat(rowPanelTypeFor(source.type)).rowPanelBytes(source.columns) + values;
}

std::unique_ptr<CpuWeight> packWeight(const WeightSource& source, Arena& arena, ThreadPool& pool) {
    const BlockTypeInfo& type = readableType(source);
    const size_t rowBytes = source.columns / type.blockElements * type.blockBytes;
    auto weight = std::make_unique<CpuWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    weight->rowPanelType = rowPanelTypeFor(source.type);
    weight->rowPanelsPerExpert = rowPanelCount(source.rows);
    weight->rowPanelBytes = rowPanelFormat(weight->rowPanelType).rowPanelBytes(source.columns);
    weight->rowPanels = arena.take(weight->rowPanelBytes * weight->rowPanelsPerExpert * source.experts);
    if (keepsValues(source)) weight->values.resize(source.columns * source.rows * source.experts);
    weight->sizeBytes = packedBytes(source);

    const float peak = packAll(source, rowBytes, *weight, pool);
    if (weight->rowPanelType == RowPanelType::F16 && !packsExactly(source.type) && !suitsHalf(peak)) {
        // As large in memory, so that plans made before stay right.
        weight->rowPanelType = RowPanelType::BF16;
        packAll(source, rowBytes, *weight, pool);
    }
    return weight;
}

const float* valuesOf(const Weight* weight) {
    if (weight == nullptr) return nullptr;
    const auto& own = static_cast<const CpuWeight&>(*weight);
    if (own.values.empty())
        throw Error(ErrorCode::Unsupported,
                    "The model has a vector of a shape that the CPU backend does not know; use the "
                    "reference backend.");
    return own.values.data();
}

}  // namespace hearth::cpu
