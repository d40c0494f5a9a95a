#include "documents/vector_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <thread>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace hearth::app {

namespace {

constexpr qsizetype rowsOfBlock = 4096;
constexpr float largestCode = 127;
/// Rows that one thread reads in about a millisecond: below, starting another takes longer than it saves.
constexpr qsizetype fewestBytesOfThread = 8 << 20;

/// The query is read from the cache again and again, so that its numbers may have more bits than those of the
/// rows: what is lost by rounding is lost in the rows alone. A sum of 4,096 products stays below 2^31.
constexpr float largestQueryCode = 4095;
constexpr size_t pad = 16;

struct CodedQuery {
    float scale = 0;
    std::vector<qint16> codes;  ///< zeros at the end, to a multiple of `pad`
};

CodedQuery codedQuery(std::span<const float> values) {
    CodedQuery query;
    query.codes.resize((values.size() + pad - 1) / pad * pad);
    float largest = 0;
    for (const float value : values) {
        if (!std::isfinite(value)) return query;
        largest = std::max(largest, std::abs(value));
    }
    if (largest / largestQueryCode <= 0) return query;
    query.scale = largest / largestQueryCode;
    for (size_t i = 0; i < values.size(); ++i)
        query.codes[i] = static_cast<qint16>(std::lround(values[i] / query.scale));
    return query;
}

qint32 plainProduct(const qint16* query, const qint8* row, int dimensions) {
    qint32 sum = 0;
    for (int i = 0; i < dimensions; ++i) sum += query[i] * row[i];
    return sum;
}

#ifdef __x86_64__
/// Sixteen products an instruction; exact, as the plain one is.
__attribute__((target("avx2"))) qint32 avx2Product(const qint16* query, const qint8* row, int dimensions) {
    __m256i sums = _mm256_setzero_si256(), others = _mm256_setzero_si256();
    int i = 0;
    const auto products = [&](int at) __attribute__((target("avx2"))) {
        const __m256i codes =
            _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row + at)));
        return _mm256_madd_epi16(codes, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(query + at)));
    };
    for (; i + 32 <= dimensions; i += 32) {
        sums = _mm256_add_epi32(sums, products(i));
        others = _mm256_add_epi32(others, products(i + 16));
    }
    if (i + 16 <= dimensions) {
        sums = _mm256_add_epi32(sums, products(i));
        i += 16;
    }
    sums = _mm256_add_epi32(sums, others);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1));
    return _mm_cvtsi128_si32(four) + plainProduct(query + i, row + i, dimensions - i);
}

/// Thirty-two products an instruction; exact, too.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) qint32 vnniProduct(const qint16* query,
                                                                          const qint8* row, int dimensions) {
    __m512i sums = _mm512_setzero_si512();
    int i = 0;
    for (; i + 32 <= dimensions; i += 32)
        sums = _mm512_dpwssd_epi32(
            sums, _mm512_cvtepi8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + i))),
            _mm512_loadu_si512(query + i));
    alignas(64) qint32 lanes[16];
    _mm512_store_si512(lanes, sums);
    return std::accumulate(lanes, lanes + 16, 0) + plainProduct(query + i, row + i, dimensions - i);
}
#endif

using Product = qint32 (*)(const qint16* query, const qint8* row, int dimensions);

Product bestProduct() {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw")) return vnniProduct;
    if (__builtin_cpu_supports("avx2")) return avx2Product;
#endif
    return plainProduct;
}

bool isBetter(const store::PassageHit& a, const store::PassageHit& b) {
    return a.score != b.score ? a.score > b.score : a.passageId < b.passageId;
}

/// The best of what it is given, as many as `limit`.
class BestHits {
public:
    explicit BestHits(size_t limit) : m_limit(limit) { m_hits.reserve(limit + 1); }

    void take(const store::PassageHit& hit) {
        if (m_hits.size() == m_limit && !isBetter(hit, m_hits.front())) return;
        // The worst stands in front.
        m_hits.push_back(hit);
        std::push_heap(m_hits.begin(), m_hits.end(), isBetter);
        if (m_hits.size() <= m_limit) return;
        std::pop_heap(m_hits.begin(), m_hits.end(), isBetter);
        m_hits.pop_back();
    }
    const std::vector<store::PassageHit>& hits() const { return m_hits; }

private:
    size_t m_limit;
    std::vector<store::PassageHit> m_hits;
};

}  // namespace

CodedVector codedVector(std::span<const float> values) {
    CodedVector coded;
    coded.codes.resize(values.size());
    float largest = 0;
    for (const float value : values) {
        if (!std::isfinite(value)) return coded;
        largest = std::max(largest, std::abs(value));
    }
    coded.scale = largest / largestCode;
    if (coded.scale <= 0) return coded;
    for (size_t i = 0; i < values.size(); ++i)
        coded.codes[i] =
            static_cast<qint8>(std::clamp(std::round(values[i] / coded.scale), -largestCode, largestCode));
    return coded;
}

qint64 VectorMatrix::sizeBytes() const {
    return std::ssize(m_blocks) * rowsOfBlock * m_dimensions +
           static_cast<qint64>(m_rows.capacity() * sizeof(Row));
}

const qint8* VectorMatrix::codesOf(qsizetype row) const {
    return m_blocks[static_cast<size_t>(row / rowsOfBlock)].get() + row % rowsOfBlock * m_dimensions;
}

qint8* VectorMatrix::codesOf(qsizetype row) {
    return m_blocks[static_cast<size_t>(row / rowsOfBlock)].get() + row % rowsOfBlock * m_dimensions;
}

void VectorMatrix::add(qint64 passageId, qint64 sourceId, float scale, const qint8* codes) {
    if (count() == std::ssize(m_blocks) * rowsOfBlock)
        m_blocks.push_back(
            std::make_unique_for_overwrite<qint8[]>(static_cast<size_t>(rowsOfBlock * m_dimensions)));
    m_rows.push_back({passageId, sourceId, scale});
    std::copy_n(codes, m_dimensions, codesOf(count() - 1));
}

void VectorMatrix::remove(const std::vector<qint64>& passages) {
    std::vector<qint64> sorted = passages;
    std::ranges::sort(sorted);
    for (qsizetype row = count() - 1; row >= 0; --row) {
        if (!std::ranges::binary_search(sorted, m_rows[static_cast<size_t>(row)].passageId)) continue;
        const qsizetype last = count() - 1;
        if (row != last) {
            m_rows[static_cast<size_t>(row)] = m_rows[static_cast<size_t>(last)];
            std::copy_n(codesOf(last), m_dimensions, codesOf(row));
        }
        m_rows.pop_back();
    }
    m_blocks.resize(static_cast<size_t>((count() + rowsOfBlock - 1) / rowsOfBlock));
}

std::vector<store::PassageHit> VectorMatrix::nearest(std::span<const float> query, int limit,
                                                     const std::vector<qint64>& sources, int threads) const {
    if (limit <= 0 || m_rows.empty() || std::ssize(query) != m_dimensions) return {};
    const CodedQuery coded = codedQuery(query);
    const Product product = bestProduct();
    const auto scan = [&](qsizetype begin, qsizetype end, BestHits& best) {
        const qint8* codes = nullptr;
        for (qsizetype row = begin; row < end; ++row, codes += m_dimensions) {
            if (row == begin || row % rowsOfBlock == 0) codes = codesOf(row);
            const Row& each = m_rows[static_cast<size_t>(row)];
            if (!sources.empty() && std::ranges::find(sources, each.sourceId) == sources.end()) continue;
            const qint32 sum = product(coded.codes.data(), codes, m_dimensions);
            best.take(
                {each.passageId, static_cast<double>(static_cast<float>(sum) * each.scale * coded.scale)});
        }
    };
    const qsizetype useful = std::max<qsizetype>(1, count() * m_dimensions / fewestBytesOfThread);
    const qsizetype parts = std::clamp<qsizetype>(threads, 1, useful);
    std::vector<BestHits> best(static_cast<size_t>(parts), BestHits(static_cast<size_t>(limit)));
    {
        std::vector<std::jthread> others;
        for (qsizetype part = 1; part < parts; ++part)
            others.emplace_back([&, part] {
                scan(count() * part / parts, count() * (part + 1) / parts, best[static_cast<size_t>(part)]);
            });
        scan(0, count() / parts, best[0]);
    }
    std::vector<store::PassageHit> all;
    for (const BestHits& part : best) all.insert(all.end(), part.hits().begin(), part.hits().end());
    std::ranges::sort(all, isBetter);
    if (std::ssize(all) > limit) all.resize(static_cast<size_t>(limit));
    return all;
}

}  // namespace hearth::app
