#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// Division of a weight among backends that share every layer.
struct WeightCut {
    enum class Kind : uint8_t {
        Whole,    ///< each part has all of it
        Rows,     ///< each part has some rows: its share of the output
        Columns,  ///< each part has some columns: its products are added up
        First,    ///< the first part alone has it: what is added to such a sum once
    };
    Kind kind = Kind::Whole;
    /// Runs of the divided dimension, one after the other, that are each divided separately (queries, keys
    /// and values; gate and up); empty: one run.
    std::vector<uint64_t> runs = {};
    bool operator==(const WeightCut&) const = default;
};

/// True if this number of parts gets equal shares, with whole blocks of the weight's type.
bool dividesInto(const WeightSource& source, const WeightCut& cut, size_t parts);

/// A part's share of a weight that divides. Kind First is for the first part only.
WeightSource cutOf(const WeightSource& source, const WeightCut& cut, size_t parts, size_t part);

}  // namespace hearth
