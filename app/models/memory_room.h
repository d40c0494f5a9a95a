#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace hearth::app {

/// Memory that programs can have without swapping, in bytes, from the text of /proc/meminfo; 0 when it does
/// not say.
quint64 availableMemory(const QByteArray& meminfo);
/// The same of this computer, now.
quint64 availableMemory();

}  // namespace hearth::app
