#include "store/search_query.h"

#include <algorithm>

#include "store/records.h"

namespace hearth::app::store {

namespace {

struct SearchToken {
    qsizetype start = 0, length = 0;
    QString folded;
};

bool isWordCharacter(char32_t c) {
    return QChar::isLetterOrNumber(c) || QChar::isMark(c);
}

/// Without case and accents.
QString foldedWord(QStringView word) {
    if (std::all_of(word.begin(), word.end(), [](QChar c) { return c < QChar(0x80); }))
        return word.toString().toLower();
    QString plain;
    for (const QChar c : word.toString().normalized(QString::NormalizationForm_D))
        if (!c.isMark()) plain += c;
    return plain.toCaseFolded().normalized(QString::NormalizationForm_C);
}

std::vector<SearchToken> searchTokens(const QString& text) {
    std::vector<SearchToken> tokens;
    qsizetype start = -1;
    const auto endWord = [&](qsizetype end) {
        if (start >= 0)
            tokens.push_back({start, end - start, foldedWord(QStringView(text).mid(start, end - start))});
        start = -1;
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const qsizetype at = i;
        const char32_t c = codePointAt(text, i);
        if (c >= 0x0e00 && isUnspaced(c)) {
            endWord(at);
            start = at;
            endWord(i + 1);
        } else if (!isWordCharacter(c)) {
            endWord(at);
        } else if (start < 0) {
            start = at;
        }
    }
    endWord(text.size());
    // A mark belongs to the character before it.
    std::vector<SearchToken> whole;
    for (SearchToken& token : tokens) {
        if (!token.folded.isEmpty())
            whole.push_back(std::move(token));
        else if (!whole.empty() && whole.back().start + whole.back().length == token.start)
            whole.back().length += token.length;
    }
    return whole;
}

/// The terms in the form that tokens have.
std::vector<SearchTerm> foldedTerms(std::vector<SearchTerm> terms) {
    for (SearchTerm& term : terms)
        for (QString& word : term.words) word = foldedWord(word);
    return terms;
}

/// The terms of a part of the query without quotation marks.
void addWords(std::vector<SearchTerm>& terms, const QString& part) {
    bool unspacedBefore = false;
    qsizetype endBefore = -1;
    for (const SearchToken& token : searchTokens(part)) {
        const QString word = part.mid(token.start, token.length);
        qsizetype first = 0;
        const bool unspaced = isUnspaced(codePointAt(word, first));
        if (unspaced && unspacedBefore && endBefore == token.start)
            terms.back().words += word;
        else
            terms.push_back({{word}, !unspaced});
        unspacedBefore = unspaced;
        endBefore = token.start + token.length;
    }
}

bool fits(const SearchTerm& term, const std::vector<SearchToken>& tokens, size_t at) {
    const auto words = static_cast<size_t>(term.words.size());
    if (words == 0 || at + words > tokens.size()) return false;
    for (size_t i = 0; i < words; ++i) {
        const QString& wanted = term.words.at(static_cast<qsizetype>(i));
        const QString& there = tokens[at + i].folded;
        if (i + 1 == words && term.open ? !there.startsWith(wanted) : there != wanted) return false;
    }
    return true;
}

/// Start of the text to show: the place with the most different terms in the following `length` characters.
qsizetype bestStart(const std::vector<SearchPlace>& places, qsizetype length) {
    qsizetype best = 0, most = 0;
    for (const SearchPlace& from : places) {
        std::vector<int> terms;
        for (const SearchPlace& place : places)
            if (place.start >= from.start && place.start + place.length <= from.start + length &&
                std::find(terms.begin(), terms.end(), place.term) == terms.end())
                terms.push_back(place.term);
        if (std::ssize(terms) <= most) continue;
        most = std::ssize(terms);
        best = from.start;
    }
    return best;
}

/// The part of a text with its matches marked; blanks are one blank.
QString markedPart(const QString& text, const std::vector<SearchPlace>& places, qsizetype from,
                   qsizetype to) {
    QString out;
    qsizetype at = from;
    for (const SearchPlace& place : places) {
        const qsizetype end = place.start + place.length;
        if (place.start < from || end > to || end <= at) continue;
        // One mark for words that follow each other.
        const bool joined =
            out.endsWith(QChar(matchEnd)) && place.start <= at + 1 &&
            QStringView(text).mid(at, std::max<qsizetype>(0, place.start - at)).trimmed().isEmpty();
        if (joined) out.chop(1);
        if (place.start > at) out += QStringView(text).mid(at, place.start - at);
        const qsizetype start = std::max(at, place.start);
        if (!joined) out += QChar(matchStart);
        out += QStringView(text).mid(start, end - start);
        out += QChar(matchEnd);
        at = end;
    }
    out += QStringView(text).mid(at, to - at);
    return out.simplified();
}

}  // namespace

bool isUnspaced(char32_t c) {
    switch (QChar::script(c)) {
        case QChar::Script_Han:
        case QChar::Script_Hiragana:
        case QChar::Script_Katakana:
        case QChar::Script_Bopomofo:
        case QChar::Script_Thai:
        case QChar::Script_Lao:
        case QChar::Script_Khmer:
        case QChar::Script_Myanmar:
            return true;
        default:
            return false;
    }
}

char32_t codePointAt(const QString& text, qsizetype& index) {
    const QChar first = text.at(index);
    if (first.isHighSurrogate() && index + 1 < text.size() && text.at(index + 1).isLowSurrogate())
        return QChar::surrogateToUcs4(first, text.at(++index));
    return first.unicode();
}

std::vector<SearchTerm> searchTerms(const QString& query) {
    std::vector<SearchTerm> terms;
    QString straight = query;
    for (const QChar mark : QStringLiteral("“”„«»")) straight.replace(mark, u'"');
    const QStringList parts = straight.split(u'"');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (i % 2 == 0) {
            addWords(terms, parts[i]);
            continue;
        }
        SearchTerm phrase;
        for (const SearchToken& token : searchTokens(parts[i]))
            phrase.words += parts[i].mid(token.start, token.length);
        phrase.open = i + 1 == parts.size();
        if (!phrase.words.isEmpty()) terms.push_back(std::move(phrase));
    }
    return terms;
}

std::vector<SearchPlace> searchPlaces(const QString& text, const std::vector<SearchTerm>& terms) {
    const std::vector<SearchToken> tokens = searchTokens(text);
    const std::vector<SearchTerm> wanted = foldedTerms(terms);
    std::vector<SearchPlace> places;
    for (size_t at = 0; at < tokens.size(); ++at)
        for (size_t term = 0; term < wanted.size(); ++term) {
            if (!fits(wanted[term], tokens, at)) continue;
            const SearchToken& last = tokens[at + static_cast<size_t>(wanted[term].words.size()) - 1];
            places.push_back(
                {tokens[at].start, last.start + last.length - tokens[at].start, static_cast<int>(term)});
        }
    return places;
}

bool hasAllTerms(const QString& text, const std::vector<SearchTerm>& terms) {
    const std::vector<SearchToken> tokens = searchTokens(text);
    const std::vector<SearchTerm> wanted = foldedTerms(terms);
    return !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [&](const SearchTerm& term) {
        for (size_t at = 0; at < tokens.size(); ++at)
            if (fits(term, tokens, at)) return true;
        return false;
    });
}

QString searchSnippet(const QString& text, const std::vector<SearchTerm>& terms, qsizetype length) {
    constexpr qsizetype before = 40;
    std::vector<SearchPlace> places = searchPlaces(text, terms);
    if (places.empty()) return {};
    // With this many places the text in between is certainly longer than the part that is shown; a common
    // word has thousands.
    constexpr size_t mostPlaces = 300;
    if (places.size() > mostPlaces) places.resize(mostPlaces);
    const qsizetype first = bestStart(places, length - before);
    qsizetype from = std::max<qsizetype>(0, first - before);
    if (from > 0) {
        // At a word, or at the match itself in a script without spaces.
        const qsizetype blank = text.indexOf(u' ', from);
        from = blank >= 0 && blank < first ? blank + 1 : first;
    }
    qsizetype to = std::min(text.size(), from + length);
    for (const SearchPlace& place : places)
        if (place.start == first) to = std::max(to, std::min(text.size(), place.start + place.length));
    if (to < text.size() && text.at(to).isLowSurrogate()) --to;
    return (from > 0 ? QStringLiteral("…") : QString()) + markedPart(text, places, from, to) +
           (to < text.size() ? QStringLiteral("…") : QString());
}

}  // namespace hearth::app::store
