#pragma once

#include <unistd.h>

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>
#include <filesystem>
#include <string>

namespace hearth::test {

/// Replaces everything on the PATH by a program that stands in for tesseract, or by nothing. It is the
/// program of the test, whose main() calls isPlayedScanProgram() first.
class PlayedScans {
public:
    PlayedScans() : m_path(qgetenv("PATH")) { qputenv("PATH", m_folder.path().toUtf8()); }
    ~PlayedScans() { qputenv("PATH", m_path); }

    /// From now on pictures hold these words. Some have the program do other things, see playScanProgram().
    void install(const QByteArray& words) {
        write("words", words);
        if (!QFile::exists(program())) QFile::link(QFile::symLinkTarget("/proc/self/exe"), program());
    }
    /// Sets its answer when it is asked for its languages.
    void setLanguages(const QByteArray& list) const { write("languages", list); }
    QString folder() const { return m_folder.path(); }
    QString program() const { return m_folder.filePath("tesseract"); }

private:
    void write(const char* name, const QByteArray& bytes) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
    }

    QTemporaryDir m_folder;
    const QByteArray m_path;
};

/// Returns true if a program was called as the one that PlayedScans installs.
inline bool isPlayedScanProgram(const char* const argv[]) {
    return std::filesystem::path(argv[0]).filename() == "tesseract";
}

/// The whole of that program.
inline int playScanProgram(int argc, const char* const argv[]) {
    const std::filesystem::path folder = std::filesystem::path(argv[0]).parent_path();
    const auto contents = [&folder](const char* name) {
        QFile file(QString::fromStdString((folder / name).string()));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto say = [](const QByteArray& words) {
        fwrite(words.constData(), 1, static_cast<size_t>(words.size()), stdout);
        return 0;
    };
    if (argc > 1 && std::string(argv[1]) == "--list-langs") {
        const QByteArray list = contents("languages");
        return say(list.isEmpty() ? "List of available languages in \"" +
                                        QByteArray::fromStdString(folder.string()) + "/\" (1):\neng\n"
                                  : list);
    }
    const QByteArray words = contents("words");
    if (words == "!deaf") return 3;
    qint64 count = 0;
    while (std::getchar() != EOF) ++count;
    // A sandbox has no signals.
    if (words == "!killed") __builtin_trap();
    if (words == "!endless") QTest::qSleep(100'000);
    while (words == "!yes") say("yes\n");
    if (words == "!arguments") {
        for (int i = 1; i < argc; ++i) say(QByteArray(argv[i]) + ' ');
        return say(QByteArray::number(count));
    }
    for (char** one = environ; words == "!environment" && *one != nullptr; ++one)
        say(QByteArray(*one) + '\n');
    if (words == "!environment") return 0;
    say(words);
    return words == "!fails" ? 1 : 0;
}

}  // namespace hearth::test
