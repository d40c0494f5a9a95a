#pragma once

#include <QLocale>

namespace hearth::app {

/// The locale that figures and dates are written in: that of the window's language (QLocale's default),
/// English as long as none is spoken.
inline QLocale spokenLocale() {
    const QLocale locale;
    return locale.language() == QLocale::C ? QLocale(QLocale::English, QLocale::UnitedStates) : locale;
}

}  // namespace hearth::app
