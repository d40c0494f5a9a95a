#include "models/seeing_families.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <string_view>

namespace hearth::app {

bool usuallySees(const ModelHeader& header, const QString& path) {
    constexpr std::array<std::string_view, 8> families{"gemma4", "llama4",    "mistral3", "qwen2vl",
                                                       "qwen35", "qwen35moe", "qwen3vl",  "qwen3vlmoe"};
    const auto architecture = header.getString("general.architecture").value_or("");
    if (std::ranges::find(families, architecture) != families.end()) return true;
    // Gemma 3 sees from 4 billion parameters on, which has 34 layers; the smaller ones have 26 at most.
    if (architecture == "gemma3") return header.getUint("gemma3.block_count").value_or(0) >= 34;
    static const QRegularExpression names(
        QStringLiteral("\\b(?:\\w*VL\\d?|\\w*VLM\\d?|vision|llava|pixtral|idefics\\d?|GLM-4\\.\\dV|"
                       "Mistral-Small-3\\.[12])\\b"),
        QRegularExpression::CaseInsensitiveOption);
    QString name =
        QString::fromStdString(header.getString("general.name").value_or("")) + u' ' + path.section(u'/', -1);
    name.replace(u'_', u'-').replace(u' ', u'-');
    return names.match(name).hasMatch();
}

}  // namespace hearth::app
