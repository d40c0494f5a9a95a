#include "format/packed/code_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>

#include "quant/half_float.h"

namespace hearth::format {

namespace {

constexpr uint32_t blockColumns = 32;

void putHalf(std::byte* to, float value) {
    const uint16_t half = floatToHalf(value);
    std::memcpy(to, &half, sizeof half);
}

/// A block of 32 columns that share one scale and zero.
void writeBlock(const CodeMatrix& matrix, BlockType type, uint64_t row, uint64_t column, std::byte* to) {
    const uint8_t* codes = matrix.codes.data() + row * matrix.columns + column;
    const int zero = matrix.zero(row, column);
    putHalf(to, matrix.scale(row, column));
    if (type == BlockType::Q8_0) {
        for (uint32_t i = 0; i < blockColumns; ++i)
            to[2 + i] = static_cast<std::byte>(static_cast<int8_t>(codes[i] - zero));
        return;
    }
    const int added = (type == BlockType::Q5_0 ? 16 : 8) - zero;
    std::byte* nibbles = to + (type == BlockType::Q5_0 ? 6 : 2);
    uint32_t high = 0;
    for (uint32_t i = 0; i < blockColumns / 2; ++i) {
        const auto first = static_cast<uint32_t>(codes[i] + added),
                   second = static_cast<uint32_t>(codes[i + blockColumns / 2] + added);
        nibbles[i] = static_cast<std::byte>((first & 15U) | (second & 15U) << 4U);
        high |= first >> 4U << i | second >> 4U << (i + blockColumns / 2);
    }
    if (type == BlockType::Q5_0) std::memcpy(to + 2, &high, sizeof high);
}

std::vector<std::byte> encode(const CodeMatrix& matrix, BlockType type) {
    const BlockTypeInfo& info = blockTypeInfo(type);
    std::vector<std::byte> bytes(matrix.rows * (matrix.columns / info.blockElements) * info.blockBytes);
    std::byte* to = bytes.data();
    for (uint64_t row = 0; row < matrix.rows; ++row) {
        for (uint64_t column = 0; column < matrix.columns;
             column += info.blockElements, to += info.blockBytes) {
            if (type == BlockType::F16) {
                const int code = matrix.codes[row * matrix.columns + column];
                putHalf(to, static_cast<float>(code - matrix.zero(row, column)) * matrix.scale(row, column));
            } else {
                writeBlock(matrix, type, row, column, to);
            }
        }
    }
    return bytes;
}

std::vector<uint8_t> unpackCodes(const Packing& packing, std::span<const std::byte> bytes) {
    const uint64_t rows = packing.matrix.rows, columns = packing.matrix.columns;
    const uint32_t bits = packing.bits, perWord = 32 / bits;
    const uint64_t rowBits = rows != 0 ? bytes.size() / rows * 8 : 0;
    std::vector<uint8_t> codes(rows * columns);
    for (uint64_t row = 0; row < rows; ++row) {
        for (uint64_t column = 0; column < columns; ++column) {
            uint64_t word = 0, bit = 0;
            uint32_t place = 0;
            switch (packing.order) {
                case Packing::Order::ColumnsDown:
                    word = column * bits / 32 * rows + row, place = static_cast<uint32_t>(column * bits % 32);
                    bit = word * 32 + place;
                    if (place + bits > 32) {
                        // The rest is in the next word down.
                        const uint32_t low = 32 - place;
                        codes[row * columns + column] = static_cast<uint8_t>(
                            bitsAt(bytes, bit, low) | bitsAt(bytes, (word + rows) * 32, bits - low) << low);
                        continue;
                    }
                    break;
                case Packing::Order::RowsAcross:
                case Packing::Order::RowsAcrossShuffled:
                    word = (column * rows + row) / perWord, place = static_cast<uint32_t>(row % perWord);
                    if (packing.order == Packing::Order::RowsAcrossShuffled) place = shuffledPlace(place);
                    bit = word * 32 + place * bits;
                    break;
                case Packing::Order::ColumnsAcross:
                    bit = row * rowBits + column * bits;
                    break;
            }
            const uint32_t code = bitsAt(bytes, bit, bits);
            codes[row * columns + column] = static_cast<uint8_t>(packing.signedCodes ? code ^ 0x80U : code);
        }
    }
    return codes;
}

/// The reader of a matrix that is unpacked as a whole when it is first read, and given up when so many bytes
/// were read as it has: those who load it read each byte once.
BytesReader readerOf(Packing packing, BytesReader file) {
    struct State {
        Packing packing;
        BytesReader file;
        std::mutex mutex;
        std::vector<std::byte> bytes;
        uint64_t served = 0;
    };
    auto state = std::make_shared<State>();
    state->packing = std::move(packing);
    state->file = std::move(file);
    return [state](uint64_t offset, std::span<std::byte> out) {
        const std::scoped_lock lock(state->mutex);
        if (state->bytes.empty()) {
            std::vector<std::byte> packed(static_cast<size_t>(state->packing.codes.sizeBytes));
            state->file(state->packing.codes.offset, packed);
            CodeMatrix matrix = state->packing.matrix;
            matrix.codes = unpackCodes(state->packing, packed);
            state->bytes = encode(matrix, state->packing.type);
        }
        std::copy_n(state->bytes.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
        state->served += out.size();
        if (state->served < state->bytes.size()) return;
        state->bytes = {};
        state->served = 0;
    };
}

BlockType typeOf(const Packing& packing) {
    const CodeMatrix& matrix = packing.matrix;
    bool inOrder = packing.groupColumns % blockColumns == 0 && matrix.columns % blockColumns == 0;
    for (uint64_t column = 0; inOrder && column < matrix.columns; ++column)
        inOrder = matrix.groupOf[column] == column / packing.groupColumns;
    if (!inOrder) return BlockType::F16;
    const int middle = 1 << (packing.bits - 1);
    const bool centred =
        std::all_of(matrix.zeros.begin(), matrix.zeros.end(), [&](int zero) { return zero == middle; });
    if (packing.bits == 8) return centred ? BlockType::Q8_0 : BlockType::F16;
    if (packing.bits > 4) return BlockType::Q8_0;
    return centred ? BlockType::Q4_0 : BlockType::Q5_0;
}

}  // namespace

uint32_t shuffledPlace(uint32_t place) noexcept {
    constexpr std::array<uint32_t, 8> places{0, 4, 1, 5, 2, 6, 3, 7};
    return places[place % places.size()];
}

uint32_t bitsAt(std::span<const std::byte> bytes, uint64_t bit, uint32_t bits) noexcept {
    const uint64_t at = bit / 8;
    auto window = static_cast<uint32_t>(bytes[at]);
    if (at + 1 < bytes.size()) window |= static_cast<uint32_t>(bytes[at + 1]) << 8U;
    return window >> (bit % 8) & ((1U << bits) - 1);
}

void groupInOrder(Packing& packing) {
    CodeMatrix& matrix = packing.matrix;
    matrix.groupOf.resize(matrix.columns);
    for (uint64_t i = 0; i < matrix.columns; ++i)
        matrix.groupOf[i] = static_cast<uint32_t>(i / packing.groupColumns);
}

void readScales(Packing& packing, const SafeTensor& tensor, uint64_t groups, bool rowsFirst,
                const std::vector<BytesReader>& readers) {
    CodeMatrix& matrix = packing.matrix;
    const std::vector<uint64_t> expected =
        rowsFirst ? std::vector<uint64_t>{matrix.rows, groups} : std::vector<uint64_t>{groups, matrix.rows};
    const bool one = tensor.elements() == 1 && groups == 1;
    if (!one && tensor.shape != expected) refuseWeights(packing.name, "have scales of another shape");
    matrix.scales = floatsOf(tensor, readers);
    if (one) {
        matrix.scales.assign(matrix.rows, matrix.scales.front());
    } else if (rowsFirst) {
        std::vector<float> moved(matrix.scales.size());
        for (uint64_t row = 0; row < matrix.rows; ++row) {
            for (uint64_t group = 0; group < groups; ++group)
                moved[group * matrix.rows + row] = matrix.scales[row * groups + group];
        }
        matrix.scales = std::move(moved);
    }
    const float most = largestHalf / static_cast<float>(1U << packing.bits);
    for (const float scale : matrix.scales) {
        if (!(std::abs(scale) <= most)) refuseWeights(packing.name, "have scales that cannot be");
    }
}

UnpackedMatrix unpackedOf(Packing packing, const std::vector<BytesReader>& readers) {
    packing.type = typeOf(packing);
    UnpackedMatrix matrix{
        .type = packing.type, .rows = packing.matrix.rows, .columns = packing.matrix.columns};
    const BytesReader file = readers[packing.codes.file];
    matrix.reader = readerOf(std::move(packing), file);
    return matrix;
}

}  // namespace hearth::format
