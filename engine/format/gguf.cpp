#include "hearth/gguf.h"

#include <cmath>
#include <new>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "format/byte_source.h"
#include "format/format_errors.h"
#include "format/gguf/gguf_tables.h"
#include "format/gguf/split_name.h"
#include "format/gguf/typed_value.h"
#include "format/huggingface/folder_model.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth {
namespace {

using format::ByteSource;
using format::GgufTables;

/// Runs `action` and puts its errors, which are clauses, behind a frame and the name that it takes.
template <typename Action>
auto framed(const MessageKind& frame, const std::vector<MessageArgument>& name, Action action) {
    try {
        return action();
    } catch (const Error& error) {
        throw Error(error.code(), Message(frame, name, error.message()));
    } catch (const std::bad_alloc&) {
        const Error scarce(errors::noMemoryForTables);
        throw Error(scarce.code(), Message(frame, name, scarce.message()));
    }
}

std::vector<MessageArgument> nameOf(const std::filesystem::path& path) {
    return {readableText(path.filename().string())};
}

}  // namespace

struct GgufFile::Impl {
    std::filesystem::path path;
    GgufTables tables;  ///< of the first file; its tensor table holds the tensors of all
    std::vector<ByteSource> sources;
    std::vector<format::BytesReader> readers;  ///< of a folder's tensors; empty for GGUF
    uint64_t sizeBytes = 0;

    void addFolder(const std::filesystem::path& folder,
                   format::FolderModel (*read)(const std::filesystem::path&) = format::readModelFolder) {
        try {
            format::FolderModel model = read(folder);
            tables = std::move(model.tables);
            readers = std::move(model.readers);
            sizeBytes = model.sizeBytes;
        } catch (const nlohmann::json::exception&) {
            throw Error(ErrorCode::BadFile,
                        "its config.json or tokenizer.json holds a value of another kind");
        }
    }

    void addFirst(ByteSource source) {
        tables = format::readTables(source);
        sizeBytes = source.sizeBytes();
        sources.push_back(std::move(source));
    }

    /// Adds the tensors of another part of the same model.
    void addPart(ByteSource source, GgufTables part) {
        const auto file = static_cast<uint32_t>(sources.size());
        for (auto& tensor : part.tensors) {
            tensor.file = file;
            if (!tables.tensorIndex.try_emplace(tensor.name, tables.tensors.size()).second)
                throw Error(ErrorCode::BadFile,
                            "tensor \"" + readableText(tensor.name) + "\" stands in two of its parts");
            tables.tensors.push_back(std::move(tensor));
        }
        sizeBytes += source.sizeBytes();
        sources.push_back(std::move(source));
    }
};

namespace {

std::optional<uint64_t> splitKey(const GgufTables& tables, std::string_view key) {
    const auto at = tables.keyIndex.find(key);
    if (at == tables.keyIndex.end()) return std::nullopt;
    const auto& storage = tables.metadata[at->second].second.storage();
    if (const auto* number = std::get_if<uint64_t>(&storage)) return *number;
    if (const auto* number = std::get_if<int64_t>(&storage); number != nullptr && *number >= 0)
        return static_cast<uint64_t>(*number);
    throw Error(ErrorCode::BadFile, "its key \"" + std::string(key) + "\" is not a count; download it again");
}

[[noreturn]] void refuseSplit(const std::string& clause) {
    throw Error(ErrorCode::BadFile, clause);
}

}  // namespace

GgufFile GgufFile::open(const std::filesystem::path& path) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    auto folder = format::modelFolderOf(path);
    // Any other directory is opened as a folder too, so that the error says what is missing in it.
    if (std::error_code ignored; !folder && std::filesystem::is_directory(path, ignored))
        folder = path.has_filename() ? path : path.parent_path();
    if (folder) {
        impl->path = *folder;
        framed(errors::folderUnusable, nameOf(*folder), [&] { impl->addFolder(*folder); });
        return GgufFile(std::move(impl));
    }
    framed(errors::fileUnusable, nameOf(path), [&] {
        impl->addFirst(ByteSource::openFile(path));
        const uint64_t count = splitKey(impl->tables, "split.count").value_or(1);
        const auto name = format::parseSplitName(path.filename().string());
        if (count <= 1) {
            if (name && name->count > 1 && splitKey(impl->tables, "split.count"))
                refuseSplit("its name says that it has " + std::to_string(name->count) +
                            " parts and its metadata says one");
            return;
        }
        if (!name || name->count != count)
            refuseSplit("it is one of " + std::to_string(count) +
                        " parts, but its name does not end in -00001-of-000NN.gguf for that count; give all "
                        "parts their original names");
        const uint64_t number = splitKey(impl->tables, "split.no").value_or(0);
        if (number + 1 != name->number)
            refuseSplit("its name says part " + std::to_string(name->number) +
                        " but its metadata says another; give all parts their original names");
        if (number != 0)
            refuseSplit("it is not the first part of its model; open " + format::splitFileName(*name, 1));
        for (uint32_t part = 2; part <= name->count; ++part) {
            const auto partPath = path.parent_path() / format::splitFileName(*name, part);
            framed(errors::partUnusable, nameOf(partPath), [&] {
                auto source = ByteSource::openFile(partPath);
                auto tables = format::readTables(source);
                if (splitKey(tables, "split.count") != count || splitKey(tables, "split.no") != part - 1)
                    refuseSplit("its metadata says that it is not part " + std::to_string(part) + " of " +
                                std::to_string(count));
                impl->addPart(std::move(source), std::move(tables));
            });
        }
        const auto total = splitKey(impl->tables, "split.tensors.count");
        if (total && *total != impl->tables.tensors.size())
            refuseSplit("its parts hold " + std::to_string(impl->tables.tensors.size()) +
                        " tensors together and should hold " + std::to_string(*total));
    });
    return GgufFile(std::move(impl));
}

GgufFile GgufFile::openVision(const std::filesystem::path& path) {
    const auto folder = format::modelFolderOf(path);
    if (!folder) return open(path);
    auto impl = std::make_unique<Impl>();
    impl->path = *folder;
    framed(errors::folderUnusable, nameOf(*folder),
           [&] { impl->addFolder(*folder, format::readVisionFolder); });
    return GgufFile(std::move(impl));
}

GgufFile GgufFile::parse(std::span<const std::byte> image) {
    auto impl = std::make_unique<Impl>();
    framed(errors::imageUnusable, {}, [&] {
        impl->addFirst(ByteSource::copyOf(image));
        if (splitKey(impl->tables, "split.count").value_or(1) > 1)
            refuseSplit("it is one part of several, which can only be opened together from a folder");
    });
    return GgufFile(std::move(impl));
}

GgufFile::GgufFile(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {
}
GgufFile::GgufFile(GgufFile&&) noexcept = default;
GgufFile& GgufFile::operator=(GgufFile&&) noexcept = default;
GgufFile::~GgufFile() = default;

void GgufFile::requireVocabulary() const {
    const bool folder = !m_impl->readers.empty();
    if (!folder || find("tokenizer.ggml.model") != nullptr) return;
    framed(errors::folderUnusable, nameOf(m_impl->path),
           [] { throw Error(errors::folderFileMissing, {"tokenizer.json"}); });
}

const std::filesystem::path& GgufFile::path() const noexcept {
    return m_impl->path;
}
uint32_t GgufFile::version() const noexcept {
    return m_impl->tables.version;
}
uint64_t GgufFile::sizeBytes() const noexcept {
    return m_impl->sizeBytes;
}

const std::vector<std::pair<std::string, GgufValue>>& GgufFile::metadata() const noexcept {
    return m_impl->tables.metadata;
}

const GgufValue* GgufFile::find(std::string_view key) const noexcept {
    const auto at = m_impl->tables.keyIndex.find(key);
    return at == m_impl->tables.keyIndex.end() ? nullptr : &m_impl->tables.metadata[at->second].second;
}

std::optional<std::string> GgufFile::getString(std::string_view key) const {
    return format::asString(key, find(key));
}
std::optional<uint64_t> GgufFile::getUint(std::string_view key) const {
    return format::asUint(key, find(key));
}
std::optional<int64_t> GgufFile::getInt(std::string_view key) const {
    return format::asInt(key, find(key));
}
std::optional<double> GgufFile::getFloat(std::string_view key) const {
    return format::asFloat(key, find(key));
}
std::optional<bool> GgufFile::getBool(std::string_view key) const {
    return format::asBool(key, find(key));
}
const GgufValue::Strings* GgufFile::getStrings(std::string_view key) const {
    return format::asStrings(key, find(key));
}
const GgufValue::Floats* GgufFile::getFloats(std::string_view key) const {
    return format::asFloats(key, find(key));
}
const GgufValue::Integers* GgufFile::getIntegers(std::string_view key) const {
    return format::asIntegers(key, find(key));
}

const std::vector<GgufTensor>& GgufFile::tensors() const noexcept {
    return m_impl->tables.tensors;
}

const GgufTensor* GgufFile::findTensor(std::string_view name) const noexcept {
    const auto at = m_impl->tables.tensorIndex.find(name);
    return at == m_impl->tables.tensorIndex.end() ? nullptr : &m_impl->tables.tensors[at->second];
}

void GgufFile::read(const GgufTensor& tensor, uint64_t byteOffset, std::span<std::byte> out) const {
    const bool folder = !m_impl->readers.empty();
    const size_t known = folder ? m_impl->readers.size() : m_impl->sources.size();
    if (tensor.file >= known || byteOffset > tensor.sizeBytes || out.size() > tensor.sizeBytes - byteOffset)
        throw Error(ErrorCode::BadInput, "Bytes " + std::to_string(byteOffset) + " + " +
                                             std::to_string(out.size()) + " lie outside tensor \"" +
                                             tensor.name + "\" of " + std::to_string(tensor.sizeBytes) +
                                             " bytes.");
    const bool named = !m_impl->path.empty();
    framed(named ? errors::fileUnusable : errors::imageUnusable,
           named ? nameOf(m_impl->path) : std::vector<MessageArgument>(), [&] {
               if (folder)
                   m_impl->readers[tensor.file](byteOffset, out);
               else
                   m_impl->sources[tensor.file].readAt(tensor.offset + byteOffset, out);
           });
}

}  // namespace hearth
