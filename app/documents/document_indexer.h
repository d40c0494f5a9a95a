#pragma once

#include <QString>
#include <functional>
#include <stop_token>

#include "documents/folder_walk.h"
#include "reading/document_reader.h"
#include "store/document_table.h"

namespace hearth::app {

/// Progress of an update.
struct IndexProgress {
    int done = 0, total = 0;  ///< files of this update that have to be looked into
    qint64 doneBytes = 0, totalBytes = 0;
};

/// Updates the data about a source to match its files: reads new and changed files, removes deleted ones. One
/// transaction for each file, so that it can be ended at any moment and resumed later. One thread, which it
/// occupies for long.
class DocumentIndexer {
public:
    struct Hooks {
        /// Called before each file; may wait. False: stop.
        std::function<bool()> mayGoOn = [] { return true; };
        std::function<void(const IndexProgress&)> progress = [](const IndexProgress&) {};
        /// Also files are read again that could not be read for a reason that passes, and may take long: once
        /// each time the program runs.
        bool retries = true;
    };

    DocumentIndexer(store::DocumentTable& table, DocumentReader reader, Hooks hooks)
        : m_table(table), m_reader(std::move(reader)), m_hooks(std::move(hooks)) {}

    /// Result of bringing a source up to date.
    enum class Outcome {
        Done,
        Stopped,
        /// The folder does not exist, or no longer has an entry. Its disk may not be mounted, so its passages
        /// are kept.
        Missing,
    };
    /// Facts for watching a source.
    struct Watched {
        std::vector<QString> folders;
        qint64 newestNs = 0;  ///< when a file was last written, since 1970
    };
    /// Throws StoreError.
    Outcome update(const QString& source, const std::stop_token& stop = {}, Watched* watched = nullptr);

    /// Removes a source with all its documents. Throws StoreError.
    void remove(const QString& source);

private:
    bool readAll(const store::DocumentSource& source, const std::vector<WalkedFile>& files,
                 const std::stop_token& stop);
    bool readOne(const store::DocumentSource& source, const WalkedFile& walked, const std::stop_token& stop);

    store::DocumentTable& m_table;
    const DocumentReader m_reader;
    const Hooks m_hooks;
};

/// Reason why a document of a file was not accepted.
store::DocumentProblem problemOf(DocumentText::End end);

}  // namespace hearth::app
