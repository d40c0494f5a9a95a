#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <vector>

namespace hearth::app {

/// A component of Hearth and its licence.
struct Licence {
    QString name;          ///< "Qt"
    QString licence;       ///< its SPDX name, or "Public domain"
    QStringList packages;  ///< the Debian packages that may hold it; empty: Hearth itself
};

/// The list in the format of resources/licences/licences.json; entries without a name are left out.
std::vector<Licence> readLicences(const QByteArray& json);

/// The folders with FOLDER/PACKAGE/copyright: those of a tarball that the program `programFolder` belongs
/// to, then the system's.
QStringList licenceFolders(const QString& programFolder);

/// The text of a licence, from the first of the folders that has it, at most 1 MB of it; Hearth's own comes
/// with the program. Empty: none has it.
QString licenceText(const Licence& licence, const QStringList& folders);

}  // namespace hearth::app
