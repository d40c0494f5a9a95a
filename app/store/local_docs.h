#pragma once

#include <QStringList>

namespace hearth::app::store {

/// The folders that GPT4All reads documents from (its LocalDocs), from the database that it keeps in
/// `folder`; empty if there is none or it cannot be read. The database is only read, also while GPT4All runs.
/// Any thread.
QStringList gpt4AllDocumentFolders(const QString& folder);

/// Folder of GPT4All's data unless a person chose another one.
QString gpt4AllFolder(const QString& home);

}  // namespace hearth::app::store
