#include "serving/program_names.h"

#include <QFileInfo>

#include "hearth/routing.h"

namespace hearth::app {

QStringList programNames(const std::vector<EngineStatus::Part>& parts) {
    QStringList names;
    for (const EngineStatus::Part& part : parts) {
        const QString file = QFileInfo(part.modelPath).completeBaseName();
        // With two models that name is taken.
        const bool isTaken = parts.size() > 1 && file == QString::fromUtf8(routedModelName);
        names += !part.host.isEmpty() ? QString() : isTaken ? part.name : file;
    }
    if (names.size() < 2 || names.front() != names.back() || names.front().isEmpty()) return names;
    names = {parts.front().name, parts.back().name};
    if (names.front() == names.back()) names.back() += QStringLiteral("-2");
    return names;
}

}  // namespace hearth::app
