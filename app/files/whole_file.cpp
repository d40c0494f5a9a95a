#include "files/whole_file.h"

#include <QSaveFile>

namespace hearth::app {

bool commitWhole(QSaveFile& file) {
    if (file.flush()) return file.commit();
    file.cancelWriting();
    return false;
}

}  // namespace hearth::app
