#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/backend.h"

namespace hearth::reference {

/// The running batch.
struct ReferenceBatch : Batch {
    uint64_t number = 0;  ///< tells it from all others
    std::vector<uint32_t> allRows, logitRows;

    void begin(const Batch& next) {
        Batch::operator=(next);
        ++number;
        allRows.clear();
        logitRows.clear();
        for (uint32_t row = 0; row < rows.size(); ++row) {
            allRows.push_back(row);
            if (rows[row].wantLogits) logitRows.push_back(row);
        }
    }
    /// The batch rows that an operation works on, in order.
    std::span<const uint32_t> rowsOf(RowSet set) const noexcept {
        return set == RowSet::All ? allRows : logitRows;
    }
};

}  // namespace hearth::reference
