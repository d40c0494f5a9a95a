#pragma once

#include <QString>
#include <QStringList>
#include <vector>

/// Terms of a search by a person, and their places in a text. The words of a text are those of FTS5's
/// tokenizer unicode61 with remove_diacritics 2, and each character of a script without spaces is a word.
namespace hearth::app::store {

/// Words that have to follow each other, as they were typed.
struct SearchTerm {
    QStringList words;
    bool open = false;  ///< the last word may go on
    bool operator==(const SearchTerm&) const = default;
};

/// The terms of a query. Every word matches by its beginning. Text in quotation marks matches as written,
/// with the last word open while the second mark is not typed yet. Runs of a script without spaces match as a
/// phrase. All other characters separate words and have no meaning.
std::vector<SearchTerm> searchTerms(const QString& query);

/// A place of a term in a text, in UTF-16 units.
struct SearchPlace {
    qsizetype start = 0, length = 0;
    int term = 0;
    bool operator==(const SearchPlace&) const = default;
};
/// Every place of every term, in the order of the text.
std::vector<SearchPlace> searchPlaces(const QString& text, const std::vector<SearchTerm>& terms);
/// True if the text has all terms; false when there are none.
bool hasAllTerms(const QString& text, const std::vector<SearchTerm>& terms);

/// The part of a text around the terms, on one line, with matchStart and matchEnd around each: as many
/// different terms as fit into about `length` characters. Empty when the text has none.
QString searchSnippet(const QString& text, const std::vector<SearchTerm>& terms, qsizetype length = 160);

/// True for scripts whose words are not separated by spaces.
bool isUnspaced(char32_t c);
/// The character at an index; a low surrogate moves the index on to it.
char32_t codePointAt(const QString& text, qsizetype& index);

}  // namespace hearth::app::store
