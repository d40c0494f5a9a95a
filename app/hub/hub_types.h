#pragma once

#include <QByteArray>
#include <QMetaType>
#include <QString>
#include <vector>

namespace hearth::app {

/// One file of a repository on the hub, at a fixed commit.
struct HubFile {
    QString path;  ///< inside the repository, "/" between folders; not checked yet, see safeFilePath()
    qint64 sizeBytes = 0;
    QByteArray sha256;  ///< of the content, 64 lower-case hex digits; empty for files that have none
    bool operator==(const HubFile&) const = default;
};

/// The hub's description of a model in a list. All texts come from other people.
struct HubModel {
    QString id;      ///< "owner/name"
    QString author;  ///< "owner"
    QString licence, architecture, pipeline;
    quint64 parameters = 0;  ///< 0: not said
    int contextLength = 0;   ///< 0: not said
    qint64 downloads = 0, likes = 0;
    bool gated = false;  ///< files only for people who accepted terms on the hub's page
};

/// A model's page: its files at one commit.
struct HubRepository {
    HubModel model;
    QString commit;  ///< 40 hex digits; all requests for files name it
    std::vector<HubFile> files;
    QString baseModel, tags;
};

/// A download: the files of one model in one quantisation, pinned.
struct DownloadRequest {
    QString repository;  ///< "owner/name"
    QString commit;
    QString title;         ///< for people: "Qwen3 14B"
    QString quantization;  ///< "Q4_K_M"
    QString licence;
    std::vector<HubFile> files;  ///< several for a split model; each with size and sha256

    qint64 sizeBytes() const {
        qint64 sum = 0;
        for (const HubFile& file : files) sum += file.sizeBytes;
        return sum;
    }
};

}  // namespace hearth::app

Q_DECLARE_METATYPE(hearth::app::DownloadRequest)
