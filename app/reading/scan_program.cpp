#include "reading/scan_program.h"

#include <QFile>
#include <QLocale>
#include <QStandardPaths>
#include <QStringList>
#include <array>
#include <chrono>
#include <span>

#include "hearth/platform/piped_process.h"
#include "hearth/platform/process.h"
#include "hearth/platform/run_child.h"

namespace hearth::app {

namespace {

constexpr auto longestList = std::chrono::seconds(5);
constexpr size_t mostListBytes = 1U << 20U;

QString scanProgramPath() {
    const QString path = QStandardPaths::findExecutable(QStringLiteral("tesseract"));
    QFile file(path);
    const bool isProgram = !path.isEmpty() && file.open(QFile::ReadOnly) &&
                           file.read(4) ==
                               "\x7f"
                               "ELF";
    return isProgram ? path : QString();
}

struct LanguageName {
    QLatin1String locale, name;
};

/// Tesseract's names for the languages of the window.
constexpr std::array languageNames{
    LanguageName{QLatin1String("de"), QLatin1String("deu")},
    LanguageName{QLatin1String("es"), QLatin1String("spa")},
    LanguageName{QLatin1String("fr"), QLatin1String("fra")},
    LanguageName{QLatin1String("it"), QLatin1String("ita")},
    LanguageName{QLatin1String("nl"), QLatin1String("nld")},
    LanguageName{QLatin1String("pt"), QLatin1String("por")},
    LanguageName{QLatin1String("pl"), QLatin1String("pol")},
    LanguageName{QLatin1String("ru"), QLatin1String("rus")},
    LanguageName{QLatin1String("ja"), QLatin1String("jpn")},
    LanguageName{QLatin1String("zh"), QLatin1String("chi_sim")},
};

}  // namespace

bool hasScanProgram() {
    return !scanProgramPath().isEmpty();
}

QString scanLanguages(const QString& known, const QStringList& locales) {
    QStringList names;
    // The first line is a heading; "osd" only detects the orientation of a page.
    const QStringList lines = known.split(u'\n').mid(1);
    for (const QString& line : lines)
        if (const QString name = line.trimmed(); !name.isEmpty() && name != QLatin1String("osd"))
            names += name;
    QStringList chosen;
    for (const QString& locale : locales)
        for (const LanguageName& language : languageNames)
            if (locale.section(u'-', 0, 0) == language.locale && names.contains(language.name) &&
                !chosen.contains(language.name))
                chosen += language.name;
    if (names.contains(QLatin1String("eng"))) chosen += QStringLiteral("eng");
    if (chosen.isEmpty() && !names.isEmpty()) chosen += names.front();
    return chosen.join(u'+');
}

QString scanDataFolder(const QString& known) {
    const QString heading = known.section(u'\n', 0, 0);
    const qsizetype start = heading.indexOf(u'"'), end = heading.lastIndexOf(u'"');
    const QString folder = end > start ? heading.sliced(start + 1, end - start - 1) : QString();
    return folder.startsWith(u'/') ? folder : QString();
}

ScanProgram findScanProgram() {
    ScanProgram program{scanProgramPath(), {}, {}};
    if (!program.isThere()) return {};
    QByteArray output;
    const platform::ChildEnd end = platform::runChild(
        {.words = {program.path.toStdString(), "--list-langs"},
         .mostBytes = mostListBytes,
         .longest = longestList,
         .variables = platform::ChildVariables::Reading},
        [&output](std::span<const std::byte> bytes) {
            output.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        });
    if (end.kind != platform::ChildEnd::Kind::Exited) return {};
    const QString known = QString::fromUtf8(output);
    program.languages = scanLanguages(known, QLocale::system().uiLanguages());
    program.dataFolder = scanDataFolder(known);
    return program.languages.isEmpty() ? ScanProgram() : program;
}

std::optional<QByteArray> readScan(const ScanProgram& program, const QByteArray& picture, int mostMs,
                                   qsizetype mostBytes) {
    // A program that does not read its picture to the end must not end this one.
    platform::ignoreBrokenPipes();
    platform::PipedProcess process;
    std::string output;
    const std::vector<std::string> words{program.path.toStdString(), "stdin", "stdout", "-l",
                                         program.languages.toStdString()};
    // One processor is enough for background work.
    const std::pair<std::string, std::string> oneThread{"OMP_THREAD_LIMIT", "1"};
    if (!process.start(
            words, platform::childEnvironment(platform::ChildVariables::Reading, std::span(&oneThread, 1))))
        return std::nullopt;
    const auto bytes = std::as_bytes(std::span(picture.constData(), static_cast<size_t>(picture.size())));
    if (!process.exchange(bytes, std::chrono::milliseconds(mostMs), static_cast<size_t>(mostBytes), output) ||
        !process.hasSucceeded())
        return std::nullopt;
    return QByteArray::fromStdString(output);
}

}  // namespace hearth::app
