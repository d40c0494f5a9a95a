#include "format/gguf/gguf_tables.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "format/format_errors.h"
#include "format/gguf/readable_name.h"
#include "format/gguf/table_cursor.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth {

uint64_t GgufTensor::elements() const noexcept {
    uint64_t product = 1;
    for (const uint64_t extent : shape) product *= extent;  // checked by the reader
    return product;
}

}  // namespace hearth

namespace hearth::format {
namespace {

enum class ValueType : uint32_t {
    U8 = 0,
    I8 = 1,
    U16 = 2,
    I16 = 3,
    U32 = 4,
    I32 = 5,
    F32 = 6,
    Bool = 7,
    String = 8,
    Array = 9,
    U64 = 10,
    I64 = 11,
    F64 = 12,
};

constexpr uint32_t magic = 0x46554747;  // "GGUF"
constexpr uint64_t longestKeyBytes = 65535;
constexpr uint64_t longestTensorNameBytes = 63;
constexpr uint64_t longestTextBytes = uint64_t{16} << 20;
constexpr uint64_t longestArray = uint64_t{1} << 24;
constexpr uint64_t leastEntryBytes = 8 + 1 + 4 + 1;  // length, one letter, type, value
constexpr uint64_t leastTensorBytes =
    8 + 1 + 4 + 8 + 4 + 8;  // length, letter, dimensions, one extent, type, offset
constexpr uint32_t defaultAlignment = 32;
constexpr uint32_t largestAlignment = 1U << 20;
constexpr uint32_t mostDimensions = 4;

[[noreturn]] void refuseTables(const std::string& clause) {
    throw Error(ErrorCode::BadFile, clause);
}

std::string inQuotes(std::string_view name) {
    return "\"" + readableText(name) + "\"";
}

/// Bytes of one value in the file (the least, for a string); 0 for what is no value type.
uint64_t leastValueBytes(uint32_t type) {
    switch (static_cast<ValueType>(type)) {
        case ValueType::U8:
        case ValueType::I8:
        case ValueType::Bool:
            return 1;
        case ValueType::U16:
        case ValueType::I16:
            return 2;
        case ValueType::U32:
        case ValueType::I32:
        case ValueType::F32:
            return 4;
        case ValueType::String:
        case ValueType::U64:
        case ValueType::I64:
        case ValueType::F64:
            return 8;
        case ValueType::Array:
            return 12;
    }
    return 0;
}

bool readBool(TableCursor& cursor, const std::string& what) {
    const auto value = cursor.number<uint8_t>(what);
    if (value > 1) refuseTables(what + " is a truth value but holds " + std::to_string(value));
    return value == 1;
}

GgufValue readScalar(TableCursor& cursor, ValueType type, const std::string& what) {
    switch (type) {
        case ValueType::U8:
            return GgufValue(uint64_t{cursor.number<uint8_t>(what)});
        case ValueType::I8:
            return GgufValue(int64_t{cursor.number<int8_t>(what)});
        case ValueType::U16:
            return GgufValue(uint64_t{cursor.number<uint16_t>(what)});
        case ValueType::I16:
            return GgufValue(int64_t{cursor.number<int16_t>(what)});
        case ValueType::U32:
            return GgufValue(uint64_t{cursor.number<uint32_t>(what)});
        case ValueType::I32:
            return GgufValue(int64_t{cursor.number<int32_t>(what)});
        case ValueType::U64:
            return GgufValue(cursor.number<uint64_t>(what));
        case ValueType::I64:
            return GgufValue(cursor.number<int64_t>(what));
        case ValueType::F32:
            return GgufValue(double{cursor.number<float>(what)});
        case ValueType::F64:
            return GgufValue(cursor.number<double>(what));
        case ValueType::Bool:
            return GgufValue(readBool(cursor, what));
        case ValueType::String:
            return GgufValue(cursor.text(what, longestTextBytes));
        case ValueType::Array:
            break;
    }
    refuseTables(what + " has an unknown type");
}

/// An element of an array of integers.
int64_t readInteger(TableCursor& cursor, ValueType type, const std::string& what) {
    switch (type) {
        case ValueType::U8:
            return cursor.number<uint8_t>(what);
        case ValueType::I8:
            return cursor.number<int8_t>(what);
        case ValueType::U16:
            return cursor.number<uint16_t>(what);
        case ValueType::I16:
            return cursor.number<int16_t>(what);
        case ValueType::U32:
            return cursor.number<uint32_t>(what);
        case ValueType::I32:
            return cursor.number<int32_t>(what);
        case ValueType::I64:
            return cursor.number<int64_t>(what);
        case ValueType::Bool:
            return readBool(cursor, what) ? 1 : 0;
        default:
            break;
    }
    const auto value = cursor.number<uint64_t>(what);
    if (value > static_cast<uint64_t>(INT64_MAX)) refuseTables(what + " holds a number above 2^63");
    return static_cast<int64_t>(value);
}

GgufValue readArray(TableCursor& cursor, const std::string& what, bool integersAsFloats) {
    const auto typeId = cursor.number<uint32_t>(what);
    const auto type = static_cast<ValueType>(typeId);
    const auto count = cursor.number<uint64_t>(what);
    if (type == ValueType::Array) refuseTables(what + " is an array of arrays, which Hearth does not read");
    const uint64_t bytesEach = leastValueBytes(typeId);
    if (bytesEach == 0)
        refuseTables(what + " is an array of the unknown value type " + std::to_string(typeId));
    cursor.requireRoom(count, bytesEach, "elements in " + what);
    if (count > longestArray)
        refuseTables(what + " has " + std::to_string(count) + " elements and at most " +
                     std::to_string(longestArray) + " are allowed");
    const auto size = static_cast<size_t>(count);
    if (type == ValueType::String) {
        GgufValue::Strings
            strings;  // grows as it is read: a string object is larger than an empty string in the file
        for (size_t i = 0; i < size; ++i) strings.push_back(cursor.text(what, longestTextBytes));
        return GgufValue(std::move(strings));
    }
    if (type == ValueType::F32 || type == ValueType::F64 || integersAsFloats) {
        GgufValue::Floats floats(size);
        for (auto& element : floats) {
            if (type == ValueType::F32)
                element = cursor.number<float>(what);
            else if (type == ValueType::F64)
                element = static_cast<float>(cursor.number<double>(what));
            else
                element = static_cast<float>(readInteger(cursor, type, what));
        }
        return GgufValue(std::move(floats));
    }
    GgufValue::Integers integers(size);
    for (auto& element : integers) element = readInteger(cursor, type, what);
    return GgufValue(std::move(integers));
}

uint32_t checkedAlignment(ValueType type, const GgufValue& value) {
    const auto* number = std::get_if<uint64_t>(&value.storage());
    if (type != ValueType::U32 || number == nullptr)
        refuseTables("\"general.alignment\" is not a 32-bit number");
    if (!std::has_single_bit(*number) || *number > largestAlignment)
        refuseTables("\"general.alignment\" is " + std::to_string(*number) +
                     " and must be a power of two up to " + std::to_string(largestAlignment));
    return static_cast<uint32_t>(*number);
}

/// The metadata table; returns the alignment of the data.
uint32_t readMetadata(TableCursor& cursor, uint64_t count, GgufTables& tables) {
    uint32_t alignment = defaultAlignment;
    for (uint64_t i = 0; i < count; ++i) {
        const std::string ordinal = "key " + std::to_string(i + 1);
        std::string key = cursor.text(ordinal, longestKeyBytes);
        if (key.empty()) refuseTables(ordinal + " has no name");
        if (!isReadableName(key)) refuseTables(ordinal + " has a name that is not text");
        const std::string what = inQuotes(key);
        const auto typeId = cursor.number<uint32_t>(what);
        if (leastValueBytes(typeId) == 0)
            refuseTables(what + " has the unknown value type " + std::to_string(typeId));
        const auto type = static_cast<ValueType>(typeId);
        // Some converters write the scores of the vocabulary as integers.
        GgufValue value = type == ValueType::Array ? readArray(cursor, what, key == "tokenizer.ggml.scores")
                                                   : readScalar(cursor, type, what);
        if (key == "general.alignment") alignment = checkedAlignment(type, value);
        if (!tables.keyIndex.try_emplace(key, tables.metadata.size()).second)
            refuseTables(what + " stands twice in its metadata");
        tables.metadata.emplace_back(std::move(key), std::move(value));
    }
    return alignment;
}

BlockType checkedType(uint32_t id, const std::string& what) {
    if (const auto* info = findBlockType(id)) return info->type;
    throw Error(errors::unknownBlockType, {what, id});
}

/// Bytes of a tensor, or nullopt when the product does not fit.
std::optional<uint64_t> tensorBytes(const GgufTensor& tensor, const BlockTypeInfo& info) {
    uint64_t elements = 1;
    for (const uint64_t extent : tensor.shape)
        if (__builtin_mul_overflow(elements, extent, &elements)) return std::nullopt;
    uint64_t bytes = 0;
    if (elements > static_cast<uint64_t>(INT64_MAX) ||
        __builtin_mul_overflow(elements / info.blockElements, uint64_t{info.blockBytes}, &bytes))
        return std::nullopt;
    return bytes;
}

GgufTensor readTensor(TableCursor& cursor, uint64_t ordinal, uint32_t alignment) {
    const std::string place = "tensor " + std::to_string(ordinal);
    GgufTensor tensor{cursor.text(place + "'s name", longestTensorNameBytes), BlockType::F32, {}, 0, 0};
    if (tensor.name.empty()) refuseTables(place + " has no name");
    if (!isReadableName(tensor.name)) refuseTables(place + " has a name that is not text");
    const std::string what = "tensor " + inQuotes(tensor.name);
    const auto dimensions = cursor.number<uint32_t>(what);
    if (dimensions == 0 || dimensions > mostDimensions)
        refuseTables(what + " has " + std::to_string(dimensions) + " dimensions and must have 1 to 4");
    for (uint32_t i = 0; i < dimensions; ++i) {
        const auto extent = cursor.number<int64_t>(what);
        if (extent <= 0) refuseTables(what + " has an extent of " + std::to_string(extent));
        tensor.shape.push_back(static_cast<uint64_t>(extent));
    }
    tensor.type = checkedType(cursor.number<uint32_t>(what), what);
    tensor.offset = cursor.number<uint64_t>(what);
    const auto& info = blockTypeInfo(tensor.type);
    if (tensor.shape[0] % info.blockElements != 0)
        refuseTables(what + " has rows of " + std::to_string(tensor.shape[0]) +
                     " elements, not whole blocks of " + std::string(info.name));
    const auto bytes = tensorBytes(tensor, info);
    if (!bytes) refuseTables(what + " has extents whose product is too large");
    tensor.sizeBytes = *bytes;
    if (tensor.offset % alignment != 0)
        refuseTables(what + " starts at byte " + std::to_string(tensor.offset) +
                     " of the data, which is not a multiple of the alignment " + std::to_string(alignment));
    return tensor;
}

/// Turns offsets within the data into offsets within the file and checks that the tensors lie apart and
/// inside it.
void placeTensors(std::vector<GgufTensor>& tensors, uint64_t dataStart, uint64_t fileBytes) {
    std::vector<const GgufTensor*> byOffset;
    byOffset.reserve(tensors.size());
    for (auto& tensor : tensors) {
        uint64_t end = 0;
        if (__builtin_add_overflow(tensor.offset, dataStart, &tensor.offset) ||
            __builtin_add_overflow(tensor.offset, tensor.sizeBytes, &end) || end > fileBytes)
            throw Error(errors::tensorBeyondEnd, {readableText(tensor.name), fileBytes});
        byOffset.push_back(&tensor);
    }
    std::sort(byOffset.begin(), byOffset.end(),
              [](const GgufTensor* a, const GgufTensor* b) { return a->offset < b->offset; });
    for (size_t i = 1; i < byOffset.size(); ++i)
        if (byOffset[i]->offset - byOffset[i - 1]->offset < byOffset[i - 1]->sizeBytes)
            refuseTables("tensors " + inQuotes(byOffset[i - 1]->name) + " and " +
                         inQuotes(byOffset[i]->name) + " overlap");
}

uint32_t readVersion(TableCursor& cursor) {
    if (cursor.remaining() == 0) throw Error(errors::emptyFile);
    if (cursor.number<uint32_t>("its first four bytes") != magic) throw Error(errors::notGguf);
    const auto version = cursor.number<uint32_t>("its version");
    if (version != 0 && (version & 0xFFFFU) == 0) throw Error(errors::bigEndian);
    if (version == 1) throw Error(errors::outdatedVersion);
    if (version != 2 && version != 3) throw Error(errors::unknownVersion, {version});
    return version;
}

}  // namespace

GgufTables readTables(const ByteSource& source) {
    TableCursor cursor(source);
    GgufTables tables;
    tables.version = readVersion(cursor);
    const auto tensorCount = cursor.number<uint64_t>("its tensor count");
    const auto keyCount = cursor.number<uint64_t>("its key count");
    cursor.requireRoom(keyCount, leastEntryBytes, "keys");
    cursor.requireRoom(tensorCount, leastTensorBytes, "tensors");
    const uint32_t alignment = readMetadata(cursor, keyCount, tables);
    cursor.requireRoom(tensorCount, leastTensorBytes, "tensors");
    for (uint64_t i = 0; i < tensorCount; ++i) {
        tables.tensors.push_back(readTensor(cursor, i + 1, alignment));
        if (!tables.tensorIndex.try_emplace(tables.tensors.back().name, i).second)
            refuseTables("tensor " + inQuotes(tables.tensors.back().name) + " stands twice in its table");
    }
    // Positions are at most the file's size, so the sum cannot wrap.
    const uint64_t dataStart = (cursor.position() + alignment - 1) / alignment * alignment;
    placeTensors(tables.tensors, dataStart, source.sizeBytes());
    return tables;
}

}  // namespace hearth::format
