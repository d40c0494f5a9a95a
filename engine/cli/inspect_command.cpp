#include <cstdio>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "hearth/error.h"
#include "hearth/gguf.h"

namespace hearth::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array ownOptions = {jsonOption};
constexpr auto options = joinOptions(engineOptionList, ownOptions);
constexpr size_t shownElements = 8;  // of long arrays

Json toJson(const GgufValue& value) {
    return std::visit([](const auto& v) -> Json { return v; }, value.storage());
}

/// The value in one line; long arrays and texts are cut.
std::string brief(const GgufValue& value) {
    Json json = toJson(value);
    std::string more;
    if (json.is_array() && json.size() > shownElements) {
        more = " ... (" + std::to_string(json.size()) + " in all)";
        json.erase(json.begin() + shownElements, json.end());
    }
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 120) text = text.substr(0, 117) + "...";
    return text + more;
}

/// Which part of the model a tensor belongs to.
std::string groupOf(const std::string& name) {
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    if (has("_norm")) return "norms";
    if (has("token_embd")) return "embeddings";
    if (name.starts_with("output.")) return "head";
    if (has("_exps")) return "experts";
    if (has("ffn_")) return "feed-forward";
    if (has("attn_")) return "attention";
    if (has("ssm_") || has("shortconv")) return "recurrent";
    return "other";
}

Json describe(const GgufFile& file) {
    Json out{{"file", file.path().string()}, {"version", file.version()}, {"bytes", file.sizeBytes()}};
    for (const auto& [key, value] : file.metadata()) out["metadata"][key] = toJson(value);
    std::map<std::string, uint64_t> groups;
    uint64_t total = 0;
    out["tensors"] = Json::array();
    for (const GgufTensor& tensor : file.tensors()) {
        out["tensors"].push_back({{"name", tensor.name},
                                  {"type", blockTypeInfo(tensor.type).name},
                                  {"shape", tensor.shape},
                                  {"bytes", tensor.sizeBytes}});
        groups[groupOf(tensor.name)] += tensor.elements();
        total += tensor.elements();
    }
    out["parameters"] = Json{{"total", total}};
    for (const auto& [group, count] : groups) out["parameters"][group] = count;
    return out;
}

/// The plan, or why there is none: vocabularies and unknown architectures can still be looked at.
Json memory(const EngineOptions& engineOptionsGiven) {
    try {
        const MemoryPlan plan = Engine::plan(engineOptionsGiven);
        return {{"weights_bytes", plan.weightsBytes},
                {"kv_bytes", plan.kvBytes},
                {"scratch_bytes", plan.scratchBytes},
                {"total_bytes", plan.totalBytes()},
                {"layers", plan.layers},
                {"layers_on_device", plan.layersOnDevice},
                {"device_total_bytes", plan.deviceTotalBytes},
                {"device_free_bytes", plan.deviceFreeBytes}};
    } catch (const Error& error) {
        if (error.code() == ErrorCode::BadInput) throw;
        return {{"error", error.what()}};
    }
}

void run(const Arguments& arguments) {
    std::vector<std::string> files = arguments.positional();
    if (const auto named = arguments.text("--model")) files.push_back(*named);
    if (files.size() != 1) throw UsageError("give one model file");
    const GgufFile file = GgufFile::open(files[0]);
    EngineOptions planned;
    planned.model = files[0];
    planned.backend = arguments.text("--backend").value_or(planned.backend);
    planned.threads = arguments.integer("--threads", 0);
    planned.contextLength = arguments.integer("--ctx", 0);
    planned.kvType = arguments.text("--kv").value_or(planned.kvType);
    planned.gpuLayers = arguments.integer("--gpu-layers", -1);
    Json out = describe(file);
    out["memory"] = memory(planned);
    if (arguments.has("--json")) {
        std::cout << out.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
        return;
    }
    std::printf("%s: GGUF version %u, %.1f MB\n\nmetadata:\n", files[0].c_str(), file.version(),
                static_cast<double>(file.sizeBytes()) / 1e6);
    for (const auto& [key, value] : file.metadata())
        std::printf("  %-45s %s\n", key.c_str(), brief(value).c_str());
    std::printf("\ntensors:\n");
    for (const auto& tensor : out["tensors"]) {
        std::printf("  %-45s %-8s %s\n", tensor["name"].get<std::string>().c_str(),
                    tensor["type"].get<std::string>().c_str(), tensor["shape"].dump().c_str());
    }
    std::printf("\nparameters:\n");
    for (const auto& [group, count] : out["parameters"].items()) {
        std::printf("  %-14s %.3f million\n", group.c_str(),
                    static_cast<double>(count.get<uint64_t>()) / 1e6);
    }
    std::printf("\nmemory:\n");
    for (const auto& [name, value] : out["memory"].items())
        std::printf("  %-20s %s\n", name.c_str(), value.dump().c_str());
}

}  // namespace

const Command inspectCommand{
    .name = "inspect",
    .usage = "MODEL [--json] [--ctx N --kv TYPE --gpu-layers N]",
    .summary = "Show a model file's metadata, tensors, parameter counts and memory plan.",
    .options = options,
    .run = run};

}  // namespace hearth::cli
