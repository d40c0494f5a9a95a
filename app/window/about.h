#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QUrl>
#include <QVariantList>
#include <functional>
#include <vector>

#include "window/licences.h"

namespace hearth::app {

class EngineStatus;
class ErrorLog;
class MachineChecker;

/// The About page of the settings: how this copy was built, where it keeps things, the licences of what it is
/// made of, and a report for somebody who helps. GUI thread.
class About : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// "GCC 12.2, Qt 6.4.2, with the GPU engine".
    Q_PROPERTY(QString build READ build NOTIFY changed)
    /// The folders with the home folder as ~; empty: the chats of this run are not kept.
    Q_PROPERTY(QString dataFolder READ dataFolder CONSTANT)
    Q_PROPERTY(QString logFolder READ logFolder CONSTANT)
    /// List of {name, licence}.
    Q_PROPERTY(QVariantList licences READ licences CONSTANT)

public:
    struct Parts {
        const EngineStatus& engine;
        const MachineChecker& machine;
        const ErrorLog& log;
        QString dataFolder;
        QString home;            ///< never shown, nor in the report
        bool gpuEngine = false;  ///< this copy was built with it
        std::vector<Licence> licences;
        QStringList licenceFolders;
        std::function<bool(const QUrl&)> open;  ///< shows a folder in the desktop's file manager
    };
    explicit About(Parts parts, QObject* parent = nullptr);

    QString build() const;
    QString dataFolder() const;
    QString logFolder() const;
    QVariantList licences() const;

    /// Shows the folder in the file manager; it is made first when it is not there.
    Q_INVOKABLE bool openDataFolder();
    Q_INVOKABLE bool openLogFolder();
    /// The lines of a licence's text; where there is none on this computer, one that says so.
    Q_INVOKABLE QStringList licenceLines(int index) const;
    /// Versions, system, device, what the doctor found and the last errors. It has no text of chats and no
    /// name of the home folder. In English in every language of the window, but for what is quoted.
    Q_INVOKABLE QString report() const;
    /// The window speaks another language.
    void retranslate() { emit changed(); }

signals:
    void changed();

private:
    bool open(const QString& folder);

    const Parts m_parts;
};

/// A text with the home folder as ~, also where it stands in an address.
QString withoutHome(QString text, const QString& home);

}  // namespace hearth::app
