#pragma once

#include <QStringList>

namespace hearth::app {

/// The files of an archive that contain chats, by their names, in the order in which they are read: those
/// that a ChatGPT export calls conversations.json or conversations-000.json. If there are none, every JSON
/// and GPT4All file. Folders are ignored.
QStringList chatFilesIn(const QStringList& names);

}  // namespace hearth::app
