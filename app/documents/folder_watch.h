#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>
#include <vector>

#include "hearth/platform/path_watch.h"

namespace hearth::app {

/// Reports sources that have to be looked through again. This happens a moment after an entry of one of their
/// folders was created, removed, renamed or written (inotify), and some seconds later again if a file was
/// still being written. All of them are also reported every few minutes, because renames of a source itself
/// and folders beyond mostWatched are noticed only in this way. GUI thread.
class FolderWatch : public QObject {
    Q_OBJECT

public:
    /// The system has a limit for all programs of a person together, by default 65,536 or fewer.
    static constexpr qsizetype mostWatched = 4000;

    explicit FolderWatch(int settleMs = 300, int lookEveryMs = 300'000, QObject* parent = nullptr);

    /// The folders of a source, in the place of those it had; of one that is a file, the file.
    void watch(const QString& source, const std::vector<QString>& folders);
    void forget(const QString& source);
    /// Sets whether nothing was being written in a source when it was last looked through. An unsettled
    /// source is looked through again, each time after twice the delay, so that a file that is never finished
    /// costs little.
    void setSettled(const QString& source, bool settled);
    qsizetype watched() const { return m_sourceOf.size(); }

signals:
    void changed(const QString& source);
    void lookDue();

private:
    /// Watches a folder or a file; false: the system does not.
    bool add(const QString& path);
    void remove(const QString& path);
    void readEvents();
    void note(const QString& source);

    platform::PathWatch m_system;
    QHash<QString, QString> m_sourceOf;
    QHash<QString, int> m_watchOf;  ///< by path
    QHash<int, QString> m_pathOf;   ///< by the system's number
    QSet<QString> m_touched;
    QHash<QString, int>
        m_againMs;  ///< of sources that are not settled: how long they were left the last time
    const int m_firstAgainMs, m_lookEveryMs;
    QTimer m_settled, m_look;
};

}  // namespace hearth::app
