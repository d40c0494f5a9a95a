#include "documents/folder_watch.h"

#include <algorithm>
#include <utility>

namespace hearth::app {

FolderWatch::FolderWatch(int settleMs, int lookEveryMs, QObject* parent)
    : QObject(parent), m_firstAgainMs(settleMs * 7), m_lookEveryMs(lookEveryMs) {
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMs);
    connect(&m_settled, &QTimer::timeout, this, [this] {
        const QSet<QString> touched = std::exchange(m_touched, {});
        for (const QString& source : touched) emit changed(source);
    });
    m_look.setInterval(lookEveryMs);
    connect(&m_look, &QTimer::timeout, this, &FolderWatch::lookDue);
    m_look.start();
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FolderWatch::note);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FolderWatch::note);
}

void FolderWatch::watch(const QString& source, const std::vector<QString>& folders) {
    QSet<QString> wanted(folders.begin(), folders.end());
    if (folders.empty()) wanted.insert(source);
    QStringList gone, come;
    for (auto it = m_sourceOf.cbegin(); it != m_sourceOf.cend(); ++it)
        if (it.value() == source && !wanted.contains(it.key())) gone += it.key();
    for (const QString& path : gone) m_sourceOf.remove(path);
    if (!gone.isEmpty()) m_watcher.removePaths(gone);
    for (const QString& path : std::as_const(wanted)) {
        // The first that is watched there has it: a source within a source changes with it.
        if (m_sourceOf.contains(path) || m_sourceOf.size() >= mostWatched) continue;
        m_sourceOf.insert(path, source);
        come += path;
    }
    if (come.isEmpty()) return;
    // What the system did not take is tried again when the source has been looked through again.
    for (const QString& path : m_watcher.addPaths(come)) m_sourceOf.remove(path);
}

void FolderWatch::forget(const QString& source) {
    QStringList gone;
    for (auto it = m_sourceOf.cbegin(); it != m_sourceOf.cend(); ++it)
        if (it.value() == source) gone += it.key();
    for (const QString& path : gone) m_sourceOf.remove(path);
    if (!gone.isEmpty()) m_watcher.removePaths(gone);
    m_againMs.remove(source);
}

void FolderWatch::setSettled(const QString& source, bool settled) {
    if (settled) {
        m_againMs.remove(source);
        return;
    }
    int& againMs = m_againMs[source];
    againMs = std::min(m_lookEveryMs, againMs == 0 ? m_firstAgainMs : 2 * againMs);
    // The look at all comes sooner.
    if (againMs >= m_lookEveryMs) return;
    QTimer::singleShot(againMs, this, [this, source] {
        if (m_againMs.contains(source)) emit changed(source);
    });
}

void FolderWatch::note(const QString& path) {
    const QString source = m_sourceOf.value(path);
    if (source.isEmpty()) return;
    m_touched.insert(source);
    // Not put off again and again: a program may write for hours.
    if (!m_settled.isActive()) m_settled.start();
    // What was removed, or exchanged for another one, is no longer watched, whatever gets its name.
    if (!m_watcher.files().contains(path) && !m_watcher.directories().contains(path)) m_sourceOf.remove(path);
}

}  // namespace hearth::app
