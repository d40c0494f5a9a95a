#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QUrl>
#include <QVariantList>
#include <functional>
#include <thread>
#include <vector>

#include "models/file_mover.h"
#include "models/foreign_models.h"

namespace hearth::app {

class AppSettings;
class EngineStatus;
class InstalledModels;

/// The folder that models are kept in, for its page of the settings: its contents, the speed of its disk,
/// another folder with or without the models, and the other places where models are found. Files are moved
/// and the disk is measured on threads of their own. GUI thread.
class ModelsFolder : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// "~/Models": the home folder as ~.
    Q_PROPERTY(QString shownPath READ shownPath NOTIFY changed)
    Q_PROPERTY(QUrl url READ url NOTIFY changed)
    /// The parent folder, where the choice of another one begins.
    Q_PROPERTY(QUrl parentUrl READ parentUrl NOTIFY changed)
    /// It is not the one that Hearth comes with.
    Q_PROPERTY(bool chosen READ isChosen NOTIFY changed)
    Q_PROPERTY(int modelCount READ modelCount NOTIFY changed)
    Q_PROPERTY(double usedBytes READ usedBytes NOTIFY changed)
    Q_PROPERTY(double freeBytes READ freeBytes NOTIFY changed)
    /// Bytes a second from its disk; 0: not measured.
    Q_PROPERTY(double readBytesPerS READ readBytesPerS NOTIFY changed)
    /// The same in words: "140 MB/s".
    Q_PROPERTY(QString readText READ readText NOTIFY changed)
    Q_PROPERTY(bool slow READ isSlow NOTIFY changed)
    Q_PROPERTY(bool measuring READ isMeasuring NOTIFY changed)
    Q_PROPERTY(bool moving READ isMoving NOTIFY changed)
    /// Of the models that are being moved, 0 to 1.
    Q_PROPERTY(double fraction READ fraction NOTIFY progressChanged)
    /// Reason why the last action was not done, one sentence; empty: it was.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// Sentence that the chosen folder did not exist at the start, with a remedy; empty: it did. Until it
    /// exists, Hearth's default folder is used, and the choice is kept.
    Q_PROPERTY(QString missing READ missing NOTIFY changed)
    /// Existing folders of other programs: list of {name, path, count, bytes}.
    Q_PROPERTY(QVariantList others READ others NOTIFY changed)

public:
    /// Bytes a second that files of a folder are read with; 0: not known. Called on a thread of its own.
    using DiskMeasure = std::function<double(const QString& folder, const std::stop_token& stop)>;

    struct Parts {
        AppSettings& settings;
        InstalledModels& models;
        EngineStatus& engine;
        QString standard;        ///< the folder that Hearth comes with
        ForeignFolders foreign;  ///< model folders of other programs
        DiskMeasure measure;
        std::function<bool()> downloading;  ///< into the folder
        std::function<bool()> replying;     ///< with a model of it
    };
    explicit ModelsFolder(Parts parts, QObject* parent = nullptr);
    ~ModelsFolder() override;

    /// The folder in effect, by the settings: the chosen one while it exists.
    static QString pathBy(const AppSettings& settings, const QString& standard);
    /// True if a folder was chosen that does not exist now.
    static bool isMissing(const AppSettings& settings);

    QString shownPath() const;
    QUrl url() const;
    QUrl parentUrl() const;
    bool isChosen() const;
    int modelCount() const;
    double usedBytes() const;
    double freeBytes() const;
    double readBytesPerS() const { return m_readBytesPerS; }
    QString readText() const;
    bool isSlow() const;
    bool isMeasuring() const { return m_measuring; }
    bool isMoving() const { return m_moving; }
    double fraction() const { return m_fraction; }
    QString problem() const { return m_problem; }
    QString missing() const;
    QVariantList others() const;

    /// Uses another folder from now on; the models stay where they are.
    Q_INVOKABLE void use(const QUrl& folder);
    /// Moves the models to another folder, which is in effect from then on. A model in use is loaded again.
    Q_INVOKABLE void moveTo(const QUrl& folder);
    /// Returns to Hearth's default folder.
    Q_INVOKABLE void useStandard();
    /// Checks whether the missing folder exists now; if so, the model that was used last is loaded.
    Q_INVOKABLE void tryAgain();
    /// Ends the moving; all files are then at their old places.
    Q_INVOKABLE void cancel();
    Q_INVOKABLE void measure();
    /// Shows the folder in the desktop's file manager; creates it first if it does not exist.
    Q_INVOKABLE bool show();
    /// Sets a speed that was measured elsewhere.
    void setReadSpeed(double bytesPerS);

signals:
    void changed();
    void progressChanged();
    /// Another folder is in effect. Models from the folder `from` are in the folder `to` now.
    void filesMoved(const QString& from, const QString& to);
    void pathChanged(const QString& folder);

private:
    QString path() const;
    /// Returns true if the folder can become ours. Otherwise reports the problem.
    bool accept(const QString& folder);
    void say(const QString& problem);
    void switchTo(const QString& folder);
    void moved(const std::vector<FileMove>& files, const QString& folder);
    template <class Task>
    void post(Task task);

    const Parts m_parts;
    QString m_problem;
    double m_readBytesPerS = 0, m_fraction = 0;
    bool m_measuring = false, m_moving = false, m_triedAgain = false;
    std::jthread m_mover, m_meter;  ///< last: they end before the objects that they report to
};

}  // namespace hearth::app
