#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace hearth::app {

namespace store {
class Database;
}

/// A document that may be put into a chat as a whole.
struct ListedDocument {
    QString path;          ///< of the file, absolute
    qint64 textBytes = 0;  ///< of what was read of it, in UTF-8
};

/// The text of a document as it was read.
struct WholeDocument {
    QString source;  ///< the folder or file that was added; empty: the document is not there
    QString path;    ///< of the file, absolute
    QString text;    ///< empty where it is longer than was allowed
    qint64 endByte = 0;
};

/// Documents whose path has `words` in it, at most `limit`, in the order of sources and paths. Throws
/// StoreError.
std::vector<ListedDocument> listDocuments(store::Database& database, const QString& words, int limit);

/// The texts of documents, in the order of `paths`, each at most `mostBytes` long. They are put together of
/// their passages, which are all of a text but the empty space between them; where pages begin, a line says
/// which. Throws StoreError.
std::vector<WholeDocument> readWholeDocuments(store::Database& database, const QStringList& paths,
                                              qint64 mostBytes);

}  // namespace hearth::app
