#pragma once

#include <QString>
#include <vector>

#include "reading/text_form.h"
#include "store/document_records.h"

namespace hearth::app {

/// Maximum size of a passage, in estimated tokens. Models that turn texts into vectors read 256 to 512
/// tokens, and a citation has to be small enough to read. In smaller passages sentences lose their context.
inline constexpr int maxPassageTokens = 240;
/// Texts of more passages are not accepted.
inline constexpr int maxPassagesOfText = 50'000;

/// Cuts a text into passages, in their order and without numbers of documents. They do not overlap: a text is
/// in one passage only, so a model never reads it twice, and the passages of a file are its text. Instead
/// each has its headings, and is cut at the best place: always at headings and pages, then at paragraphs
/// (Prose, Marked) or at text that begins at the left margin after an empty line (Code), lines, sentences,
/// words. Each row of a Table has the names of the columns as its headings. `text` has form feeds between
/// pages (DocumentText). One passage more than maxPassagesOfText: the text has too many. Takes time in
/// proportion to the length.
std::vector<store::PassageRecord> cutPassages(const QString& text, TextForm form);

/// Tokens of a text without a tokenizer: four letters of a script of letters, one character of a script
/// without spaces between words.
int estimatedTokens(QStringView text);
/// Bytes of a token if only the length of a text is known: of a script of letters, as in estimatedTokens().
inline constexpr qint64 bytesOfToken = 4;

}  // namespace hearth::app
