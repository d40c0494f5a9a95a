#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "format/gguf/gguf_tables.h"
#include "format/huggingface/safetensors.h"

/// A Hugging Face folder (config.json, *.safetensors, tokenizer.json) as the tables of a GGUF file: the rest
/// of the engine does not know the difference.
namespace hearth::format {

struct FolderModel {
    GgufTables tables;
    std::vector<BytesReader> readers;  ///< one for each tensor of the table, by GgufTensor::file
    uint64_t sizeBytes = 0;
};

/// The tensors of a folder as they are stored.
struct FolderWeights {
    std::vector<SafeTensor> tensors{};
    std::shared_ptr<std::vector<BytesReader>> sources = std::make_shared<std::vector<BytesReader>>();
    uint64_t sizeBytes = 0;

    /// Adds those of a file, with something in front of their names. Throws Error(BadFile | Io) with a
    /// clause.
    void add(const std::filesystem::path& path, const std::string& before = {});
};
/// Of all files that a folder's index names, or that it has.
FolderWeights folderWeights(const std::filesystem::path& folder);

/// The folder that a path means: a folder with a config.json, or a file in one (config.json, *.safetensors,
/// the index). nullopt for everything else.
std::optional<std::filesystem::path> modelFolderOf(const std::filesystem::path& path);
/// Reads the folder. Throws Error(BadFile | Unsupported | Io) with a clause.
FolderModel readModelFolder(const std::filesystem::path& folder);
/// The vision encoder of a folder's model, as the tables of a file of the architecture "clip" (mmproj); its
/// settings for pictures are not among them. Throws the same errors.
FolderModel readVisionFolder(const std::filesystem::path& folder);

/// The metadata table in the making.
class MetadataTable {
public:
    MetadataTable(GgufTables& tables, std::string architecture)
        : m_tables(tables), m_architecture(std::move(architecture)) {}
    /// A key as it is; the first value of a key stays.
    void set(const std::string& key, GgufValue::Storage value);
    /// A key of the architecture.
    void own(const std::string& key, GgufValue::Storage value) { set(m_architecture + "." + key, value); }
    const std::string& architecture() const noexcept { return m_architecture; }

private:
    GgufTables& m_tables;
    std::string m_architecture;
};

/// The GGUF architecture of a model_type, and the differences of its tensors from those of llama.
struct FolderFamily {
    std::string_view modelType, architecture;
    /// Rows of q and k are stored for rotation by halves and are wanted interleaved.
    bool interleavesQueries = false;
    bool addsOneToNorms = false;  ///< norms are stored less one
    /// Position of the norms named post_attention_layernorm and so on: see folder_tensors.cpp.
    enum class Norms : uint8_t {
        BeforeFeedForward,
        Sandwich,
        AfterBranches,
        Glm,
        PostAttention
    } norms = Norms::BeforeFeedForward;
    /// Rows of q and k are stored for rotation of neighbours and are wanted by halves, as far as they rotate.
    bool partsQueries = false;
};
/// nullptr when there is none.
const FolderFamily* findFolderFamily(std::string_view modelType) noexcept;

/// Numbers that become tensors of their own: vectors of all the values, repeated one after the other.
struct ExtraTensor {
    std::string name;
    std::vector<float> values;
    uint64_t times = 1;
};

/// config.json (its text part) to metadata.
void addConfig(const nlohmann::json& config, MetadataTable& table, std::vector<ExtraTensor>& extras);
/// tokenizer.json, tokenizer_config.json and chat_template.jinja to metadata; a folder without tokenizer.json
/// gets no vocabulary.
void addVocabulary(const std::filesystem::path& folder, const nlohmann::json& config, MetadataTable& table);
/// The tensors under their names in GGUF, with whatever changes on the way.
void addTensors(const FolderFamily& family, const nlohmann::json& config, std::vector<SafeTensor> tensors,
                std::shared_ptr<const std::vector<BytesReader>> sources,
                const std::vector<ExtraTensor>& extras, FolderModel& model);

}  // namespace hearth::format
