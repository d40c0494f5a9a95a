#include "malformed_gguf.h"

#include <cstdint>
#include <limits>

#include "hearth/block_type.h"
#include "support/gguf_writer.h"

namespace hearth::test {
namespace {

using Cases = std::vector<MalformedGguf>;
using Texts = std::vector<std::string>;
constexpr int64_t hugeExtent = std::numeric_limits<int64_t>::max();
constexpr uint64_t uselessCounts[] = {1ULL << 16, 1ULL << 32, 1ULL << 60, 1ULL << 63, UINT64_MAX};
const char* const notText[] = {"a\x80",    "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                               "\xE2\x82", "a\nb",     "\xFF"};

void refuse(Cases& cases, const std::string& name, std::vector<std::byte> image, const std::string& mentions,
            ErrorCode code = ErrorCode::BadFile) {
    cases.push_back({name, std::move(image), code, mentions});
}

std::string withNumber(const char* text, uint64_t number) {
    return text + std::to_string(number);
}

void addHeaders(Cases& cases) {
    const auto whole = GgufWriter().image();
    refuse(cases, "no bytes", {}, "empty");
    for (size_t length = 1; length < whole.size(); ++length)
        refuse(cases, withNumber("header cut to ", length),
               std::vector<std::byte>(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)),
               "cut short");
    for (size_t i = 0; i < 4; ++i) {
        auto image = whole;
        image[i] ^= std::byte{0x20};
        refuse(cases, withNumber("bad magic at ", i), image, "not a GGUF file");
    }
    for (const uint32_t version : {0U, 4U, 5U, 100U, 0xFFFFFFFFU})
        refuse(cases, withNumber("version ", version), GgufWriter(version).image(), "version",
               ErrorCode::Unsupported);
    refuse(cases, "version 1", GgufWriter(1).image(), "version 1", ErrorCode::Unsupported);
    for (const uint32_t version : {0x01000000U, 0x02000000U, 0x03000000U})
        refuse(cases, withNumber("big-endian ", version), GgufWriter(version).image(), "big-endian",
               ErrorCode::Unsupported);
    for (const uint64_t count : uselessCounts) {
        refuse(cases, withNumber("key count ", count), GgufWriter().text("a", "b").claimKeys(count).image(),
               "keys");
        refuse(cases, withNumber("tensor count ", count),
               GgufWriter().text("a", "b").claimTensors(count).image(), "tensors");
        refuse(cases, withNumber("both counts ", count),
               GgufWriter().text("a", "b").claimKeys(count).claimTensors(count).image(), "claims");
    }
    refuse(cases, "one key too many", GgufWriter().text("a", "bcdefgh").claimKeys(2).image(), "cut short");
    refuse(cases, "one tensor too many", GgufWriter().text("a", std::string(64, 'x')).claimTensors(1).image(),
           "can hold");
}

void addKeys(Cases& cases) {
    refuse(cases, "empty key", GgufWriter().u32("", 1).u32("filler", 1).image(), "no name");
    refuse(cases, "key with NUL", GgufWriter().u32(std::string_view("a\0b", 3), 1).image(), "not text");
    for (size_t i = 0; i < std::size(notText); ++i)
        refuse(cases, withNumber("key that is not text ", i),
               GgufWriter().u32(notText[i], 1).u32("filler", 1).image(), "not text");
    refuse(cases, "long key", GgufWriter().u32(std::string(65536, 'k'), 1).image(), "65536 bytes long");
    refuse(cases, "duplicate key", GgufWriter().u32("a", 1).u32("b", 1).u32("a", 1).image(), "twice");
    refuse(cases, "duplicate key of another type", GgufWriter().u32("a", 1).text("a", "x").image(), "twice");
    refuse(cases, "duplicate alignment",
           GgufWriter().u32("general.alignment", 32).u32("general.alignment", 64).image(), "twice");
    for (const uint64_t length :
         {uint64_t{1} << 63, uint64_t{1} << 32, uint64_t{1000}, UINT64_MAX, UINT64_MAX - 7}) {
        // The value of the first entry claims the length; the second does so for its key.
        refuse(cases, withNumber("text length ", length),
               GgufWriter().rawValue("a", 8, ByteList().add(length)).image(), "cut short");
        ByteList key;
        key.add(uint32_t{1}).add(length).add(uint64_t{0}).add(uint64_t{0});
        refuse(cases, withNumber("key length ", length),
               GgufWriter().rawValue("a", 4, key).claimKeys(2).image(), "cut short");
    }
}

void addValues(Cases& cases) {
    for (const uint32_t type : {13U, 14U, 255U, 0x80000000U, 0xFFFFFFFFU}) {
        refuse(cases, withNumber("value type ", type),
               GgufWriter().rawValue("a", type, ByteList().add(0.0)).image(), "unknown value type");
        refuse(cases, withNumber("array of type ", type),
               GgufWriter().rawValue("a", 9, ByteList().add(type).add(uint64_t{1}).add(0.0)).image(),
               "unknown value type");
    }
    refuse(
        cases, "array of arrays",
        GgufWriter().rawValue("a", 9, ByteList().add(9U).add(uint64_t{1}).add(4U).add(uint64_t{0})).image(),
        "array of arrays");
    for (uint32_t type = 0; type < 13; ++type) {
        if (type == 9) continue;
        for (const uint64_t count : {uint64_t{1} << 40, uint64_t{1} << 60, UINT64_MAX})
            refuse(cases, withNumber("array of type ", type) + withNumber(" and length ", count),
                   GgufWriter().rawValue("a", 9, ByteList().add(type).add(count).add(0.0)).image(),
                   "can hold");
    }
    for (const uint8_t value : {2, 255}) {
        refuse(cases, withNumber("truth value ", value),
               GgufWriter().rawValue("a", 7, ByteList().add(value)).u64("b", 1).image(), "truth value");
        refuse(cases, withNumber("array of truth value ", value),
               GgufWriter().rawValue("a", 9, ByteList().add(7U).add(uint64_t{1}).add(value)).image(),
               "truth value");
    }
    refuse(cases, "array with a number above 2^63",
           GgufWriter().rawValue("a", 9, ByteList().add(10U).add(uint64_t{1}).add(UINT64_MAX)).image(),
           "2^63");
    refuse(cases, "texts cut short",
           GgufWriter()
               .rawValue("a", 9, ByteList().add(8U).add(uint64_t{2}).addText("x").add(uint64_t{50}))
               .image(),
           "cut short");
}

void addAlignments(Cases& cases) {
    const std::string key = "general.alignment";
    for (const uint32_t alignment : {0U, 3U, 5U, 6U, 7U, 12U, 24U, 31U, 33U, 1U << 21, 1U << 31, 0xFFFFFFFFU})
        refuse(cases, withNumber("alignment ", alignment), GgufWriter().u32(key, alignment).image(),
               "power of two");
    refuse(cases, "alignment u8", GgufWriter().u8(key, 32).u64("b", 1).image(), "32-bit");
    refuse(cases, "alignment i8", GgufWriter().i8(key, 32).u64("b", 1).image(), "32-bit");
    refuse(cases, "alignment u16", GgufWriter().u16(key, 32).image(), "32-bit");
    refuse(cases, "alignment i16", GgufWriter().i16(key, 32).image(), "32-bit");
    refuse(cases, "alignment i32", GgufWriter().i32(key, 32).image(), "32-bit");
    refuse(cases, "alignment u64", GgufWriter().u64(key, 32).image(), "32-bit");
    refuse(cases, "alignment i64", GgufWriter().i64(key, 32).image(), "32-bit");
    refuse(cases, "alignment f32", GgufWriter().f32(key, 32).image(), "32-bit");
    refuse(cases, "alignment f64", GgufWriter().f64(key, 32).image(), "32-bit");
    refuse(cases, "alignment truth value", GgufWriter().boolean(key, true).u64("b", 1).image(), "32-bit");
    refuse(cases, "alignment text", GgufWriter().text(key, "32").image(), "32-bit");
    refuse(cases, "alignment array", GgufWriter().texts(key, Texts{"32"}).image(), "32-bit");
}

/// One tensor row "t" over 4 KiB of data.
std::vector<std::byte> oneTensor(std::vector<int64_t> shape, uint32_t type = 0, uint64_t offset = 0) {
    return GgufWriter().rawTensor("t", std::move(shape), type, offset).padData(4096).image();
}

void addShapes(Cases& cases) {
    refuse(cases, "no dimensions", oneTensor({}), "0 dimensions");
    for (const size_t dimensions : {5U, 6U, 100U})
        refuse(cases, withNumber("dimensions ", dimensions), oneTensor(std::vector<int64_t>(dimensions, 1)),
               "dimensions");
    for (size_t axis = 0; axis < 4; ++axis)
        for (const int64_t extent : {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
            std::vector<int64_t> shape(4, 2);
            shape[axis] = extent;
            refuse(cases, withNumber("extent on axis ", axis) + " of " + std::to_string(extent),
                   oneTensor(shape), "an extent of");
        }
    refuse(cases, "negative, zero and huge", oneTensor({hugeExtent, 0, -1, hugeExtent}), "an extent of");
    refuse(cases, "wrap to zero", oneTensor({1LL << 32, 1LL << 32}), "too large");
    refuse(cases, "wrap to small", oneTensor({(1LL << 32) + 1, 1LL << 32}), "too large");
    refuse(cases, "largest to the fourth", oneTensor({hugeExtent, hugeExtent, hugeExtent, hugeExtent}),
           "too large");
    refuse(cases, "product above 2^63", oneTensor({1LL << 62, 2, 1, 1}), "too large");
    refuse(cases, "bytes wrap", oneTensor({1LL << 62}), "too large");
    refuse(cases, "bytes wrap with a double", oneTensor({1LL << 61}, 28), "too large");
    refuse(cases, "larger than the file", oneTensor({1LL << 40}), "past the end");
    for (const auto& info : allBlockTypes()) {
        if (info.blockElements == 1 || static_cast<uint32_t>(info.type) >= firstOwnBlockType) continue;
        refuse(cases, "broken row of " + std::string(info.name),
               oneTensor({info.blockElements + 1, 1}, static_cast<uint32_t>(info.type)), "not whole blocks");
        refuse(cases, "too few bytes for " + std::string(info.name),
               oneTensor({info.blockElements, 4096 / info.blockBytes + 1}, static_cast<uint32_t>(info.type)),
               "past the end");
    }
}

void addTensors(Cases& cases) {
    for (const uint32_t type :
         {4U, 5U, 31U, 32U, 33U, 36U, 37U, 38U, 43U, 100U, 1000U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU})
        refuse(cases, withNumber("block type ", type), oneTensor({32}, type), "does not know",
               ErrorCode::Unsupported);
    for (const uint64_t offset : {uint64_t{1}, uint64_t{16}, uint64_t{31}, uint64_t{33}, UINT64_MAX})
        refuse(cases, withNumber("misaligned offset ", offset), oneTensor({1}, 0, offset),
               "multiple of the alignment");
    for (const uint64_t offset : {uint64_t{4096}, uint64_t{1} << 32, uint64_t{1} << 63, UINT64_MAX - 31})
        refuse(cases, withNumber("offset past the end ", offset), oneTensor({1}, 0, offset), "past the end");
    refuse(cases, "last byte missing", GgufWriter().rawTensor("t", {8}, 0, 0).padData(31).image(),
           "past the end");
    refuse(cases, "no data", GgufWriter().rawTensor("t", {8}, 0, 0).image(), "past the end");
    const auto two = [](const std::string& a, const std::string& b, uint64_t offset) {
        return GgufWriter().rawTensor(a, {16}, 0, 0).rawTensor(b, {16}, 0, offset).padData(4096).image();
    };
    refuse(cases, "same place", two("a", "b", 0), "overlap");
    refuse(cases, "overlap", two("a", "b", 32), "overlap");
    refuse(cases, "overlap in reverse order",
           GgufWriter().rawTensor("a", {16}, 0, 32).rawTensor("b", {16}, 0, 0).padData(4096).image(),
           "overlap");
    refuse(cases, "duplicate tensor", two("a", "a", 64), "twice");
    refuse(cases, "empty tensor name", two("", "a", 64), "no name");
    refuse(cases, "tensor name with NUL", two(std::string("a\0b", 3), "a", 64), "not text");
    for (size_t i = 0; i < std::size(notText); ++i)
        refuse(cases, withNumber("tensor name that is not text ", i), two(notText[i], "a", 64), "not text");
    for (const size_t length : {64U, 65U, 1000U})
        refuse(cases, withNumber("tensor name of length ", length), two(std::string(length, 'n'), "a", 64),
               "bytes long");
}

void addSplits(Cases& cases) {
    refuse(cases, "one part of two", GgufWriter().u16("split.count", 2).u16("split.no", 0).image(),
           "part of several");
    refuse(cases, "split count is a text", GgufWriter().text("split.count", "2").image(), "split.count");
    refuse(cases, "split count is negative", GgufWriter().i32("split.count", -2).image(), "split.count");
}

}  // namespace

std::vector<MalformedGguf> malformedGgufs() {
    Cases cases;
    addHeaders(cases);
    addKeys(cases);
    addValues(cases);
    addAlignments(cases);
    addShapes(cases);
    addTensors(cases);
    addSplits(cases);
    return cases;
}

std::vector<std::byte> smallValidGguf() {
    const Texts tokens{"<s>", "</s>", "a", "\xC3\xA4"};
    const std::vector<float> scores{0, 0, -1, -2};
    const std::vector<int32_t> kinds{3, 3, 1, 1};
    const std::vector<float> floats(64, 0.5F);
    const std::vector<std::byte> blocks(144, std::byte{0x11});
    GgufWriter writer;
    writer.text("general.architecture", "llama").u32("general.alignment", 32).u32("llama.block_count", 1);
    writer.u8("a.u8", 1).i8("a.i8", -1).u16("a.u16", 2).i16("a.i16", -2).i32("a.i32", -3).u64("a.u64", 4);
    writer.i64("a.i64", -4).f32("a.f32", 1.5F).f64("a.f64", 2.5).boolean("a.bool", true);
    writer.texts("tokenizer.ggml.tokens", tokens).floats("tokenizer.ggml.scores", scores);
    writer.integers("tokenizer.ggml.token_type", kinds);
    writer.tensorF32("token_embd.weight", {16, 4}, floats);
    writer.tensor("blk.0.attn_q.weight", BlockType::Q8_0, {32, 1}, std::span(blocks).first(34));
    writer.tensor("blk.0.ffn_up.weight", BlockType::Q4_K, {256, 1}, blocks);
    return writer.image();
}

}  // namespace hearth::test
