#include "format/huggingface/folder_reranker.h"

#include <algorithm>

#include "format/huggingface/folder_files.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

bool isNamedReranker(const std::filesystem::path& folder) {
    constexpr std::string_view name = "Qwen3-Reranker";
    if (folder.filename().string().find(name) != std::string::npos) return true;
    const auto about = folderTextIfThere(folder / "README.md");
    return about && about->find("# " + std::string(name)) != std::string::npos;
}

}  // namespace

std::optional<std::pair<uint64_t, uint64_t>> rerankerAnswers(const std::filesystem::path& folder,
                                                             const Json& config,
                                                             const SentenceModules& modules,
                                                             const GgufTables& tables) {
    if (modules.answers) return modules.answers;
    if (config.value("architectures", Json()) != Json::array({"Qwen3ForCausalLM"}) ||
        !isNamedReranker(folder))
        return std::nullopt;
    const auto key = tables.keyIndex.find("tokenizer.ggml.tokens");
    if (key == tables.keyIndex.end()) return std::nullopt;
    const auto* tokens = std::get_if<GgufValue::Strings>(&tables.metadata[key->second].second.storage());
    if (tokens == nullptr) return std::nullopt;
    const auto idOf = [&](const char* entry) {
        return static_cast<uint64_t>(std::find(tokens->begin(), tokens->end(), entry) - tokens->begin());
    };
    const std::pair answers{idOf("yes"), idOf("no")};
    if (std::max(answers.first, answers.second) >= tokens->size()) return std::nullopt;
    return answers;
}

void addRerankerConfig(MetadataTable& table) {
    table.own("pooling_type", uint64_t{4});
    table.own("classifier.output_labels", GgufValue::Strings{"yes", "no"});
}

std::optional<SafeTensor> rerankerHead(const Json& config, std::span<const SafeTensor> tensors) {
    const auto find = [&](std::string_view ending) -> std::optional<SafeTensor> {
        for (const SafeTensor& tensor : tensors)
            if (tensor.name.ends_with(ending) && tensor.shape.size() == 2) return tensor;
        return std::nullopt;
    };
    if (config.value("tie_word_embeddings", Json()) != true)
        if (auto head = find("lm_head.weight")) return head;
    return find("embed_tokens.weight");
}

void addRerankerTensor(std::pair<uint64_t, uint64_t> answers, const SafeTensor& head, TensorSources sources,
                       FolderModel& model) {
    if (std::max(answers.first, answers.second) >= head.shape[0])
        throw Error(ErrorCode::BadFile, "it scores by tokens that it does not have");
    TensorTable(model, std::move(sources))
        .addRows("cls.output.weight",
                 {.pieces = {{head, 0}}, .rowsEach = 2, .order = {answers.first, answers.second}},
                 head.shape[1]);
}

}  // namespace hearth::format
