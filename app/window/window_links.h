#pragma once

namespace hearth::app {

class ErrorLog;
struct WindowParts;

/// Connections between the parts of a window. GUI thread.

/// Models: installed ones, those of servers, downloads, and the folder of all of them.
void linkModels(WindowParts& parts);
/// Chats: what settings change about replies, what of them is looked at, and the cache that holds what was
/// said and goes when one of them goes for good.
void linkChats(WindowParts& parts);
/// Other programs that use the model in use, if it is on this computer, and the settings that let them.
void linkPrograms(WindowParts& parts);
/// Earlier answers, which need the embedding model of the documents.
void linkEarlierAnswers(WindowParts& parts);
/// Documents, which are not read while a reply is under way, and the passages of them that chats ask for.
void linkDocuments(WindowParts& parts);
/// Tools of Hearth itself and of servers, which run once a chat uses tools. After all others: what is wrong
/// with the list of servers is a failure.
void linkTools(WindowParts& parts);
/// Every failure is shown, and written into the log. Of files of chats and of searches only that there was
/// one: files are named after what was said, and what a person looks for is nobody's business.
void linkFailures(WindowParts& parts, ErrorLog& log);

}  // namespace hearth::app
