#include "format/gguf/gguf_output.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include "format/format_errors.h"

#include "format/gguf/table_cursor.h"
#include "hearth/error.h"
#include "hearth/platform/file.h"
#include "hearth/platform/file_names.h"
#include "hearth/platform/sync_path.h"

namespace hearth {

void refuseOutput(const std::filesystem::path& path, Existing existing) {
    using platform::NameUse;
    const NameUse use = platform::nameUse(path);
    if (use == NameUse::Free || (use == NameUse::File && existing == Existing::Replace)) return;
    throw Error(use == NameUse::File ? errors::outputExists : errors::outputNotAFile, {path.string()});
}

}  // namespace hearth

namespace hearth::format {

namespace {

constexpr uint64_t longestText = uint64_t{1} << 30U;
constexpr uint32_t u32Type = 4, i32Type = 5, f32Type = 6, boolType = 7, stringType = 8, arrayType = 9,
                   u64Type = 10, i64Type = 11;

/// Bytes of a value of fixed width by its type id; 0 for the others.
uint64_t widthOf(uint32_t type) {
    constexpr std::array<uint8_t, 13> widths{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return type < widths.size() ? widths[type] : 0;
}

void skipValues(TableCursor& cursor, const std::string& key, uint32_t type, uint64_t count) {
    if (type == stringType) {
        for (uint64_t i = 0; i < count; ++i) (void)cursor.text(key, longestText);
        return;
    }
    const uint64_t width = widthOf(type);
    if (width == 0) throw Error(ErrorCode::BadFile, "The key \"" + key + "\" has an unknown value type.");
    cursor.requireRoom(count, width, key);
    for (uint64_t i = 0; i < count * width; ++i) (void)cursor.number<uint8_t>(key);
}

template <typename Number>
void append(std::vector<std::byte>& out, Number number) {
    const size_t end = out.size();
    out.resize(end + sizeof number);
    std::memcpy(out.data() + end, &number, sizeof number);
}

void appendText(std::vector<std::byte>& out, std::string_view text) {
    append<uint64_t>(out, text.size());
    const auto bytes = std::as_bytes(std::span(text));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

std::vector<RawPair> readRawMetadata(const ByteSource& source) {
    TableCursor cursor(source);
    (void)cursor.number<uint64_t>("its magic and version");
    (void)cursor.number<uint64_t>("its tensor count");
    const auto count = cursor.number<uint64_t>("its key count");
    std::vector<RawPair> pairs;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t start = cursor.position();
        RawPair pair;
        pair.key = cursor.text("a key", longestText);
        const auto type = cursor.number<uint32_t>(pair.key);
        if (type == arrayType) {
            const auto elementType = cursor.number<uint32_t>(pair.key);
            const auto elements = cursor.number<uint64_t>(pair.key);
            skipValues(cursor, pair.key, elementType, elements);
        } else {
            skipValues(cursor, pair.key, type, 1);
        }
        pair.bytes.resize(static_cast<size_t>(cursor.position() - start));
        source.readAt(start, pair.bytes);
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

RawPair rawNumber(std::string key, uint32_t value) {
    RawPair pair{std::move(key), {}};
    appendText(pair.bytes, pair.key);
    append(pair.bytes, u32Type);
    append(pair.bytes, value);
    return pair;
}

RawPair rawPair(std::string key, const GgufValue& value) {
    RawPair pair{std::move(key), {}};
    std::vector<std::byte>& out = pair.bytes;
    appendText(out, pair.key);
    const auto& storage = value.storage();
    const auto array = [&](uint32_t type, size_t count) {
        append(out, arrayType);
        append(out, type);
        append<uint64_t>(out, count);
    };
    if (const auto* u = std::get_if<uint64_t>(&storage)) {
        append(out, *u <= UINT32_MAX ? u32Type : u64Type);
        if (*u <= UINT32_MAX)
            append(out, static_cast<uint32_t>(*u));
        else
            append(out, *u);
    } else if (const auto* i = std::get_if<int64_t>(&storage)) {
        append(out, i64Type);
        append(out, *i);
    } else if (const auto* d = std::get_if<double>(&storage)) {
        append(out, f32Type);
        append(out, static_cast<float>(*d));
    } else if (const auto* b = std::get_if<bool>(&storage)) {
        append(out, boolType);
        append(out, static_cast<uint8_t>(*b));
    } else if (const auto* text = std::get_if<std::string>(&storage)) {
        append(out, stringType);
        appendText(out, *text);
    } else if (const auto* integers = std::get_if<GgufValue::Integers>(&storage)) {
        const bool flags = pair.key.ends_with("_pattern");
        array(flags ? boolType : i32Type, integers->size());
        for (const int64_t integer : *integers) {
            if (flags)
                append(out, static_cast<uint8_t>(integer != 0));
            else
                append(out, static_cast<int32_t>(integer));
        }
    } else if (const auto* floats = std::get_if<GgufValue::Floats>(&storage)) {
        array(f32Type, floats->size());
        for (const float number : *floats) append(out, number);
    } else if (const auto* texts = std::get_if<GgufValue::Strings>(&storage)) {
        array(stringType, texts->size());
        for (const std::string& entry : *texts) appendText(out, entry);
    }
    return pair;
}

uint64_t OutputTensor::sizeBytes() const noexcept {
    const BlockTypeInfo& info = blockTypeInfo(type);
    uint64_t elements = 1;
    for (const uint64_t extent : shape) elements *= extent;
    return elements / info.blockElements * info.blockBytes;
}

std::filesystem::path partPathOf(std::filesystem::path path) {
    path += ".part";
    return path;
}

GgufOutput::GgufOutput(std::filesystem::path path, std::span<const RawPair> metadata,
                       std::span<const OutputTensor> tensors, uint32_t alignment, Existing existing)
    : m_path(std::move(path)), m_partPath(partPathOf(m_path)), m_alignment(alignment), m_existing(existing) {
    refuseOutput(m_path, m_existing);
    std::vector<std::byte> tables;
    append<uint32_t>(tables, 0x46554747);  // "GGUF"
    append<uint32_t>(tables, 3);
    append<uint64_t>(tables, tensors.size());
    append<uint64_t>(tables, metadata.size());
    for (const RawPair& pair : metadata) tables.insert(tables.end(), pair.bytes.begin(), pair.bytes.end());
    uint64_t offset = 0;
    for (const OutputTensor& tensor : tensors) {
        appendText(tables, tensor.name);
        append(tables, static_cast<uint32_t>(tensor.shape.size()));
        for (const uint64_t extent : tensor.shape) append(tables, extent);
        append(tables, static_cast<uint32_t>(tensor.type));
        append(tables, offset);
        offset = (offset + tensor.sizeBytes() + alignment - 1) / alignment * alignment;
    }
    openPart();
    write(tables);
}

void GgufOutput::openPart() {
    // A file left by an interrupted run is an ordinary file. A link or a pipe of that name is not ours to
    // write to.
    refuseOutput(m_partPath, Existing::Replace);
    using platform::Open;
    (void)platform::removeFile(m_partPath);
    if (!platform::File(m_partPath, Open::Write | Open::New | Open::NoLink, platform::usualPermissions)
             .isOpen())
        fail(errno);
    errno = 0;
    m_out.open(m_partPath, std::ios::binary | std::ios::trunc);
    // Nothing is left behind then either, for there is no destructor.
    if (!m_out) {
        const int problem = errno;
        (void)platform::removeFile(m_partPath);
        fail(problem);
    }
}

GgufOutput::~GgufOutput() {
    if (m_finished) return;
    m_out.close();
    std::error_code ignored;
    std::filesystem::remove(m_partPath, ignored);
}

void GgufOutput::pad() {
    static constexpr std::array<std::byte, 64> zeros{};
    while (m_written % m_alignment != 0)
        write(
            std::span(zeros).first(std::min<uint64_t>(zeros.size(), m_alignment - m_written % m_alignment)));
}

/// `problem`: the system's error number; 0: it told none.
void GgufOutput::fail(int problem) const {
    throw Error(errors::cannotBeWritten,
                {m_path.string(), std::generic_category().message(problem != 0 ? problem : EIO)});
}

void GgufOutput::beginTensor() {
    pad();
}

void GgufOutput::write(std::span<const std::byte> bytes) {
    m_out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    m_written += bytes.size();
    if (m_out) return;
    fail(errno);
}

void GgufOutput::finish() {
    pad();
    m_out.close();
    if (!m_out || !platform::syncPath(m_partPath)) fail(errno);
    if (!platform::giveName(m_partPath, m_path, m_existing == Existing::Replace)) {
        const int problem = errno;
        if (problem == EEXIST) refuseOutput(m_path, m_existing);
        fail(problem);
    }
    m_finished = true;
    // It has its name; when that is on the disk is for the system to know.
    (void)platform::syncPath(platform::folderOf(m_path));
}

}  // namespace hearth::format
