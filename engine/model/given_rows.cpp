#include "model/given_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hearth/error.h"

namespace hearth {

bool GivenRows::any(const Batch& batch) noexcept {
    return std::any_of(batch.rows.begin(), batch.rows.end(),
                       [](const BatchRow& row) { return !row.given.empty(); });
}

void GivenRows::check(const BatchRow& row) const {
    const size_t parts = row.given.size() / m_pass.config.embedding;
    if (row.given.size() % m_pass.config.embedding == 0 && parts <= size_t{1} + m_pass.config.layerCount)
        return;
    throw Error(ErrorCode::BadInput, "A row of a picture has " + std::to_string(row.given.size()) +
                                         " numbers and the model's rows have " +
                                         std::to_string(m_pass.config.embedding) +
                                         "; use the vision encoder that belongs to this model.");
}

size_t GivenRows::deepest(const Batch& batch) const {
    size_t most = 0;
    for (const BatchRow& row : batch.rows) most = std::max(most, row.given.size());
    return most == 0 ? 0 : most / m_pass.config.embedding - 1;
}

void GivenRows::place(const Batch& batch, size_t part, const Slice& out, bool accumulate) {
    const size_t width = m_pass.config.embedding;
    const float scale = part == 0 ? m_pass.config.givenScale : 1.0F;
    std::vector<uint32_t> rows;
    std::vector<float> values;
    for (size_t i = 0; i < batch.rows.size(); ++i) {
        const std::span<const float> given = batch.rows[i].given;
        if (given.size() < (part + 1) * width) continue;
        rows.push_back(static_cast<uint32_t>(i));
        for (const float value : given.subspan(part * width, width)) values.push_back(value * scale);
    }
    if (!rows.empty())
        m_pass.backend.placeRows({.rows = rows, .values = values, .accumulate = accumulate, .out = out});
}

}  // namespace hearth
