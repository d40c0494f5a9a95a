#pragma once

#include <optional>
#include <vector>

#include "store/document_records.h"

namespace hearth::app::store {

class Database;

/// Sources, their documents and the passages of these, with the full-text index of the passages. What writes
/// is one transaction, so that a process that is killed leaves a document as it was or as it is. One thread.
class DocumentTable {
public:
    explicit DocumentTable(Database& database) : m_database(database) {}

    /// The number of a source, which is added when it is not there.
    qint64 sourceOf(const QString& path);
    std::vector<DocumentSource> sources();
    /// The number of a source that is there.
    std::optional<qint64> findSource(const QString& path);
    /// Removes a source that has no documents any longer.
    void removeSource(qint64 sourceId);

    /// Without details; in the order of the paths.
    std::vector<DocumentRecord> documents(qint64 sourceId);
    std::optional<DocumentRecord> find(qint64 documentId);
    std::optional<DocumentRecord> find(qint64 sourceId, const QString& path);
    /// Documents with a problem other than NotText, in the order of the paths.
    std::vector<DocumentRecord> problems(qint64 sourceId, int limit);
    SourceCounts counts(qint64 sourceId);
    /// Of all sources together.
    qint64 passageCount();

    /// Puts a document with its passages in the place of the one with its source and path. Sets its id.
    void put(DocumentRecord& document, const std::vector<PassageRecord>& passages);
    /// Another time or size of a document whose content is the same.
    void touch(qint64 documentId, qint64 sizeBytes, qint64 modifiedNs);
    void remove(qint64 documentId);

    std::optional<PassageRecord> passage(qint64 passageId);
    /// All passages of a document in their order.
    std::vector<PassageRecord> passages(qint64 documentId);
    /// Documents with passages whose path has `words` in it, without regard to case (of ASCII letters); in
    /// the order of sources and paths.
    std::vector<DocumentLength> lengths(const QString& words, int limit);
    /// The passage of a document that stands there, with at most `each` before it and behind it, in their
    /// order; none when there is no such passage.
    std::vector<PassageRecord> passagesAround(qint64 documentId, qint64 firstByte, qint64 endByte, int each);

    /// Throws StoreError when the index and the passages do not agree, or numbers of passages are wrong.
    void check();

private:
    void removePassages(qint64 documentId);
    void addPassage(const DocumentRecord& document, const PassageRecord& passage);

    Database& m_database;
};

}  // namespace hearth::app::store
