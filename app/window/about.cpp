#include "window/about.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSysInfo>
#include <algorithm>
#include <utility>

#include "inference/engine_status.h"
#include "log/error_log.h"
#include "machine/machine_checker.h"
#include "store/private_folder.h"

namespace hearth::app {

namespace {

constexpr int reportedErrors = 20;

QString compilerName() {
#if defined(__clang__)
    return QStringLiteral("Clang %1.%2").arg(__clang_major__).arg(__clang_minor__);
#else
    return QStringLiteral("GCC %1.%2").arg(__GNUC__).arg(__GNUC_MINOR__);
#endif
}

}  // namespace

QString withoutHome(QString text, const QString& home) {
    const QString canonical = QFileInfo(home).canonicalFilePath();
    for (const QString& path : {home, canonical}) {
        if (path.size() < 2) continue;  // "/" would be everything
        for (const QString& written : {path, QString::fromLatin1(QUrl::toPercentEncoding(path, "/"))})
            // A neighbour whose name only begins the same stays.
            text.replace(
                QRegularExpression(QRegularExpression::escape(written) + QStringLiteral("(?![\\w-]|\\.\\w)"),
                                   QRegularExpression::UseUnicodePropertiesOption),
                QStringLiteral("~"));
    }
    return text;
}

About::About(Parts parts, QObject* parent) : QObject(parent), m_parts(std::move(parts)) {
}

QString About::build() const {
    return m_parts.gpuEngine
               ? tr("%1, Qt %2, with the GPU engine").arg(compilerName(), QString::fromLatin1(qVersion()))
               : tr("%1, Qt %2, without the GPU engine").arg(compilerName(), QString::fromLatin1(qVersion()));
}

QString About::dataFolder() const {
    return withoutHome(m_parts.dataFolder, m_parts.home);
}

QString About::logFolder() const {
    return withoutHome(m_parts.log.folder(), m_parts.home);
}

QVariantList About::licences() const {
    QVariantList rows;
    for (const Licence& licence : m_parts.licences)
        rows +=
            QVariantMap{{QStringLiteral("name"), licence.name}, {QStringLiteral("licence"), licence.licence}};
    return rows;
}

bool About::openDataFolder() {
    return open(m_parts.dataFolder);
}

bool About::openLogFolder() {
    return open(m_parts.log.folder());
}

bool About::open(const QString& folder) {
    if (folder.isEmpty() || store::makePrivateFolder(QFile::encodeName(folder).toStdString())) return false;
    return m_parts.open(QUrl::fromLocalFile(folder));
}

QStringList About::licenceLines(int index) const {
    if (index < 0 || static_cast<size_t>(index) >= m_parts.licences.size()) return {};
    const Licence& licence = m_parts.licences[static_cast<size_t>(index)];
    const QString text = licenceText(licence, m_parts.licenceFolders);
    if (text.isEmpty())
        return {tr("The text of this licence is not on this computer. Its name is %1.").arg(licence.licence)};
    return text.split(u'\n');
}

QString About::report() const {
    QStringList lines{QStringLiteral("Hearth %1").arg(QCoreApplication::applicationVersion()),
                      QStringLiteral("Build: %1, Qt %2, GPU engine: %3")
                          .arg(compilerName(), QString::fromLatin1(qVersion()),
                               m_parts.gpuEngine ? QStringLiteral("yes") : QStringLiteral("no")),
                      QStringLiteral("System: %1, kernel %2, %3")
                          .arg(QSysInfo::prettyProductName(), QSysInfo::kernelVersion(),
                               QSysInfo::currentCpuArchitecture()),
                      QStringLiteral("Device: %1")
                          .arg(m_parts.engine.isReady() ? m_parts.engine.device()->text()
                                                        : QStringLiteral("no model is loaded")),
                      QStringLiteral("Data folder: %1").arg(m_parts.dataFolder)};
    if (!m_parts.engine.device()->reason().isEmpty())
        lines += QStringLiteral("GPU: %1").arg(m_parts.engine.device()->reason());
    if (m_parts.machine.isFinished())
        lines += QStringList{QString(), QStringLiteral("Doctor"), m_parts.machine.report().trimmed()};
    lines += QStringList{QString(), QStringLiteral("Last errors")};
    const QStringList errors = m_parts.log.lastLines(reportedErrors);
    lines += errors.isEmpty() ? QStringList{QStringLiteral("none")} : errors;
    return withoutHome(lines.join(u'\n') + u'\n', m_parts.home);
}

}  // namespace hearth::app
