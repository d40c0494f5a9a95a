#pragma once

#include <QObject>
#include <QSaveFile>
#include <QTimer>
#include <vector>

#include "store/store.h"

namespace hearth::app {

/// Writes every chat that is not in the trash into one file, an array of what toHearthJson() makes, a few at
/// a time so that the window goes on. The file is there when all of it is, or not at all. GUI thread.
class AllChatsExport : public QObject {
    Q_OBJECT

public:
    AllChatsExport(store::Store& store, const QString& path, QObject* parent = nullptr);

    void start();
    /// Leaves no file; nothing is heard of it afterwards.
    void cancel();
    size_t done() const { return m_done; }
    size_t total() const { return m_ids.size(); }
    QString path() const { return m_file.fileName(); }

signals:
    void progressed();
    /// The last signal; one sentence when it failed.
    void ended(const QString& problem);

private:
    void writeSome();
    void end(const QString& problem);

    store::Store& m_store;
    QSaveFile m_file;
    QTimer m_next;
    std::vector<qint64> m_ids;
    size_t m_done = 0;
    bool m_wroteAny = false;
};

}  // namespace hearth::app
