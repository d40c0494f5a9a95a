#include "cli/expected_speed.h"

#include "cli/number_text.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/speed_estimate.h"
#include "hearth/token_work.h"

namespace hearth::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string rowText(const Json& point) {
    const uint32_t rows = point["rows"].get<uint32_t>();
    if (rows > 8) return "prompt, " + std::to_string(rows) + " tokens at once";
    return std::to_string(rows) + (rows == 1 ? " reply, a token at a time" : " replies, or drafts");
}

}  // namespace

Json expectedSpeed(const EngineInfo& info, const EngineOptions& options, int depth) {
    const TokenWork work = tokenWork(GgufFile::open(options.model));
    std::vector<BlockType> types;
    for (const TokenWork::Product& product : work.products) types.push_back(product.type);
    const DeviceSpeed speed = measureDeviceSpeed(info.backendName, options.threads, types);
    Json out;
    if (const auto guess = estimateSpeed(work, speed, depth)) {
        out["expected_tg_tokens_per_s"] = guess->tokensPerS();
        out["expected_pp_tokens_per_s"] = 1 / guess->promptTokenS;
    }
    const Roofline roofs = roofline(work, speed);
    out["weight_bytes_a_token"] = work.weightBytes();
    out["memory_bytes_per_s"] = roofs.bytesPerS;
    out["best_flops_per_s"] = roofs.flopsPerS;
    out["operation_s"] = speed.operationS;
    out["points"] = Json::array();
    for (const RooflinePoint& point : roofs.points)
        out["points"].push_back({{"rows", point.rows},
                                 {"flops_per_byte", point.flopsPerByte},
                                 {"flops_per_s", point.flopsPerS},
                                 {"bytes_per_s", point.bytesPerS},
                                 {"bound", point.bound == SpeedBound::Memory ? "memory" : "arithmetic"}});
    return out;
}

std::string expectedSpeedText(const Json& expected, double measured) {
    if (!expected.contains("expected_tg_tokens_per_s"))
        return "expected: not known, for some types of the weights cannot be measured here\n";
    const double guess = expected["expected_tg_tokens_per_s"].get<double>();
    const double bytes = expected["weight_bytes_a_token"].get<double>();
    const double roof = expected["memory_bytes_per_s"].get<double>();
    std::string text = "expected: " + fixedText(guess, 2) + " tokens/s, prompts " +
                       fixedText(expected["expected_pp_tokens_per_s"].get<double>(), 0) +
                       " tokens/s (computed from measured products)";
    if (measured > 0) text += "; measured " + fixedText(100 * (measured / guess - 1), 0) + " % off";
    text += "\nreads " + fixedText(bytes / 1e6, 0) + " MB of weights a token; the memory gives " +
            fixedText(roof / 1e9, 1) + " GB/s, the products at most " +
            fixedText(expected["best_flops_per_s"].get<double>() / 1e9, 0) + " GFLOP/s\n";
    for (const Json& point : expected["points"]) {
        const double rate = point["bytes_per_s"].get<double>();
        text += "  " + rowText(point) + ": " + fixedText(point["flops_per_byte"].get<double>(), 1) +
                " FLOP/byte, " + fixedText(point["flops_per_s"].get<double>() / 1e9, 1) + " GFLOP/s, " +
                fixedText(rate / 1e9, 1) + " GB/s (" + fixedText(roof > 0 ? 100 * rate / roof : 0, 0) +
                " % of the memory), bound by " + point["bound"].get<std::string>() + "\n";
    }
    return text;
}

}  // namespace hearth::cli
