#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

namespace hearth::app {

/// The program that reads pictures of text (tesseract), if a person has installed it.
struct ScanProgram {
    QString path;             ///< empty: there is none, or it knows no language
    QString languages;        ///< "deu+eng", of those that it knows: English, and the languages of the system
    QString dataFolder = {};  ///< of what it knows of languages; empty: it does not say
    bool isThere() const { return !path.isEmpty(); }
};

/// Looks for the program, and asks it for its languages. A script that starts it does not count, because
/// scanned pages are read where no other program can be started. Any thread that may wait.
ScanProgram findScanProgram();
/// True if the program is installed; does not run it.
bool hasScanProgram();

/// The languages to read with, chosen from `known`, the lines of "tesseract --list-langs". `locales` are
/// those of the system ("de-DE"). The first known language if none of these is known; empty: the program
/// knows none.
QString scanLanguages(const QString& known, const QStringList& locales);

/// The folder that the first of these lines names; empty: none.
QString scanDataFolder(const QString& known);

/// Has the program read a picture in a form that it knows (PGM). nullopt: it took longer than `mostMs`,
/// failed, or said more than `mostBytes`; where this process may not kill it, it ends with this process. For
/// a process that has one thread.
std::optional<QByteArray> readScan(const ScanProgram& program, const QByteArray& picture, int mostMs,
                                   qsizetype mostBytes);

}  // namespace hearth::app
