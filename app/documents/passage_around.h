#pragma once

#include <QString>

#include "store/document_records.h"

namespace hearth::app {

namespace store {
class Database;
}

/// Where a passage stands.
struct PassageSpot {
    QString source;  ///< the folder or file that was added
    QString path;    ///< of the file, absolute
    qint64 firstByte = 0, endByte = 0;
};

/// What stands in a document before a passage and behind it.
struct PassageAround {
    QString before, after;
};

/// A few passages on either side; nothing where the document has changed or is gone. Throws StoreError.
PassageAround passageAround(store::Database& database, const PassageSpot& spot);

}  // namespace hearth::app
