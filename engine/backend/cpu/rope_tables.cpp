#include "backend/cpu/rope_tables.h"

#include <cmath>

#include "backend/cpu/cpu_weight.h"

namespace hearth::cpu {

const RopeTable& RopeTables::table(const Rope& rope) {
    for (const RopeTable& table : m_tables)
        if (table.frequencies == rope.inverseFrequency && table.magnitude == rope.magnitude &&
            table.pairing == rope.pairing && table.sections == rope.sections)
            return table;
    RopeTable& table = m_tables.emplace_back();
    table.frequencies = rope.inverseFrequency;
    table.magnitude = rope.magnitude;
    table.pairing = rope.pairing;
    table.sections = rope.sections;
    fill(rope, table);
    return table;
}

void RopeTables::fill(const Rope& rope, RopeTable& table) {
    const auto rows = m_batch.rows();
    const size_t dims = rope.dims;
    table.cosines.resize(rows.size() * dims);
    table.sines.resize(rows.size() * dims);
    const float* frequency = valuesOf(rope.inverseFrequency);
    std::vector<int32_t RowPositions::*> turnsBy(dims / 2);
    for (uint32_t pair = 0; pair < dims / 2; ++pair) turnsBy[pair] = rope.sections.positionOf(pair);
    m_pool.runIfWorth(rows.size() * dims * 8, [&](const ThreadPool::Region& region) {
        for (size_t row = region.first(rows.size()); row < region.last(rows.size()); ++row) {
            const RowPositions positions = rows[row].positions();
            for (size_t pair = 0; pair < dims / 2; ++pair) {
                // The angle is taken in float32, as training frameworks do.
                const float angle = static_cast<float>(positions.*turnsBy[pair]) * frequency[pair];
                const float cosine = std::cos(angle) * rope.magnitude;
                const float sine = std::sin(angle) * rope.magnitude;
                const bool interleaved = rope.pairing == RopePairing::Interleaved;
                const size_t a = row * dims + (interleaved ? 2 * pair : pair);
                const size_t b = interleaved ? a + 1 : a + dims / 2;
                table.cosines[a] = table.cosines[b] = cosine;
                table.sines[a] = -sine;
                table.sines[b] = sine;
            }
        }
    });
}

}  // namespace hearth::cpu
