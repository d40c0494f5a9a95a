#pragma once

#include <QHash>
#include <QString>
#include <vector>

#include "citations/cited_passage.h"

namespace hearth::app {

/// The passages that are put into a prompt, and those that are not.
struct PassageChoice {
    struct Taken {
        CitedPassage passage;
        QString text;
        int tokens = 0;  ///< estimated, or counted if possible
    };
    enum class Reason {
        Present,  ///< it is in the chat already, under LeftOut::passage.number
        NoRoom,
        TooLong,  ///< the document, which was to go as a whole, does not fit into the context
        Gone,     ///< it is not among the documents any more
    };
    struct LeftOut {
        CitedPassage passage;
        Reason reason = Reason::NoRoom;
    };
    std::vector<Taken> taken;      ///< in the order of their files and places, numbered
    std::vector<LeftOut> leftOut;  ///< the best first
};

/// The passages that a chat has.
struct PassagesThere {
    QHash<QString, int>
        inPrompt;     ///< their numbers by CitedPassage::key(), as far as the model still sees them
    int highest = 0;  ///< number of all; no number ever means two passages
    QHash<QString, int> documents{};  ///< numbers of those that are there as a whole, by their paths
    int documentTokens = 0;           ///< that these take
};

/// Limits of the passages for one question.
struct PassageRoom {
    int passages = 8;
    int tokens = 2000;  ///< estimated, see estimatedTokens()
};

/// Chooses the best passages that there is room for. They are in the order of their files and not of their
/// scores, so that another question over the same passages begins with the same tokens, which are cached.
/// `there`: passages that the chat has; they are not repeated, and the numbers of new ones continue after
/// them.
PassageChoice choosePassages(const std::vector<FoundPassage>& found, const PassagesThere& there,
                             const PassageRoom& room);

/// The text of a document, and the tokens that it takes in the prompt.
struct CountedDocument {
    WholeDocument document;
    int tokens = 0;
};

/// Chooses the documents that fit as a whole, in the order of their paths, as long as there is room for this
/// many tokens in a prompt, including those of documents that it has already. The chosen ones are added to
/// `there`.
PassageChoice chooseDocuments(std::vector<CountedDocument> documents, PassagesThere& there, int roomTokens);

}  // namespace hearth::app
