#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QVariantList>

namespace hearth::app {

/// The folders that a dialog for files offers next to its list. Stateless. GUI thread.
class FilePlaces : public QObject {
    Q_OBJECT
    QML_ELEMENT

public:
    using QObject::QObject;

    /// Home, desktop, documents, downloads, the models folder, disks that are plugged in, and those of
    /// `recent` that are not among these: {name, path, icon}. Folders that do not exist are left out.
    Q_INVOKABLE QVariantList list(const QString& modelsFolder, const QStringList& recent) const;
    /// First folder of a dialog that was never used.
    Q_INVOKABLE QString documents() const;
};

}  // namespace hearth::app
