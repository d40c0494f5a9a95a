#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

namespace hearth::app {

/// The program that reads pictures of text (tesseract), if a person has installed it.
struct ScanProgram {
    QString path;       ///< empty: there is none, or it knows no language
    QString languages;  ///< "deu+eng", of those that it knows: English, and the languages of the system
    bool isThere() const { return !path.isEmpty(); }
};

/// Looks for the program, and asks it for its languages. Any thread that may wait.
ScanProgram findScanProgram();
/// True if the program is installed; does not run it.
bool hasScanProgram();

/// The languages to read with, chosen from `known`, the lines of "tesseract --list-langs". `locales` are
/// those of the system ("de-DE"). The first known language if none of these is known; empty: the program
/// knows none.
QString scanLanguages(const QString& known, const QStringList& locales);

/// Has the program read a picture in a form that it knows (PGM). nullopt: it took longer than `mostMs`,
/// failed, or said more than `mostBytes`. A process of its own that ends with this one; for a process that
/// has one thread.
std::optional<QByteArray> readScan(const QByteArray& program, const QByteArray& languages,
                                   const QByteArray& picture, int mostMs, qsizetype mostBytes);

}  // namespace hearth::app
