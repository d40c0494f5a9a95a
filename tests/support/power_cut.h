#pragma once

#include <sqlite3.h>

#include <QByteArray>
#include <QHash>
#include <QRandomGenerator>
#include <QString>
#include <vector>

/// A disk under SQLite that forgets: what was written and not synced when the power goes is there, or not,
/// sector by sector. It is SQLite's default file system while it lives, and passes everything on to the real
/// one. After the cut all calls succeed and change nothing that counts. One at a time, one thread.
class PowerCut {
public:
    PowerCut();
    ~PowerCut();
    PowerCut(const PowerCut&) = delete;
    PowerCut& operator=(const PowerCut&) = delete;

    /// Cuts the power before the next write, sync or deletion after `calls` more. `random` chooses the part
    /// of the unsynced data that survives.
    void cutAfter(int calls, QRandomGenerator& random);
    void cutNow();
    bool isCut() const { return m_cut; }
    /// Writes the contents of the disk after the cut into another folder, under the files' names.
    void writeTo(const QString& folder) const;
    /// Starts over.
    void reset();

private:
    struct Change {
        qint64 offset = 0;
        QByteArray bytes;
        bool truncates = false;  ///< to `offset`
    };
    struct Image {
        QByteArray durable;
        std::vector<Change> pending;
    };
    struct File;
    struct Methods;
    friend struct Methods;

    /// False: the power is gone.
    bool continues();
    static void apply(QByteArray& bytes, const Change& change);

    sqlite3_vfs* m_real;
    sqlite3_vfs m_vfs{};
    QHash<QString, Image> m_images;
    QRandomGenerator* m_random = nullptr;
    int m_callsLeft = -1;  ///< -1: no end
    bool m_cut = false;
};
