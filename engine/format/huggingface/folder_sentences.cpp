#include "format/huggingface/folder_sentences.h"

#include <array>

#include "format/huggingface/folder_files.h"
#include "format/huggingface/folder_settings.h"
#include "hearth/bounded_json.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

constexpr size_t mostModules = 16, mostDense = 2;

/// The folder of a module, which lies in that of the model; nullopt for anything else.
std::optional<std::filesystem::path> moduleFolder(const std::filesystem::path& folder, const Json& module) {
    const std::string name = module.value("path", "");
    if (name.empty() || name.find('/') != std::string::npos || name.find('\\') != std::string::npos ||
        name == "." || name == "..")
        return std::nullopt;
    return folder / name;
}

/// The number of a pooling as llama.cpp writes it; 0: none is said.
uint64_t poolingOf(const Json& config) {
    struct Way {
        const char *flag, *name;
        uint64_t number;
    };
    constexpr std::array ways{Way{"pooling_mode_mean_tokens", "mean", 1},
                              Way{"pooling_mode_cls_token", "cls", 2},
                              Way{"pooling_mode_lasttoken", "lasttoken", 3}};
    const Json mode = config.value("pooling_mode", Json());
    uint64_t found = 0;
    for (const Way& way : ways) {
        if (config.value(way.flag, Json()) != true && mode != way.name) continue;
        if (found != 0)
            throw Error(ErrorCode::Unsupported, "it joins several ways of pooling, which Hearth does not do");
        found = way.number;
    }
    if (found == 0) throw Error(ErrorCode::Unsupported, "it pools in a way that Hearth does not know yet");
    return found;
}

/// Refuses a setting that Hearth does not support and that would silently change vectors.
void refuseSetting(const Json& settings, const char* key, bool refused) {
    if (settings.value(key, Json()) != refused) return;
    throw Error(ErrorCode::Unsupported, "it sets \"" + std::string(key) + "\" to " +
                                            (refused ? "true" : "false") +
                                            ", which Hearth does not do for embedding models yet");
}

void addPrompts(const Json& settings, MetadataTable& table) {
    const auto prompts = settings.find("prompts");
    if (prompts == settings.end() || !prompts->is_object()) return;
    const auto take = [&](const char* key, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            const auto found = prompts->find(name);
            if (found != prompts->end() && found->is_string())
                return table.set(key, found->get<std::string>());
        }
    };
    take("sentence_transformers.query_prefix", {"query", "search_query", "Retrieval-query"});
    take("sentence_transformers.passage_prefix",
         {"document", "passage", "search_document", "Retrieval-document"});
}

void checkDense(const Json& dense) {
    const std::string curve = dense.value("activation_function", "");
    if (!curve.ends_with(".Identity"))
        throw Error(ErrorCode::Unsupported, "its embeddings go through \"" + readableText(curve) +
                                                "\", which Hearth does not know yet");
    refuseSetting(dense, "use_residual", true);
}

}  // namespace

SentenceModules addSentenceSettings(const std::filesystem::path& folder, MetadataTable& table) {
    addPrompts(folderJsonIfThere(folder / "config_sentence_transformers.json"), table);
    const Json limits = folderJsonIfThere(folder / "sentence_bert_config.json");
    refuseSetting(limits, "do_lower_case", true);
    if (const uint64_t most = countOf(limits, "max_seq_length", 0); most != 0)
        table.set("sentence_transformers.max_length", most);
    const auto text = folderTextIfThere(folder / "modules.json");
    SentenceModules found;
    if (!text) return found;
    const Json modules = parseJson(*text);
    if (!modules.is_array() || modules.size() > mostModules)
        throw Error(ErrorCode::BadFile, "its modules.json is not a list of modules");
    for (const Json& module : modules) {
        if (!module.is_object()) throw Error(ErrorCode::BadFile, "its modules.json is not a list of modules");
        const std::string type = module.value("type", "");
        const std::string kind = type.substr(type.rfind('.') + 1);
        if (kind == "Transformer" || kind == "Normalize") continue;
        const auto inside = moduleFolder(folder, module);
        if (kind == "Pooling" && inside) {
            const Json pooling = readFolderJson(*inside / "config.json");
            refuseSetting(pooling, "include_prompt", false);
            table.own("pooling_type", poolingOf(pooling));
            continue;
        }
        if (kind == "Dense" && inside && found.dense.size() < mostDense) {
            checkDense(readFolderJson(*inside / "config.json"));
            found.dense.push_back(*inside);
            continue;
        }
        if (kind == "LogitScore" && inside) {
            const Json score = readFolderJson(*inside / "config.json");
            if (!score.value("false_token_id", Json()).is_number_unsigned())
                throw Error(ErrorCode::Unsupported, "it scores by one token, which Hearth does not do yet");
            found.answers = {countOf(score, "true_token_id", 0), countOf(score, "false_token_id", 0)};
            continue;
        }
        throw Error(ErrorCode::Unsupported,
                    "its step \"" + readableText(kind) + "\" is one that Hearth does not know yet");
    }
    return found;
}

}  // namespace hearth::format
