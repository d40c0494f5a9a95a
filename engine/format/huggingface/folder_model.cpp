#include "format/huggingface/folder_model.h"

#include <algorithm>
#include <array>
#include <set>

#include "format/format_errors.h"
#include "format/huggingface/folder_encoders.h"
#include "format/huggingface/folder_files.h"
#include "format/huggingface/folder_reranker.h"
#include "format/huggingface/folder_sentences.h"
#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "format/packed/packed_checkpoint.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;
using enum FolderFamily::Norms;

constexpr size_t mostFiles = 1024;

constexpr std::array families = {
    FolderFamily{"afmoe", "afmoe", false, false, Sandwich},
    FolderFamily{"apertus", "apertus"},
    FolderFamily{"arcee", "arcee", true},
    FolderFamily{"bailing_hybrid", "bailingmoe3"},
    FolderFamily{"bert", "bert"},
    FolderFamily{"camembert", "bert"},
    FolderFamily{"cohere", "command-r"},
    FolderFamily{"cohere2", "cohere2"},
    FolderFamily{"cohere2_moe", "cohere2moe"},
    FolderFamily{"deepseek_v2", "deepseek2"},
    FolderFamily{"deepseek_v3", "deepseek2"},
    FolderFamily{"dots1", "dots1"},
    FolderFamily{"ernie4_5", "ernie4_5"},
    FolderFamily{"ernie4_5_moe", "ernie4_5-moe"},
    FolderFamily{"exaone4", "exaone4", false, false, AfterBranches},
    FolderFamily{"exaone_moe", "exaone-moe"},
    FolderFamily{"falcon_mamba", "mamba"},
    FolderFamily{"gemma", "gemma", false, true},
    FolderFamily{"gemma2", "gemma2", false, true, Sandwich},
    FolderFamily{"gemma3", "gemma3", false, true, Sandwich},
    FolderFamily{"gemma3_text", "gemma3", false, true, Sandwich},
    FolderFamily{"gemma3_text_both_ways", "gemma-embedding", false, true, Sandwich},
    FolderFamily{"gemma3n_text", "gemma3n", false, false, Sandwich},
    FolderFamily{"gemma4_text", "gemma4", false, false, Sandwich},
    FolderFamily{"gemma4_unified_text", "gemma4", false, false, Sandwich},
    FolderFamily{"glm4", "glm4", false, false, Glm},
    FolderFamily{"glm4_moe", "glm4moe", false, false, PostAttention},
    FolderFamily{"glm4_moe_lite", "deepseek2"},
    FolderFamily{"glm4v_moe_text", "glm4moe", false, false, PostAttention},
    FolderFamily{.modelType = "glm4v_text", .architecture = "glm4", .norms = Glm, .partsQueries = true},
    FolderFamily{"gpt2", "gpt2"},
    FolderFamily{"gpt_oss", "gpt-oss", false, false, PostAttention},
    FolderFamily{"granite", "granite", true},
    FolderFamily{"granite_swa", "granite_swa", true},
    FolderFamily{"granitemoe", "granitemoe", true},
    FolderFamily{"granitemoe_swa", "granite_swa", true},
    FolderFamily{"granitemoehybrid", "granitehybrid", true},
    FolderFamily{"granitemoeshared", "granitemoe", true},
    FolderFamily{"hunyuan_v1_dense", "hunyuan-dense"},
    FolderFamily{"hunyuan_v1_moe", "hunyuan-moe"},
    FolderFamily{"hy_v3", "hy_v3"},
    FolderFamily{"jais2", "jais2"},
    FolderFamily{"jamba", "jamba"},
    FolderFamily{"kimi_k2", "deepseek2"},
    FolderFamily{"kimi_linear", "kimi-linear"},
    FolderFamily{"laguna", "laguna"},
    FolderFamily{"lfm2", "lfm2"},
    FolderFamily{"lfm2_moe", "lfm2moe"},
    FolderFamily{"lfm3", "lfm3"},
    FolderFamily{"llama", "llama", true},
    FolderFamily{"llama4_text", "llama4"},
    FolderFamily{"mamba", "mamba"},
    FolderFamily{"mamba2", "mamba2"},
    FolderFamily{"mimo", "qwen2"},
    FolderFamily{"mimo_v2_flash", "mimo2"},
    FolderFamily{"minimax_m2", "minimax-m2"},
    FolderFamily{"ministral3", "mistral3", true},
    FolderFamily{"mistral", "llama", true},
    FolderFamily{"mistral4", "mistral4"},
    FolderFamily{"mixtral", "llama", true},
    FolderFamily{"modernbert", "modern-bert"},
    FolderFamily{"muse_glimmer_text", "muse-glimmer", true, true, Sandwich},
    FolderFamily{"nemotron", "nemotron", false, true},
    FolderFamily{"nemotron_h", "nemotron_h", true},
    FolderFamily{"nemotron_h_experts", "nemotron_h_moe", true},
    FolderFamily{"nomic_bert", "nomic-bert"},
    FolderFamily{"olmo", "olmo", true},
    FolderFamily{"olmo2", "olmo2", false, false, AfterBranches},
    FolderFamily{"olmo3", "olmo2", false, false, AfterBranches},
    FolderFamily{"olmo_hybrid", "olmo_hybrid"},
    FolderFamily{"olmoe", "olmoe"},
    FolderFamily{"phi", "phi2"},
    FolderFamily{"phi3", "phi3"},
    FolderFamily{"qwen2", "qwen2"},
    FolderFamily{"qwen2_5_vl", "qwen2vl"},
    FolderFamily{"qwen2_5_vl_text", "qwen2vl"},
    FolderFamily{"qwen2_moe", "qwen2moe"},
    FolderFamily{"qwen2_vl", "qwen2vl"},
    FolderFamily{"qwen2_vl_text", "qwen2vl"},
    FolderFamily{"qwen3", "qwen3"},
    FolderFamily{"qwen3_5_moe_text", "qwen35moe", false, true, PostAttention},
    FolderFamily{"qwen3_5_text", "qwen35", false, true, PostAttention},
    FolderFamily{"qwen3_moe", "qwen3moe"},
    FolderFamily{"qwen3_next", "qwen3next", false, true, PostAttention},
    FolderFamily{"qwen3_vl_moe_text", "qwen3vlmoe"},
    FolderFamily{"qwen3_vl_text", "qwen3vl"},
    FolderFamily{"roberta", "bert"},
    FolderFamily{"seed_oss", "seed_oss", false, false, PostAttention},
    FolderFamily{"smollm3", "smollm3", true},
    FolderFamily{"stablelm", "stablelm"},
    FolderFamily{"starcoder2", "starcoder2"},
    FolderFamily{"xlm-roberta", "bert"},
};

/// The files of the weights in order: those that the index names, or every one there is.
std::vector<std::filesystem::path> weightFiles(const std::filesystem::path& folder) {
    std::set<std::string> names;
    const auto index = folder / "model.safetensors.index.json";
    std::error_code error;
    if (std::filesystem::exists(index, error) || error) {
        const Json map = readFolderJson(index);
        if (const auto found = map.find("weight_map"); found != map.end() && found->is_object()) {
            for (const auto& [tensor, file] : found->items()) {
                // A name with a folder in it could lead anywhere.
                if (!file.is_string() || file.get<std::string>().find('/') != std::string::npos)
                    throw Error(ErrorCode::BadFile, "its index names a file outside the folder");
                names.insert(file.get<std::string>());
            }
        }
    } else {
        for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            if (entry->path().extension() == ".safetensors") names.insert(entry->path().filename().string());
        }
        if (error) throw Error(errors::cannotBeRead, {error.message()});
    }
    if (names.empty()) throw Error(errors::folderWithoutWeights);
    if (names.size() > mostFiles) throw Error(ErrorCode::BadFile, "its index names too many files");
    std::vector<std::filesystem::path> files;
    for (const std::string& name : names) files.push_back(folder / name);
    return files;
}

void addMissing(const Json& defaults, Json& text) {
    for (const auto& [key, value] : defaults.items())
        if (!text.contains(key)) text[key] = value;
}

/// Published folders of LLaVA's models leave out what is as in the configurations of transformers, those of
/// the 7B models (LlamaConfig, MistralConfig).
void addLlavaDefaults(Json& text) {
    const std::string modelType = text.value("model_type", "");
    if (modelType != "llama" && modelType != "mistral") return;
    const bool isMistral = modelType == "mistral";
    const Json defaults{{"hidden_size", 4096},
                        {"intermediate_size", isMistral ? 14336 : 11008},
                        {"num_hidden_layers", 32},
                        {"num_attention_heads", 32},
                        {"max_position_embeddings", isMistral ? 131072 : 2048},
                        {"rms_norm_eps", 1e-6},
                        {"vocab_size", 32000}};
    if (isMistral) addMissing({{"num_key_value_heads", 8}, {"sliding_window", 4096}}, text);
    addMissing(defaults, text);
}

/// Published folders of Gemma 3 that also see leave out what is as in the 4B model's predecessor; these are
/// the numbers of transformers' Gemma3TextConfig.
void addGemma3Defaults(Json& text) {
    const Json defaults{{"hidden_size", 2304},          {"intermediate_size", 9216},
                        {"num_hidden_layers", 26},      {"num_attention_heads", 8},
                        {"num_key_value_heads", 4},     {"head_dim", 256},
                        {"query_pre_attn_scalar", 256}, {"rms_norm_eps", 1e-6},
                        {"sliding_window", 4096},       {"max_position_embeddings", 131072},
                        {"tie_word_embeddings", true}};
    addMissing(defaults, text);
    if (text.contains("rope_parameters")) return;
    if (!text.contains("rope_theta")) text["rope_theta"] = 1e6;
    if (!text.contains("rope_local_base_freq")) text["rope_local_base_freq"] = 1e4;
}

/// The text part of a model that also sees or hears, with the outer settings where it has none.
Json textConfig(Json config) {
    // The original repository of InternVL calls it otherwise.
    const auto inner = config.find(config.contains("llm_config") ? "llm_config" : "text_config");
    if (inner == config.end() || !inner->is_object()) return config;
    Json text = *inner;
    for (const auto& [key, value] : config.items()) {
        if (!text.contains(key) && key != "vision_config") text[key] = value;
    }
    if (text.value("model_type", "") == "gemma3_text") addGemma3Defaults(text);
    if (config.value("model_type", "").starts_with("llava")) addLlavaDefaults(text);
    return text;
}

}  // namespace

const FolderFamily* findFolderFamily(std::string_view modelType) noexcept {
    const auto found = std::find_if(families.begin(), families.end(), [&](const FolderFamily& family) {
        return family.modelType == modelType;
    });
    return found != families.end() ? &*found : nullptr;
}

void MetadataTable::set(const std::string& key, GgufValue::Storage value) {
    if (m_tables.keyIndex.try_emplace(key, m_tables.metadata.size()).second)
        m_tables.metadata.emplace_back(key, GgufValue(std::move(value)));
}

std::optional<std::filesystem::path> modelFolderOf(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::path folder = path;
    if (!std::filesystem::is_directory(path, ignored)) {
        const std::string name = path.filename().string();
        if (name != "config.json" && !name.ends_with(".safetensors") &&
            !name.ends_with(".safetensors.index.json"))
            return std::nullopt;
        folder = std::filesystem::absolute(path, ignored).parent_path();
    }
    if (!std::filesystem::exists(folder / "config.json", ignored)) return std::nullopt;
    // "models/x/" has an empty last part.
    return folder.has_filename() ? folder : folder.parent_path();
}

void FolderWeights::add(const std::filesystem::path& path, const std::string& before) {
    const auto source = std::make_shared<const ByteSource>(openFolderFile(path));
    sizeBytes += source->sizeBytes();
    for (SafeTensor& tensor : readSafetensors(*source)) {
        tensor.file = static_cast<uint32_t>(sources->size());
        tensor.name.insert(0, before);
        tensors.push_back(std::move(tensor));
    }
    sources->push_back([source](uint64_t offset, std::span<std::byte> out) { source->readAt(offset, out); });
}

FolderWeights folderWeights(const std::filesystem::path& folder) {
    FolderWeights weights;
    for (const auto& path : weightFiles(folder)) weights.add(path);
    return weights;
}

FolderModel readModelFolder(const std::filesystem::path& folder) {
    Json config = encoderConfig(textConfig(readFolderJson(folder / "config.json")));
    std::string modelType = config.value("model_type", "");
    if (modelType == "gemma3_text" && config.value("use_bidirectional_attention", Json()) == true)
        modelType += "_both_ways";
    if (modelType == "nemotron_h" && hasNemotronHExperts(config)) modelType += "_experts";
    const FolderFamily* family = findFolderFamily(modelType);
    if (family == nullptr) {
        throw Error(errors::folderOfUnknownKind, {readableText(modelType)});
    }
    FolderModel model;
    model.tables.version = 3;
    MetadataTable table(model.tables, std::string(family->architecture));
    table.set("general.architecture", std::string(family->architecture));
    table.set("general.name", folder.filename().string());
    std::vector<ExtraTensor> extras;
    if (hasClassifier(config)) addClassifier(config, table);
    if (isEncoder(family->architecture)) addEncoderConfig(config, table);
    if (family->architecture == "gpt2") config = usualGpt2Config(std::move(config));
    if (family->architecture.starts_with("mamba")) config = usualMambaConfig(std::move(config));
    addConfig(config, table, extras);
    const SentenceModules modules = addSentenceSettings(folder, table);
    addVocabulary(folder, config, table);
    const auto answers = rerankerAnswers(folder, config, modules, model.tables);
    if (answers) addRerankerConfig(table);
    FolderWeights weights = folderWeights(folder);
    for (size_t i = 0; i < modules.dense.size(); ++i)
        weights.add(modules.dense[i] / "model.safetensors", "dense_module." + std::to_string(i) + ".");
    auto& [tensors, sources, sizeBytes] = weights;
    model.sizeBytes = sizeBytes;
    for (const char* key : {"quantization_config", "compression_config"}) {
        if (const auto packed = config.find(key); packed != config.end() && packed->is_object())
            unpackCheckpoint(*packed, tensors, *sources);
    }
    if (family->architecture == "apertus") addXielu(tensors, sources, table);
    const auto head = answers ? rerankerHead(config, tensors) : std::nullopt;
    addTensors(*family, config, std::move(tensors), sources, extras, model);
    if (head) addRerankerTensor(*answers, *head, sources, model);
    return model;
}

}  // namespace hearth::format
