#include "documents/folder_watch.h"

#include <QFile>
#include <QSocketNotifier>
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
    if (!m_system.isOpen()) return;
    auto* events = new QSocketNotifier(m_system.descriptor(), QSocketNotifier::Read, this);
    connect(events, &QSocketNotifier::activated, this, &FolderWatch::readEvents);
}

bool FolderWatch::add(const QString& path) {
    const int number = m_system.add(QFile::encodeName(path).toStdString());
    if (number < 0) return false;
    m_watchOf.insert(path, number);
    m_pathOf.insert(number, path);
    return true;
}

void FolderWatch::remove(const QString& path) {
    m_sourceOf.remove(path);
    const auto number = m_watchOf.constFind(path);
    if (number == m_watchOf.constEnd()) return;
    m_system.remove(*number);
    m_pathOf.remove(*number);
    m_watchOf.erase(number);
}

void FolderWatch::readEvents() {
    for (const platform::PathWatch::Change& change : m_system.changes()) {
        if (change.number < 0) {
            // The lost events may concern any source.
            for (const QString& source : std::as_const(m_sourceOf)) note(source);
            continue;
        }
        const QString path = m_pathOf.value(change.number);
        if (path.isEmpty()) continue;
        note(m_sourceOf.value(path));
        // A folder that was removed or replaced is no longer watched, even if another one gets its name.
        if (change.isOver) remove(path);
    }
}

void FolderWatch::watch(const QString& source, const std::vector<QString>& folders) {
    QSet<QString> wanted(folders.begin(), folders.end());
    if (folders.empty()) wanted.insert(source);
    QStringList gone;
    for (auto it = m_sourceOf.cbegin(); it != m_sourceOf.cend(); ++it)
        if (it.value() == source && !wanted.contains(it.key())) gone += it.key();
    for (const QString& path : gone) remove(path);
    for (const QString& path : std::as_const(wanted)) {
        // The first source to watch a folder gets its events. A source within a source changes with it.
        if (m_sourceOf.contains(path) || m_sourceOf.size() >= mostWatched) continue;
        // Folders that the system did not accept are tried again when the source has been looked through
        // again.
        if (add(path)) m_sourceOf.insert(path, source);
    }
}

void FolderWatch::forget(const QString& source) {
    QStringList gone;
    for (auto it = m_sourceOf.cbegin(); it != m_sourceOf.cend(); ++it)
        if (it.value() == source) gone += it.key();
    for (const QString& path : gone) remove(path);
    m_againMs.remove(source);
}

void FolderWatch::setSettled(const QString& source, bool settled) {
    if (settled) {
        m_againMs.remove(source);
        return;
    }
    int& againMs = m_againMs[source];
    againMs = std::min(m_lookEveryMs, againMs == 0 ? m_firstAgainMs : 2 * againMs);
    // The periodic look at all sources comes sooner.
    if (againMs >= m_lookEveryMs) return;
    QTimer::singleShot(againMs, this, [this, source] {
        if (m_againMs.contains(source)) emit changed(source);
    });
}

void FolderWatch::note(const QString& source) {
    if (source.isEmpty()) return;
    m_touched.insert(source);
    // Not put off again and again: a program may write for hours.
    if (!m_settled.isActive()) m_settled.start();
}

}  // namespace hearth::app
