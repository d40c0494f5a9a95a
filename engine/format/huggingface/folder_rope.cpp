#include <algorithm>
#include <cmath>
#include <numbers>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// The settings of the rotation in one object, whichever way they are spelled.
Json ropeOf(const Json& config, const char* layerType) {
    Json rope = Json::object();
    if (const Json* parameters = findSetting(config, "rope_parameters"); parameters != nullptr) {
        rope = parameters->contains(layerType) ? (*parameters)[layerType] : *parameters;
    } else if (const Json* scaling = findSetting(config, "rope_scaling"); scaling != nullptr) {
        rope = *scaling;
    }
    if (!rope.is_object()) throw Error(ErrorCode::BadFile, "config.json's rotation settings are no object");
    if (!rope.contains("rope_theta")) rope["rope_theta"] = numberOf(config, "rope_theta", 10000.0);
    if (!rope.contains("rope_type")) rope["rope_type"] = rope.value("type", "default");
    return rope;
}

/// Llama 3's stretching (Dubey et al. 2024): slow pairs are divided by the factor, fast ones stay, with a
/// ramp between them.
std::vector<float> llama3Factors(const Json& rope, uint64_t dims) {
    const double base = numberOf(rope, "rope_theta", 10000.0), factor = numberOf(rope, "factor", 8.0),
                 low = numberOf(rope, "low_freq_factor", 1.0), high = numberOf(rope, "high_freq_factor", 4.0),
                 length = numberOf(rope, "original_max_position_embeddings", 8192.0);
    std::vector<float> factors;
    for (uint64_t i = 0; i < dims; i += 2) {
        const double wave =
            2 * std::numbers::pi * std::pow(base, static_cast<double>(i) / static_cast<double>(dims));
        if (wave < length / high) {
            factors.push_back(1.0F);
        } else if (wave > length / low) {
            factors.push_back(static_cast<float>(factor));
        } else {
            const double smooth = (length / wave - low) / (high - low);
            factors.push_back(static_cast<float>(1.0 / ((1 - smooth) / factor + smooth)));
        }
    }
    return factors;
}

std::vector<float> floatsOf(const Json& rope, const char* key) {
    std::vector<float> values;
    const Json* list = findSetting(rope, key);
    if (list == nullptr || !list->is_array())
        throw Error(ErrorCode::BadFile, std::string("config.json lacks the rotation's ") + key);
    for (const Json& value : *list) values.push_back(value.is_number() ? value.get<float>() : 0.0F);
    return values;
}

uint64_t rotatedColumns(const Json& config, const Json& rope, uint64_t headDim) {
    const double partial =
        numberOf(rope, "partial_rotary_factor", numberOf(config, "partial_rotary_factor", 1.0));
    if (!(partial >= 0 && partial <= 1))
        throw Error(ErrorCode::BadFile, "config.json's \"partial_rotary_factor\" is not between 0 and 1");
    return static_cast<uint64_t>(static_cast<double>(headDim) * partial);
}

/// `original`: the length of the training; 0: the kind has no use for it.
void addScaling(const std::string& kind, double factor, double original, MetadataTable& table) {
    table.own("rope.scaling.type", kind);
    table.own("rope.scaling.factor", factor);
    if (original > 0) table.own("rope.scaling.original_context_length", static_cast<uint64_t>(original));
}

double originalLength(const Json& config, const Json& rope) {
    const double trained = numberOf(config, "max_position_embeddings", 2048);
    const double original = numberOf(rope, "original_max_position_embeddings",
                                     numberOf(config, "original_max_position_embeddings", trained));
    if (!(original >= 1 && original <= 1e12))
        throw Error(ErrorCode::BadFile, "config.json's \"original_max_position_embeddings\" cannot be");
    return original;
}

/// Adds the settings of YaRN. The factor of the rotated columns is that of transformers, which uses mscale
/// only if both mscale and mscale_all_dim are present and not 0. Latent attention has mscale_all_dim in the
/// scale of its scores.
void addYarn(const Json& config, const Json& rope, MetadataTable& table) {
    const double original = originalLength(config, rope);
    const double factor =
        numberOf(rope, "factor", numberOf(config, "max_position_embeddings", 2048) / original);
    addScaling("yarn", factor, original, table);
    const SettingsCopy copy(rope, table);
    copy.number("llama_4_scaling_beta", "attention.temperature_scale");
    table.own("attention.temperature_length", static_cast<uint64_t>(original));
    copy.number("beta_fast", "rope.scaling.yarn_beta_fast");
    copy.number("beta_slow", "rope.scaling.yarn_beta_slow");
    copy.flag("truncate", "rope.scaling.yarn_truncate");
    const auto magnitude = [&](double scale) {
        return factor <= 1 ? 1.0 : 0.1 * scale * std::log(factor) + 1;
    };
    const double one = numberOf(rope, "mscale", 0.0), all = numberOf(rope, "mscale_all_dim", 0.0);
    const double usual = one != 0 && all != 0 ? magnitude(one) / magnitude(all) : magnitude(1.0);
    const double wanted = numberOf(rope, "attention_factor", usual);
    const bool inScores = isLatent(table.architecture()) && all != 0;
    if (inScores) table.own("rope.scaling.yarn_log_multiplier", 0.1 * all);
    const double given = inScores ? 1.0 : magnitude(1.0);
    if (wanted != given) table.own("rope.scaling.attn_factor", wanted / given);
}

void addLongRope(const Json& config, const Json& rope, MetadataTable& table,
                 std::vector<ExtraTensor>& extras) {
    const double original = originalLength(config, rope);
    table.own("rope.scaling.type", std::string("longrope"));
    table.own("rope.scaling.original_context_length", static_cast<uint64_t>(original));
    const double factor =
        numberOf(rope, "factor", numberOf(config, "max_position_embeddings", 2048) / original);
    const double usual = factor <= 1 ? 1.0 : std::sqrt(1 + std::log(factor) / std::log(original));
    table.own("rope.scaling.attn_factor", numberOf(rope, "attention_factor", usual));
    extras.push_back({"rope_factors_long.weight", floatsOf(rope, "long_factor")});
    extras.push_back({"rope_factors_short.weight", floatsOf(rope, "short_factor")});
}

/// Pairs that turn by time, height and width (M-RoPE).
void addSections(const Json& rope, MetadataTable& table) {
    const auto found = rope.find("mrope_section");
    if (found == rope.end() || !found->is_array() || found->size() != 3) return;
    GgufValue::Integers pairs;
    for (const Json& section : *found)
        pairs.push_back(section.is_number_unsigned() ? section.get<int64_t>() : 0);
    table.own("rope.dimension_sections", std::move(pairs));
}

}  // namespace

uint64_t rotatedColumns(const Json& config, uint64_t headDim) {
    return rotatedColumns(config, ropeOf(config, "full_attention"), headDim);
}

void addRope(const Json& config, HeadColumns columns, MetadataTable& table,
             std::vector<ExtraTensor>& extras) {
    Json rope = ropeOf(config, "full_attention");
    const Json local = ropeOf(config, "sliding_attention");
    // Hunyuan's "dynamic" stretching is a fixed one of the base.
    if (rope["rope_type"] == "dynamic" && numberOf(rope, "alpha", 0.0) != 0) {
        const auto dim = static_cast<double>(columns.full);
        rope["rope_theta"] =
            numberOf(rope, "rope_theta", 10000.0) * std::pow(numberOf(rope, "alpha", 1.0), dim / (dim - 2));
        rope["rope_type"] = "default";
    }
    table.own("rope.freq_base", numberOf(rope, "rope_theta", 10000.0));
    const std::string kind = rope["rope_type"].is_string() ? rope["rope_type"].get<std::string>() : "";
    const uint64_t dims = kind == "proportional" ? columns.full : rotatedColumns(config, rope, columns.full),
                   localDims = rotatedColumns(config, local, columns.windowed);
    table.own("rope.dimension_count", dims);
    addSections(rope, table);
    if (localDims != dims) table.own("rope.dimension_count_swa", localDims);
    const double factor = numberOf(rope, "factor", 1.0);
    if (kind == "yarn") {
        addYarn(config, rope, table);
    } else if (kind == "linear" || kind == "dynamic") {
        addScaling(kind, factor, numberOf(config, "max_position_embeddings", 2048), table);
    } else if (kind == "llama3") {
        extras.push_back({"rope_freqs.weight", llama3Factors(rope, dims)});
    } else if (kind == "longrope" || kind == "su") {
        addLongRope(config, rope, table, extras);
    } else if (kind == "proportional") {
        // Rotated columns stand at the front of both halves; the others turn infinitely slowly.
        std::vector<float> factors(dims / 2, 1e30F);
        std::fill_n(factors.begin(), rotatedColumns(config, rope, dims) / 2, 1.0F);
        extras.push_back({"rope_freqs.weight", std::move(factors)});
        if (factor != 1.0) addScaling("linear", factor, 0, table);
    } else if (kind != "default" && kind != "mrope") {
        throw Error(ErrorCode::Unsupported, "it stretches its positions by \"" + readableText(kind) +
                                                "\", which Hearth does not know yet");
    }
    if (findSetting(config, "rope_local_base_freq") != nullptr)
        table.own("rope.freq_base_swa", numberOf(config, "rope_local_base_freq", 10000.0));
    else if (local["rope_theta"] != rope["rope_theta"] && !local.contains("alpha"))
        table.own("rope.freq_base_swa", numberOf(local, "rope_theta", 10000.0));
}

}  // namespace hearth::format
