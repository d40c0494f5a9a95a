#pragma once

#include <QByteArray>

namespace hearth::test {

/// Valid JSON nested so deeply that copying, writing or freeing it recursively overflows the stack.
inline QByteArray deepJson(int depth = 80'000) {
    return QByteArray(depth, '[') + QByteArray(depth, ']');
}

}  // namespace hearth::test
