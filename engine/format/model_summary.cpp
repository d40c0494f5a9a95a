#include "format/model_summary.h"

#include <algorithm>
#include <array>

namespace hearth::format {
namespace {

constexpr std::array<std::string_view, 8> groupNames{"embedding", "attention", "recurrent", "feed forward",
                                                     "experts",   "norms",     "output",    "other"};

bool contains(std::string_view text, std::string_view part) noexcept {
    return text.find(part) != std::string_view::npos;
}

void add(TensorTotal& total, const GgufTensor& tensor) {
    ++total.tensors;
    total.parameters += tensor.elements();
    total.sizeBytes += tensor.sizeBytes;
}

TensorTotal& totalNamed(std::vector<TensorTotal>& totals, std::string_view name) {
    const auto at =
        std::find_if(totals.begin(), totals.end(), [&](const auto& total) { return total.name == name; });
    if (at != totals.end()) return *at;
    totals.push_back({std::string(name)});
    return totals.back();
}

}  // namespace

std::string_view tensorGroup(std::string_view name) noexcept {
    if (contains(name, "_norm")) return "norms";
    if (contains(name, "_embd")) return "embedding";
    if (name == "output.weight" || name == "output.bias") return "output";
    if (contains(name, "_exps") || contains(name, "_shexp") || contains(name, "_gate_inp") ||
        contains(name, "exp_probs"))
        return "experts";
    if (contains(name, ".ssm_") || contains(name, ".shortconv")) return "recurrent";
    if (contains(name, ".attn_")) return "attention";
    if (contains(name, ".ffn_")) return "feed forward";
    return "other";
}

ModelSummary summarise(const std::vector<GgufTensor>& tensors) {
    ModelSummary summary;
    summary.all.name = "all";
    for (const auto& tensor : tensors) {
        add(summary.all, tensor);
        add(totalNamed(summary.byGroup, tensorGroup(tensor.name)), tensor);
        add(totalNamed(summary.byType, blockTypeInfo(tensor.type).name), tensor);
    }
    const auto place = [](const TensorTotal& total) {
        return std::find(groupNames.begin(), groupNames.end(), total.name) - groupNames.begin();
    };
    std::sort(summary.byGroup.begin(), summary.byGroup.end(),
              [&](const auto& a, const auto& b) { return place(a) < place(b); });
    std::stable_sort(summary.byType.begin(), summary.byType.end(),
                     [](const auto& a, const auto& b) { return a.sizeBytes > b.sizeBytes; });
    return summary;
}

}  // namespace hearth::format
