#pragma once

#include <QtGlobal>

namespace hearth::app {

/// Milliseconds as a file says them: since 1970, or how long something took. 0, which says nothing, for what
/// is no such number: below 0, beyond the year 9999, infinite. What is between two milliseconds is cut off.
inline qint64 saidTime(double milliseconds) {
    constexpr double endOf9999 = 253'402'300'800'000.0;
    return milliseconds >= 0 && milliseconds < endOf9999 ? static_cast<qint64>(milliseconds) : 0;
}

}  // namespace hearth::app
