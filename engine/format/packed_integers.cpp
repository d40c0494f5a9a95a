#include "format/packed_integers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>

#include "hearth/error.h"
#include "quant/half_float.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr uint32_t blockColumns = 32;

/// Integers of a matrix with a scale and a zero for every group of columns of a row.
struct CodeMatrix {
    uint64_t rows = 0, columns = 0;
    std::vector<uint8_t> codes{};     ///< (rows, columns)
    std::vector<float> scales{};      ///< (groups, rows)
    std::vector<uint16_t> zeros{};    ///< (groups, rows)
    std::vector<uint32_t> groupOf{};  ///< (columns)

    float scale(uint64_t row, uint64_t column) const { return scales[groupOf[column] * rows + row]; }
    int zero(uint64_t row, uint64_t column) const { return zeros[groupOf[column] * rows + row]; }
};

void putHalf(std::byte* to, float value) {
    const uint16_t half = floatToHalf(value);
    std::memcpy(to, &half, sizeof half);
}

/// A block of 32 columns that share one scale and zero.
void writeBlock(const CodeMatrix& matrix, BlockType type, uint64_t row, uint64_t column, std::byte* to) {
    const uint8_t* codes = matrix.codes.data() + row * matrix.columns + column;
    const float scale = matrix.scale(row, column);
    putHalf(to, scale);
    if (type == BlockType::Q8_0) {
        for (uint32_t i = 0; i < blockColumns; ++i) to[2 + i] = static_cast<std::byte>(codes[i] ^ 0x80U);
        return;
    }
    // With zeros in the way a code less its zero has five bits: Q5_0 keeps it exactly.
    const int added = type == BlockType::Q5_0 ? 16 - matrix.zero(row, column) : 0;
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

/// What a packed matrix is made of, checked; the codes are read when they are asked for.
struct Packing {
    std::string name;
    SafeTensor codes;
    enum class Order : uint8_t {
        ColumnsDown,
        RowsAcross,
        RowsAcrossShuffled,
        ColumnsAcross
    } order = Order::ColumnsDown;
    uint32_t bits = 4;
    CodeMatrix matrix;  ///< all but the codes
    BlockType type = BlockType::F16;
};

/// Where AWQ puts the eight columns of a word.
constexpr std::array<uint32_t, 8> shuffled{0, 4, 1, 5, 2, 6, 3, 7};

std::vector<uint8_t> unpackCodes(const Packing& packing, const std::vector<uint32_t>& words) {
    const uint64_t rows = packing.matrix.rows, columns = packing.matrix.columns;
    const uint32_t bits = packing.bits, perWord = 32 / bits, mask = (1U << bits) - 1;
    std::vector<uint8_t> codes(rows * columns);
    for (uint64_t row = 0; row < rows; ++row) {
        for (uint64_t column = 0; column < columns; ++column) {
            uint64_t word = 0;
            uint32_t place = 0;
            switch (packing.order) {
                case Packing::Order::ColumnsDown:
                    word = column / perWord * rows + row, place = static_cast<uint32_t>(column % perWord);
                    break;
                case Packing::Order::RowsAcross:
                case Packing::Order::RowsAcrossShuffled:
                    word = (column * rows + row) / perWord, place = static_cast<uint32_t>(row % perWord);
                    if (packing.order == Packing::Order::RowsAcrossShuffled) place = shuffled[place];
                    break;
                case Packing::Order::ColumnsAcross:
                    word = (row * columns + column) / perWord,
                    place = static_cast<uint32_t>(column % perWord);
                    break;
            }
            codes[row * columns + column] = static_cast<uint8_t>(words[word] >> (place * bits) & mask);
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
            std::vector<uint32_t> words(static_cast<size_t>(state->packing.codes.elements()));
            state->file(state->packing.codes.offset, std::as_writable_bytes(std::span(words)));
            CodeMatrix matrix = state->packing.matrix;
            matrix.codes = unpackCodes(state->packing, words);
            state->bytes = encode(matrix, state->packing.type);
        }
        std::copy_n(state->bytes.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
        state->served += out.size();
        if (state->served < state->bytes.size()) return;
        state->bytes = {};
        state->served = 0;
    };
}

/// The type that loses nothing, or least.
BlockType typeOf(const Packing& packing, uint64_t groupColumns) {
    const CodeMatrix& matrix = packing.matrix;
    bool inOrder = groupColumns % blockColumns == 0 && matrix.columns % blockColumns == 0;
    for (uint64_t column = 0; inOrder && column < matrix.columns; ++column)
        inOrder = matrix.groupOf[column] == column / groupColumns;
    if (!inOrder) return BlockType::F16;
    const int middle = 1 << (packing.bits - 1);
    const bool centred =
        std::all_of(matrix.zeros.begin(), matrix.zeros.end(), [&](int zero) { return zero == middle; });
    if (packing.bits == 8) return centred ? BlockType::Q8_0 : BlockType::F16;
    return centred ? BlockType::Q4_0 : BlockType::Q5_0;
}

void readScales(Packing& packing, const SafeTensor& tensor, uint64_t groups, bool rowsFirst,
                const std::vector<BytesReader>& readers) {
    CodeMatrix& matrix = packing.matrix;
    const std::vector<uint64_t> expected =
        rowsFirst ? std::vector<uint64_t>{matrix.rows, groups} : std::vector<uint64_t>{groups, matrix.rows};
    if (tensor.shape != expected) refuseWeights(packing.name, "have scales of another shape");
    matrix.scales = floatsOf(tensor, readers);
    if (rowsFirst) {
        std::vector<float> moved(matrix.scales.size());
        for (uint64_t row = 0; row < matrix.rows; ++row) {
            for (uint64_t group = 0; group < groups; ++group)
                moved[group * matrix.rows + row] = matrix.scales[row * groups + group];
        }
        matrix.scales = std::move(moved);
    }
    const float most = packing.bits == 8 ? largestHalf / 256 : largestHalf / 16;
    for (const float scale : matrix.scales) {
        if (!(std::abs(scale) <= most)) refuseWeights(packing.name, "have scales that cannot be");
    }
}

/// Rows that a word holds side by side.
void readZeros(Packing& packing, const SafeTensor& tensor, uint64_t groups, uint32_t added,
               const std::vector<BytesReader>& readers) {
    CodeMatrix& matrix = packing.matrix;
    const uint64_t perWord = 32 / packing.bits;
    if (tensor.shape != std::vector<uint64_t>{groups, matrix.rows / perWord})
        refuseWeights(packing.name, "have zeros of another shape");
    const auto words = wordsOf(tensor, readers);
    matrix.zeros.resize(groups * matrix.rows);
    for (uint64_t i = 0; i < matrix.zeros.size(); ++i) {
        auto place = static_cast<uint32_t>(i % perWord);
        if (packing.order == Packing::Order::RowsAcrossShuffled) place = shuffled[place];
        const uint32_t code = words[i / perWord] >> (place * packing.bits) & ((1U << packing.bits) - 1);
        matrix.zeros[i] = static_cast<uint16_t>(code + added);
    }
}

/// GPTQ and AWQ.
Packing groupedPacking(const std::string& name, const PackedParts& parts, const Json& quantization, bool awq,
                       const std::vector<BytesReader>& readers) {
    Packing packing{.name = name, .codes = partOf(parts, "qweight", name), .matrix = {}};
    packing.bits = quantization.value("bits", quantization.value("w_bit", 4U));
    if (packing.bits != 4 && (awq || packing.bits != 8)) {
        throw Error(ErrorCode::Unsupported,
                    "its weights have " + std::to_string(packing.bits) +
                        " bits, and Hearth reads such checkpoints with 4 or 8; choose "
                        "another, or a GGUF file");
    }
    if (std::string version = quantization.value("version", "gemm");
        awq && version != "gemm" && version != "GEMM") {
        throw Error(ErrorCode::Unsupported,
                    "its weights are laid out by AWQ's version \"" + version +
                        "\", and Hearth reads \"gemm\"; choose another checkpoint, or a "
                        "GGUF file");
    }
    const uint64_t perWord = 32 / packing.bits;
    const SafeTensor& codes = packing.codes;
    if (codes.shape.size() != 2 || (codes.type != "I32" && codes.type != "U32"))
        refuseWeights(name, "are not packed into 32 bits");
    CodeMatrix& matrix = packing.matrix;
    packing.order = awq ? Packing::Order::RowsAcrossShuffled : Packing::Order::ColumnsDown;
    matrix.columns = codes.shape[0] * (awq ? 1 : perWord);
    matrix.rows = codes.shape[1] * (awq ? perWord : 1);
    if (matrix.columns == 0 || matrix.rows == 0 || matrix.rows % perWord != 0)
        refuseWeights(name, "have no shape");
    const int64_t stated = quantization.value("group_size", quantization.value("q_group_size", int64_t{128}));
    const uint64_t groupColumns = stated > 0 ? static_cast<uint64_t>(stated) : matrix.columns;
    const uint64_t groups = (matrix.columns + groupColumns - 1) / groupColumns;
    readScales(packing, partOf(parts, "scales", name), groups, false, readers);
    // The first format of GPTQ stores every zero less one.
    const bool lessOne = !awq && quantization.value("checkpoint_format", "gptq") != "gptq_v2";
    readZeros(packing, partOf(parts, "qzeros", name), groups, lessOne ? 1 : 0, readers);
    matrix.groupOf.resize(matrix.columns);
    for (uint64_t i = 0; i < matrix.columns; ++i) matrix.groupOf[i] = static_cast<uint32_t>(i / groupColumns);
    if (const auto index = parts.find("g_idx"); !awq && index != parts.end()) {
        if (index->second.elements() != matrix.columns)
            refuseWeights(name, "have an order of another length");
        matrix.groupOf = wordsOf(index->second, readers);
        if (std::any_of(matrix.groupOf.begin(), matrix.groupOf.end(),
                        [&](uint32_t g) { return g >= groups; }))
            refuseWeights(name, "have an order that names groups which are not there");
    }
    packing.type = typeOf(packing, groupColumns);
    return packing;
}

/// compressed-tensors' integers: (rows, columns / 8), codes with 8 added, scales (rows, groups).
Packing compressedPacking(const std::string& name, const PackedParts& parts,
                          const std::vector<BytesReader>& readers) {
    Packing packing{.name = name, .codes = partOf(parts, "weight_packed", name), .matrix = {}};
    const SafeTensor& scales = partOf(parts, "weight_scale", name);
    if (parts.contains("weight_zero_point") || parts.contains("weight_g_idx")) {
        throw Error(
            ErrorCode::Unsupported,
            "its weights are packed with zeros or in another order, which Hearth does not read yet; choose "
            "a checkpoint of GPTQ or AWQ, or a GGUF file");
    }
    if (packing.codes.shape.size() != 2 || packing.codes.type != "I32" || scales.shape.size() != 2)
        refuseWeights(name, "are not packed into 32 bits");
    CodeMatrix& matrix = packing.matrix;
    packing.order = Packing::Order::ColumnsAcross;
    matrix.rows = packing.codes.shape[0], matrix.columns = packing.codes.shape[1] * 8;
    const uint64_t groups = scales.shape[1];
    if (groups == 0 || matrix.columns == 0 || matrix.columns % groups != 0)
        refuseWeights(name, "have no shape");
    readScales(packing, scales, groups, true, readers);
    const uint64_t groupColumns = matrix.columns / groups;
    matrix.zeros.assign(groups * matrix.rows, 8);
    matrix.groupOf.resize(matrix.columns);
    for (uint64_t i = 0; i < matrix.columns; ++i) matrix.groupOf[i] = static_cast<uint32_t>(i / groupColumns);
    packing.type = typeOf(packing, groupColumns);
    return packing;
}

UnpackedMatrix unpackedOf(Packing packing, const std::vector<BytesReader>& readers) {
    UnpackedMatrix matrix{packing.type, packing.matrix.rows, packing.matrix.columns};
    const BytesReader file = readers[packing.codes.file];
    matrix.reader = readerOf(std::move(packing), file);
    return matrix;
}

}  // namespace

UnpackedMatrix unpackIntegers(const std::string& name, const PackedParts& parts, const Json& quantization,
                              bool awq, const std::vector<BytesReader>& readers) {
    return unpackedOf(groupedPacking(name, parts, quantization, awq, readers), readers);
}

UnpackedMatrix unpackCompressed(const std::string& name, const PackedParts& parts,
                                const std::vector<BytesReader>& readers) {
    return unpackedOf(compressedPacking(name, parts, readers), readers);
}

}  // namespace hearth::format
