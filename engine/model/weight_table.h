#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "hash/content_hash.h"

namespace hearth {

class GgufFile;
struct GgufTensor;

/// The weights of a file by their roles, as sources, their shapes checked against what the configuration
/// expects. The file outlives it and every source that comes from it.
class WeightTable {
public:
    /// `digest` hears of all that is read; nullptr: nobody does. It outlives the sources too.
    explicit WeightTable(const GgufFile& file, WeightDigest* digest = nullptr)
        : m_file(file), m_digest(digest) {}

    bool has(const WeightId& id) const;
    /// Rows of a matrix; 0: the file does not have it.
    uint64_t rows(const WeightId& id) const;
    /// A tensor of exactly this shape. Throws Error(BadFile) that names it when it is missing or shaped
    /// otherwise.
    WeightSource matrix(const WeightId& id, uint64_t columns, uint64_t rows, uint64_t experts = 1) const;
    WeightSource vector(const WeightId& id, uint64_t columns) const { return matrix(id, columns, 1); }
    /// All of a small tensor's values.
    std::vector<float> values(const WeightId& id, uint64_t columns, uint64_t rows = 1) const;

private:
    /// nullptr if the file has it by none of its names.
    const GgufTensor* find(const WeightId& id) const;

    const GgufFile& m_file;
    WeightDigest* m_digest;
};

/// Rows [first, first + count) of every matrix of a source.
WeightSource rowRange(const WeightSource& source, uint64_t first, uint64_t count);
/// The same rows in another order: row i of the result is row order[i] of the source.
WeightSource reorderedRows(const WeightSource& source, std::vector<uint32_t> order);
/// The rows of matrices of one type and width one after the other; the first one's name is theirs.
WeightSource joinedRows(std::vector<WeightSource> sources);
/// The rows of a matrix of floats one after the other as one vector.
WeightSource flattened(const WeightSource& source);
/// Numbers of our own as a weight; `name` is for messages.
WeightSource fromValues(const WeightId& id, std::string name, std::vector<float> values);

}  // namespace hearth
