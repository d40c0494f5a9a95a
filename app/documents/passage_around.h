#pragma once

#include <QString>

#include "store/document_records.h"

namespace hearth::app {

namespace store {
class Database;
}

/// Position of a passage.
struct PassageSpot {
    QString source;  ///< the folder or file that was added
    QString path;    ///< of the file, absolute
    qint64 firstByte = 0, endByte = 0;
};

/// The text of a document before and after a passage.
struct PassageAround {
    QString before, after;
};

/// A few passages on either side; empty if the document has changed or was removed. Throws StoreError.
PassageAround passageAround(store::Database& database, const PassageSpot& spot);

}  // namespace hearth::app
