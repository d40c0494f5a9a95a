#pragma once

#include "store/store.h"

namespace hearth::app::test {

/// Removes everything that was erased, as the window does it bit by bit.
inline void finishErasing(store::Store& store) {
    while (store.eraseSome(1000) > 0) {
    }
}

}  // namespace hearth::app::test
