#pragma once

#include <QJsonObject>
#include <QString>
#include <vector>

#include "documents/passage_finder.h"
#include "documents/whole_document.h"

namespace hearth::app {

/// A passage of a document, or a document as a whole, that went into a chat in front of a message. It is kept
/// with its text, as store::Attachment::passage, so that a chat says what the model read whatever becomes of
/// the document.
struct CitedPassage {
    int number = 0;  ///< in the chat, from 1: what replies cite
    QString source;  ///< the folder or file that a person added
    QString path;    ///< of the file, absolute
    QString headings;
    int page = 0;                     ///< from 1; 0: there are no pages
    int firstLine = 1, lastLine = 1;  ///< as PassageRecord has them
    qint64 firstByte = 0, endByte = 0;
    std::vector<double> scores;  ///< by method, as FusedPassage has them
    std::vector<int> ranks;
    double together = 0;  ///< the score of both methods, FusedPassage::score; 0: not known
    bool whole = false;   ///< all of the document: chosen by the person, not found

    static CitedPassage of(const FoundPassage& found);
    static CitedPassage of(const WholeDocument& document);
    static CitedPassage of(const QJsonObject& json);
    QJsonObject toJson() const;
    /// Equal for the same place of the same file.
    QString key() const;
    /// The file's name.
    QString name() const;
};

}  // namespace hearth::app
