#include "models/header_opener.h"

namespace hearth::app {

ModelHeader headerHere(const QString& path) {
    return readModelHeader(path.toStdString());
}

}  // namespace hearth::app
