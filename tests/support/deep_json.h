#pragma once

#include <QByteArray>

namespace hearth::test {

/// JSON that is sound and nested so deep that whoever copies, writes or frees it recursively runs out of
/// stack.
inline QByteArray deepJson(int depth = 80'000) {
    return QByteArray(depth, '[') + QByteArray(depth, ']');
}

}  // namespace hearth::test
