#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "hub/hub_types.h"

namespace hearth::app {

/// The part of a download that survives a restart. The request and the progress are in a JSON file next to
/// the parts, which only the download's thread writes once it runs. The wish to pause is an empty file of its
/// own, which only the window's thread creates and removes.
struct DownloadJournal {
    DownloadRequest request;
    bool paused = false;  ///< read with the rest; written by keepWish()
    /// Bytes of all files, in order, that were certainly on the disk, and the run of the computer that wrote
    /// them.
    qint64 syncedBytes = 0;
    QString bootId;

    /// Names the download's files: the same request has the same name. 16 hex digits.
    static QString nameOf(const DownloadRequest& request);
    /// FOLDER/NAME.json and FOLDER/NAME-INDEX.part
    static QString pathOf(const QString& folder, const QString& name);
    static QString partPathOf(const QString& folder, const QString& name, size_t index);
    /// FOLDER/NAME.paused
    static QString wishPathOf(const QString& folder, const QString& name);

    /// Atomic. Throws hearth::Error(Io).
    void write(const QString& folder) const;
    /// Records whether the download is to pause. Does nothing if nothing can be written: the download reports
    /// that.
    static void keepWish(const QString& folder, const QString& name, bool paused);
    /// nullopt for files that are not journals or have contents that are not allowed (paths, sizes, digests).
    static std::optional<DownloadJournal> read(const QString& path);
    /// Every readable journal of a folder.
    static std::vector<DownloadJournal> readAll(const QString& folder);
    /// Takes the journal and the parts away.
    static void remove(const QString& folder, const DownloadRequest& request);

    /// Number of bytes of a file's part that can be trusted: all of them unless the computer was restarted
    /// since.
    qint64 trustedBytes(size_t index, qint64 sizeBytes) const;
    /// Identifies the current boot of the computer.
    static QString currentBootId();
};

}  // namespace hearth::app
