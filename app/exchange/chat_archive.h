#pragma once

#include <QStringList>

namespace hearth::app {

/// Which files of an archive hold chats, by their names, in the order in which they are read: those that a
/// ChatGPT export calls conversations.json or conversations-000.json; without any, every JSON and GPT4All
/// file. Folders do not count.
QStringList chatFilesIn(const QStringList& names);

}  // namespace hearth::app
