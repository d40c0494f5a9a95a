#include "backend/reference/reference_backend.h"

#include <algorithm>
#include <string>
#include <utility>

#include "backend/reference/reference_attention.h"
#include "backend/reference/reference_experts.h"
#include "backend/reference/reference_linear.h"
#include "backend/reference/reference_objects.h"
#include "backend/reference/reference_recurrence.h"
#include "hearth/block_type.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth {

using namespace reference;

BackendInfo ReferenceBackend::info() const {
    return {.kind = "reference",
            .device = {.name = "", .threads = static_cast<int>(m_threads), .instructions = "plain float32"}};
}

uint64_t ReferenceBackend::uploadBytes(const WeightSource& source) const {
    return source.columns * source.rows * source.experts * sizeof(float);
}

std::unique_ptr<Weight> ReferenceBackend::upload(const WeightSource& source) {
    const BlockTypeInfo& type = blockTypeInfo(source.type);
    if (!type.readable) {
        throw Error(ErrorCode::Unsupported, "The tensor " + readableText(source.name) + " is stored as " +
                                                std::string(type.name) +
                                                ", a block type that Hearth cannot read yet.");
    }
    auto weight = std::make_unique<HostWeight>();
    weight->columns = source.columns;
    weight->rows = source.rows;
    weight->experts = source.experts;
    weight->type = source.type;
    weight->sizeBytes = uploadBytes(source);
    weight->values = zeros(source.columns * source.rows * source.experts);
    const uint64_t rowBytes = source.columns / type.blockElements * type.blockBytes;
    const uint64_t rows = source.rows * source.experts;
    const uint64_t rowsAtOnce = std::max<uint64_t>(1, (1U << 20U) / std::max<uint64_t>(rowBytes, 1));
    std::vector<std::byte> bytes;
    for (uint64_t row = 0; row < rows; row += rowsAtOnce) {
        const uint64_t count = std::min(rowsAtOnce, rows - row);
        bytes.resize(count * rowBytes);
        source.read(row * rowBytes, bytes);
        dequantizeRow(source.type, bytes,
                      std::span(weight->values).subspan(row * source.columns, count * source.columns));
    }
    return weight;
}

std::unique_ptr<Buffer> ReferenceBackend::allocate(uint64_t rows, uint64_t columns) {
    auto buffer = std::make_unique<HostBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    buffer->values = zeros(rows * columns);
    return buffer;
}

std::unique_ptr<PagedKvCache> ReferenceBackend::makePagedKvCache(std::vector<KvLayerShape> layers,
                                                                 KvTypes types, const GroupBlocks& blocks) {
    return std::make_unique<HostPagedKvCache>(std::move(layers), types, blocks);
}

std::unique_ptr<StateStore> ReferenceBackend::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                             uint32_t slots) {
    return std::make_unique<HostStateStore>(std::move(floatsPerLayer), slots);
}

void ReferenceBackend::rotateKeys(const RotateKeysArgs& args) {
    reference::rotateKeys(args);
}

void ReferenceBackend::readKeys(const ReadKeysArgs& args) {
    reference::readKeys(args);
}

void ReferenceBackend::beginBatch(const Batch& batch) {
    m_batch.begin(batch);
}

void ReferenceBackend::embed(const Weight& table, float scale, const Slice& out) {
    reference::embed(m_batch, table, scale, out);
}

void ReferenceBackend::linear(const LinearArgs& args) {
    reference::linear(m_batch, m_threads, args);
}

void ReferenceBackend::headLinear(const HeadLinearArgs& args) {
    reference::headLinear(m_batch, args);
}

void ReferenceBackend::writeKv(const KvWriteArgs& args) {
    reference::writeKv(m_batch, args);
}

void ReferenceBackend::attention(const AttentionArgs& args) {
    if (args.bidirectional && args.store->types.keepsResidualBlocks())
        unsupported("bidirectional attention over keys of few bits");
    attend(m_batch, m_threads, args);
}

void ReferenceBackend::experts(const ExpertsArgs& args) {
    runExperts(m_batch, m_threads, args);
}

void ReferenceBackend::norm(const NormArgs& args) {
    reference::norm(m_batch, args);
}

void ReferenceBackend::multiply(const MultiplyArgs& args) {
    reference::multiply(m_batch, args);
}

void ReferenceBackend::convolve(const ConvolutionArgs& args) {
    reference::convolve(m_batch, args);
}

void ReferenceBackend::recur(const RecurrenceArgs& args) {
    reference::recur(m_batch, args);
}

void ReferenceBackend::placeRows(const PlaceRowsArgs& args) {
    reference::placeRows(args);
}

void ReferenceBackend::upload(const Slice& to, uint64_t rows, std::span<const float> values) {
    for (uint64_t row = 0; row < rows; ++row) {
        std::copy_n(values.data() + row * to.columns, to.columns, rowOf(to, row));
    }
}

void ReferenceBackend::download(const Slice& from, uint64_t rows, std::span<float> out) {
    for (uint64_t row = 0; row < rows; ++row) {
        std::copy_n(rowOf(from, row), from.columns, out.data() + row * from.columns);
    }
}

}  // namespace hearth
