#include "serving/program_names.h"

#include <QFileInfo>

#include "hearth/routing.h"

namespace hearth::app {

QStringList programNames(const std::vector<OpenModel::Part>& parts) {
    QStringList names;
    for (const OpenModel::Part& part : parts) {
        const QString file = QFileInfo(part.modelPath).completeBaseName();
        // With two models that name is taken.
        const bool isTaken = parts.size() > 1 && file == QString::fromUtf8(routedModelName);
        names += !part.host.isEmpty() ? QString() : isTaken ? part.name : file;
    }
    const QStringList files = names;
    for (qsizetype i = 0; i < names.size(); ++i)
        if (!names[i].isEmpty() && files.count(files[i]) > 1) names[i] = parts[static_cast<size_t>(i)].name;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString name = names[i];
        for (int number = 2; !name.isEmpty() && names.first(i).contains(names[i]); ++number)
            names[i] = name + u'-' + QString::number(number);
    }
    return names;
}

}  // namespace hearth::app
