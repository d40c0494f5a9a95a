#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/common_options.h"
#include "format/model_report.h"
#include "hearth/error.h"
#include "hearth/token_work.h"
#include "hearth/vision_file.h"
#include "vision/tower_facts.h"

namespace hearth::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array inspectOwnOptions = {jsonOption};
constexpr auto inspectOptions = joinOptions(engineOptionList, inspectOwnOptions);

/// The plan, or why there is none: vocabularies and unknown architectures can still be looked at.
Json memory(const EngineOptions& engineOptionsGiven) {
    try {
        const MemoryPlan plan = Engine::plan(engineOptionsGiven);
        Json cards = Json::array();
        for (const GpuShare& card : plan.cards)
            cards.push_back({{"number", card.number},
                             {"name", card.name},
                             {"layers", card.layers},
                             {"total_bytes", card.totalBytes},
                             {"free_bytes", card.freeBytes}});
        Json out = {{"weights_bytes", plan.weightsBytes},
                    {"context_length", plan.contextLength},
                    {"kv_bytes", plan.kvBytes},
                    {"kv_bytes_taken_at_load", plan.kvCommittedBytes},
                    {"kv_bytes_of_one_conversation", plan.kvConversationBytes},
                    {"scratch_bytes", plan.scratchBytes},
                    {"vision_bytes", plan.visionBytes},
                    {"total_bytes", plan.totalBytes()},
                    {"layers", plan.layers},
                    {"layers_on_device", plan.layersOnDevice},
                    {"device_total_bytes", plan.deviceTotalBytes},
                    {"device_free_bytes", plan.deviceFreeBytes},
                    {"cards", cards},
                    {"cards_share_layers", plan.gpusShareLayers}};
        if (plan.experts.isUsed()) {
            out["experts"] = plan.experts.experts;
            out["experts_on_card"] = plan.experts.onGpu;
            out["experts_host_bytes"] = plan.experts.hostBytes;
        }
        return out;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::BadInput) throw;
        return {{"error", error.what()}};
    }
}

/// Work of a machine for one token of a reply; empty if the architecture is unknown.
Json workOf(const GgufFile& file) {
    try {
        const TokenWork work = tokenWork(file);
        return {{"parameters", work.parameters},
                {"active_parameters", work.activeParameters},
                {"weight_bytes", work.weightBytes()},
                {"flops", work.flops()},
                {"prompt_flops", work.promptFlops()},
                {"attention_flops_a_position", work.attentionFlops},
                {"cached_numbers_a_position", work.cachedNumbers}};
    } catch (const Error&) {
        return Json::object();
    }
}

/// The vision encoder of the model, or why it cannot be used; empty: there is none.
Json visionOf(const std::filesystem::path& visionFile) {
    if (visionFile.empty()) return Json::object();
    Json out = {{"file", visionFile.string()}};
    try {
        const TowerFacts facts = towerFacts(visionFile);
        out["projector"] = facts.projector;
        out["layers"] = facts.layers;
        out["width"] = facts.width;
        out["output_width"] = facts.outWidth;
        out["patch"] = facts.patchSize;
        const std::string size =
            std::to_string(factsPicture.width) + "x" + std::to_string(factsPicture.height);
        out["tokens_of_" + size] = facts.tokens;
        out["bytes"] = facts.bytes;
    } catch (const Error& error) {
        out["error"] = error.what();
    }
    return out;
}

void printItems(const char* title, const Json& items) {
    if (items.empty()) return;
    std::cout << "\n" << title << "\n";
    for (const auto& [name, value] : items.items())
        std::cout << "  " << name << " = " << value.dump() << "\n";
}

void runInspect(const Arguments& arguments) {
    std::vector<std::string> files = arguments.positional();
    if (const auto named = arguments.text("--model")) files.push_back(*named);
    if (files.size() != 1) throw UsageError("give one model file");
    EngineOptions planned;
    planned.model = files[0];
    planned.visionFile = arguments.text("--mmproj").value_or("");
    findVisionFile(planned);
    readPlacement(arguments, planned);
    const GgufFile file = GgufFile::open(files[0]);
    const Json plan = memory(planned);
    if (arguments.has("--json")) {
        Json out = format::describeModel(file);
        if (Json vision = visionOf(planned.visionFile); !vision.empty()) out["vision"] = std::move(vision);
        out["memory"] = plan;
        out["token"] = workOf(file);
        std::cout << out.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
        return;
    }
    format::printModelListing(file, std::cout);
    printItems("Vision encoder", visionOf(planned.visionFile));
    printItems("Memory plan", plan);
    printItems("A token of a reply", workOf(file));
}

}  // namespace

const Command inspectCommand{
    .name = "inspect",
    .usage = "MODEL [--mmproj FILE] [--json] [--ctx N --kv TYPE --devices LIST --gpu-layers N]",
    .summary = "Show a model file's metadata, tensors, parameter counts, the vision encoder and memory plan.",
    .options = inspectOptions,
    .run = runInspect};

}  // namespace hearth::cli
