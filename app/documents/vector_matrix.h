#pragma once

#include <QtGlobal>
#include <memory>
#include <span>
#include <vector>

#include "store/passage_search.h"

namespace hearth::app {

/// A vector in 8 bits a number: each is a code, -127 to 127, times `scale`.
struct CodedVector {
    float scale = 0;
    std::vector<qint8> codes;
};
/// The nearest that there is; the largest number has the code 127 or -127. Zeros for what is not finite.
CodedVector codedVector(std::span<const float> values);

/// The vectors of many passages in memory, `dimensions` bytes and 20 more each. Every search reads all of
/// them: what it finds are the nearest, and nothing has to be built or kept in order. One thread; a search of
/// many uses several.
class VectorMatrix {
public:
    explicit VectorMatrix(int dimensions) : m_dimensions(dimensions) {}

    int dimensions() const { return m_dimensions; }
    qsizetype count() const { return std::ssize(m_rows); }
    qint64 sizeBytes() const;
    /// `codes`: as many as there are dimensions. No passage may be added twice.
    void add(qint64 passageId, qint64 sourceId, float scale, const qint8* codes);
    void remove(const std::vector<qint64>& passages);

    /// The passages whose vectors go with `query` best, best first, with the products as their scores; equal
    /// ones in the order of their numbers. `sources`: only passages of these; empty: of all. `threads`: at
    /// most so many, 1 and up.
    std::vector<store::PassageHit> nearest(std::span<const float> query, int limit,
                                           const std::vector<qint64>& sources = {}, int threads = 1) const;

private:
    struct Row {
        qint64 passageId = 0, sourceId = 0;
        float scale = 0;
    };
    const qint8* codesOf(qsizetype row) const;
    qint8* codesOf(qsizetype row);

    const int m_dimensions;
    std::vector<Row> m_rows;
    /// Blocks of rows, so that a matrix that grows is never copied.
    std::vector<std::unique_ptr<qint8[]>> m_blocks;
};

}  // namespace hearth::app
