#include "format/huggingface/folder_tensor_table.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "hearth/error.h"
#include "hearth/quantize.h"
#include "hearth/readable_text.h"

namespace hearth::format {

bool takePrefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::optional<uint64_t> takeNumber(std::string_view& text, uint64_t limit) {
    uint64_t number = 0;
    size_t digits = 0;
    while (digits < text.size() && digits < 5 && text[digits] >= '0' && text[digits] <= '9')
        number = number * 10 + static_cast<uint64_t>(text[digits++] - '0');
    if (digits == 0 || digits >= text.size() || text[digits] != '.' || number >= limit) return std::nullopt;
    text.remove_prefix(digits + 1);
    return number;
}

std::string takeBlock(std::string_view& name, std::string_view prefix, uint64_t limit) {
    std::string_view rest = name;
    if (!takePrefix(rest, prefix)) return {};
    const auto index = takeNumber(rest, limit);
    if (!index) return {};
    name = rest;
    return "blk." + std::to_string(*index) + ".";
}

BlockType blockTypeOf(const SafeTensor& tensor) {
    if (tensor.type == "F32") return BlockType::F32;
    if (tensor.type == "F16") return BlockType::F16;
    if (tensor.type == "BF16") return BlockType::BF16;
    for (const BlockType type : {BlockType::Q4_0, BlockType::Q5_0, BlockType::Q8_0, BlockType::MXFP4,
                                 BlockType::FP8_E4M3, BlockType::FP8_E5M2}) {
        if (tensor.type == blockTypeInfo(type).name) return type;
    }
    throw Error(ErrorCode::Unsupported, "its tensor \"" + readableText(tensor.name) + "\" is stored as " +
                                            readableText(tensor.type) +
                                            ", which Hearth does not read yet; choose a GGUF file");
}

std::vector<float> valuesOf(const SafeTensor& tensor, const TensorSources& sources, float added) {
    std::vector<std::byte> bytes(static_cast<size_t>(tensor.sizeBytes));
    (*sources)[tensor.file](tensor.offset, bytes);
    std::vector<float> values(static_cast<size_t>(tensor.elements()));
    dequantizeRow(blockTypeOf(tensor), bytes, values);
    for (float& value : values) value += added;
    return values;
}

void RowPieces::read(const std::vector<BytesReader>& sources, uint64_t byteOffset,
                     std::span<std::byte> out) const {
    while (!out.empty()) {
        const uint64_t row = byteOffset / rowBytes, within = byteOffset % rowBytes;
        const Piece& piece = pieces[row / rowsEach];
        const uint64_t local = row % rowsEach;
        // Rows in their own order are read together.
        const uint64_t rows = order.empty() ? rowsEach - local : 1;
        const uint64_t step = std::min<uint64_t>(out.size(), rows * rowBytes - within);
        const uint64_t source = piece.firstRow + (order.empty() ? local : order[local]);
        sources[piece.tensor.file](piece.tensor.offset + source * rowBytes + within, out.first(step));
        out = out.subspan(step);
        byteOffset += step;
    }
}

void TensorTable::add(const std::string& name, BlockType type, std::vector<uint64_t> shape,
                      BytesReader reader) {
    GgufTensor tensor{name, type, std::move(shape), 0, 0};
    const BlockTypeInfo& info = blockTypeInfo(type);
    tensor.sizeBytes = tensor.elements() / info.blockElements * info.blockBytes;
    if (!m_model.tables.tensorIndex.try_emplace(name, m_model.tables.tensors.size()).second)
        throw Error(ErrorCode::BadFile, "two of its tensors are meant for " + readableText(name));
    tensor.file = static_cast<uint32_t>(m_model.tables.tensors.size());
    m_model.tables.tensors.push_back(std::move(tensor));
    m_model.readers.push_back(std::move(reader));
}

void TensorTable::addValues(const std::string& name, std::vector<float> values, std::vector<uint64_t> shape,
                            uint64_t times) {
    if (shape.empty()) shape = {values.size() * times};
    add(name, BlockType::F32, std::move(shape),
        [values = std::move(values)](uint64_t offset, std::span<std::byte> out) {
            const std::span<const std::byte> once = std::as_bytes(std::span(values));
            while (!out.empty()) {
                const uint64_t within = offset % once.size();
                const size_t step = std::min<uint64_t>(out.size(), once.size() - within);
                std::memcpy(out.data(), once.data() + within, step);
                out = out.subspan(step);
                offset += step;
            }
        });
}

void TensorTable::addRows(const std::string& name, RowPieces rows, uint64_t columns) {
    const BlockType type = blockTypeOf(rows.pieces.front().tensor);
    std::vector<uint64_t> shape{columns, rows.rowsEach * (rows.stacked ? 1 : rows.pieces.size())};
    if (rows.stacked && rows.pieces.size() > 1) shape.push_back(rows.pieces.size());
    const BlockTypeInfo& info = blockTypeInfo(type);
    rows.rowBytes = columns / info.blockElements * info.blockBytes;
    add(name, type, std::move(shape),
        [rows = std::move(rows), sources = m_sources](uint64_t offset, std::span<std::byte> out) {
            rows.read(*sources, offset, out);
        });
}

void TensorTable::addStrided(const std::string& name, const SafeTensor& tensor, const Strides& strides) {
    struct State {
        std::mutex mutex;
        uint64_t matrix = ~uint64_t{0};
        std::vector<std::byte> bytes;
    };
    const BlockType from = blockTypeOf(tensor);
    const BlockType to = blockTypeInfo(from).blockElements == 1 ? from : BlockType::F16;
    const size_t width = blockTypeInfo(to).blockBytes;
    const uint64_t matrixBytes = strides.rows * strides.columns * width;
    const uint64_t reach =
        (strides.rows - 1) * strides.rowStep + (strides.columns - 1) * strides.columnStep + 1;
    if (matrixBytes == 0 || strides.matrices == 0 ||
        strides.first + (strides.matrices - 1) * strides.matrixStep + reach > tensor.elements())
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const auto gather = [=, sources = m_sources](uint64_t matrix, std::vector<std::byte>& out) {
        const BlockTypeInfo& info = blockTypeInfo(from);
        const uint64_t first = strides.first + matrix * strides.matrixStep;
        const uint64_t firstBlock = first / info.blockElements,
                       endBlock = (first + reach + info.blockElements - 1) / info.blockElements;
        std::vector<std::byte> stored((endBlock - firstBlock) * info.blockBytes);
        (*sources)[tensor.file](tensor.offset + firstBlock * info.blockBytes, stored);
        if (from != to) {
            std::vector<float> values((endBlock - firstBlock) * info.blockElements);
            dequantizeRow(from, stored, values);
            stored.resize(values.size() * width);
            quantizeRow(to, values, stored);
        }
        const std::byte* base = stored.data() + (first - firstBlock * info.blockElements) * width;
        out.clear();
        for (uint64_t row = 0; row < strides.rows; ++row) {
            for (uint64_t column = 0; column < strides.columns; ++column) {
                const std::byte* at = base + (row * strides.rowStep + column * strides.columnStep) * width;
                out.insert(out.end(), at, at + width);
            }
        }
    };
    std::vector<uint64_t> shape{strides.columns, strides.rows};
    if (strides.matrices > 1 || tensor.shape.size() > 2) shape.push_back(strides.matrices);
    add(name, to, std::move(shape),
        [=, state = std::make_shared<State>()](uint64_t offset, std::span<std::byte> out) {
            const std::scoped_lock lock(state->mutex);
            while (!out.empty()) {
                const uint64_t matrix = offset / matrixBytes, within = offset % matrixBytes;
                if (state->matrix != matrix) {
                    gather(matrix, state->bytes);
                    state->matrix = matrix;
                }
                const uint64_t step = std::min<uint64_t>(out.size(), matrixBytes - within);
                std::copy_n(state->bytes.begin() + static_cast<ptrdiff_t>(within), step, out.begin());
                out = out.subspan(step);
                offset += step;
                if (within + step < matrixBytes) continue;
                state->matrix = ~uint64_t{0};  // loading reads every byte once
                state->bytes = {};
            }
        });
}

void TensorTable::addColumns(const std::string& name, const SafeTensor& tensor, std::vector<uint64_t> order,
                             uint64_t width) {
    const BlockType type = blockTypeOf(tensor);
    const BlockTypeInfo& info = blockTypeInfo(type);
    if (width % info.blockElements != 0)
        throw Error(ErrorCode::Unsupported, "the heads of its tensor \"" + readableText(tensor.name) +
                                                "\" do not hold whole blocks of " + tensor.type);
    const uint64_t runBytes = width / info.blockElements * info.blockBytes,
                   rowBytes = order.size() * runBytes;
    std::vector<uint64_t> shape{order.size() * width, tensor.shape[0]};
    add(name, type, std::move(shape),
        [=, order = std::move(order), sources = m_sources](uint64_t offset, std::span<std::byte> out) {
            while (!out.empty()) {
                const uint64_t run = offset % rowBytes / runBytes, within = offset % runBytes;
                const uint64_t step = std::min<uint64_t>(out.size(), runBytes - within);
                (*sources)[tensor.file](
                    tensor.offset + offset / rowBytes * rowBytes + order[run] * runBytes + within,
                    out.first(step));
                out = out.subspan(step);
                offset += step;
            }
        });
}

}  // namespace hearth::format
