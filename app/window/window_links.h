#pragma once

namespace hearth::app {

class ErrorLog;
struct WindowParts;

/// Connections between the parts of a window. GUI thread.

/// Models: installed ones, those of servers, downloads, and the folder of all of them.
void linkModels(WindowParts& parts);
/// Chats: settings that affect replies, the views of them, and the cache, whose entries of a chat are removed
/// when the chat is erased for good.
void linkChats(WindowParts& parts);
/// Other programs that use the model in use, if it is on this computer, and the settings that let them.
void linkPrograms(WindowParts& parts);
/// Earlier answers, which need the embedding model of the documents.
void linkEarlierAnswers(WindowParts& parts);
/// Documents, which are not read while a reply is under way, and the passages of them that chats ask for.
void linkDocuments(WindowParts& parts);
/// Tools of Hearth itself and of servers, which run once a chat uses tools. Call after all others: a problem
/// with the list of servers is a failure.
void linkTools(WindowParts& parts);
/// Shows every failure, and writes it into the log. For files of chats and for searches only the fact is
/// logged, because file names contain chat titles and searches are private.
void linkFailures(WindowParts& parts, ErrorLog& log);

}  // namespace hearth::app
