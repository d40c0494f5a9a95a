#include "look/emoji_runs.h"

#include <algorithm>
#include <iterator>

namespace hearth::app {

namespace {

struct CodeRange {
    char32_t first, last;
};

// Emoji_Presentation of Unicode's emoji-data.txt without the regional indicators. In the blocks that are kept
// for emoji, code points that are still free are taken for emoji too.
constexpr CodeRange shownAsEmoji[] = {
    {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},   {0x23f3, 0x23f3},   {0x25fd, 0x25fe},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},   {0x26d4, 0x26d4},
    {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},   {0x26fa, 0x26fa},   {0x26fd, 0x26fd},
    {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},   {0x27bf, 0x27bf},
    {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf},
    {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f201, 0x1f201}, {0x1f21a, 0x1f21a}, {0x1f22f, 0x1f22f},
    {0x1f232, 0x1f236}, {0x1f238, 0x1f23a}, {0x1f250, 0x1f251}, {0x1f300, 0x1f320}, {0x1f32d, 0x1f335},
    {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0},
    {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d},
    {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4},
    {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6df},
    {0x1f6eb, 0x1f6ef}, {0x1f6f4, 0x1f6ff}, {0x1f7e0, 0x1f7eb}, {0x1f7f0, 0x1f7f0}, {0x1f90c, 0x1f93a},
    {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff}};

// The rest of the property Emoji without digits, # and *: emoji only if another character requests it.
constexpr CodeRange shownAsText[] = {
    {0xa9, 0xa9},       {0xae, 0xae},       {0x203c, 0x203c},   {0x2049, 0x2049},   {0x2122, 0x2122},
    {0x2139, 0x2139},   {0x2194, 0x2199},   {0x21a9, 0x21aa},   {0x2328, 0x2328},   {0x23cf, 0x23cf},
    {0x23ed, 0x23ef},   {0x23f1, 0x23f2},   {0x23f8, 0x23fa},   {0x24c2, 0x24c2},   {0x25aa, 0x25ab},
    {0x25b6, 0x25b6},   {0x25c0, 0x25c0},   {0x25fb, 0x25fc},   {0x2600, 0x2604},   {0x260e, 0x260e},
    {0x2611, 0x2611},   {0x2618, 0x2618},   {0x261d, 0x261d},   {0x2620, 0x2620},   {0x2622, 0x2623},
    {0x2626, 0x2626},   {0x262a, 0x262a},   {0x262e, 0x262f},   {0x2638, 0x263a},   {0x2640, 0x2640},
    {0x2642, 0x2642},   {0x265f, 0x2660},   {0x2663, 0x2663},   {0x2665, 0x2666},   {0x2668, 0x2668},
    {0x267b, 0x267b},   {0x267e, 0x267e},   {0x2692, 0x2692},   {0x2694, 0x2697},   {0x2699, 0x2699},
    {0x269b, 0x269c},   {0x26a0, 0x26a0},   {0x26a7, 0x26a7},   {0x26b0, 0x26b1},   {0x26c8, 0x26c8},
    {0x26cf, 0x26cf},   {0x26d1, 0x26d1},   {0x26d3, 0x26d3},   {0x26e9, 0x26e9},   {0x26f0, 0x26f1},
    {0x26f4, 0x26f4},   {0x26f7, 0x26f9},   {0x2702, 0x2702},   {0x2708, 0x2709},   {0x270c, 0x270d},
    {0x270f, 0x270f},   {0x2712, 0x2712},   {0x2714, 0x2714},   {0x2716, 0x2716},   {0x271d, 0x271d},
    {0x2721, 0x2721},   {0x2733, 0x2734},   {0x2744, 0x2744},   {0x2747, 0x2747},   {0x2763, 0x2764},
    {0x27a1, 0x27a1},   {0x2934, 0x2935},   {0x2b05, 0x2b07},   {0x3030, 0x3030},   {0x303d, 0x303d},
    {0x3297, 0x3297},   {0x3299, 0x3299},   {0x1f170, 0x1f171}, {0x1f17e, 0x1f17f}, {0x1f202, 0x1f202},
    {0x1f237, 0x1f237}, {0x1f321, 0x1f321}, {0x1f324, 0x1f32c}, {0x1f336, 0x1f336}, {0x1f37d, 0x1f37d},
    {0x1f396, 0x1f397}, {0x1f399, 0x1f39b}, {0x1f39e, 0x1f39f}, {0x1f3cb, 0x1f3ce}, {0x1f3d4, 0x1f3df},
    {0x1f3f3, 0x1f3f3}, {0x1f3f5, 0x1f3f5}, {0x1f3f7, 0x1f3f7}, {0x1f43f, 0x1f43f}, {0x1f441, 0x1f441},
    {0x1f4fd, 0x1f4fd}, {0x1f549, 0x1f54a}, {0x1f56f, 0x1f570}, {0x1f573, 0x1f579}, {0x1f587, 0x1f587},
    {0x1f58a, 0x1f58d}, {0x1f590, 0x1f590}, {0x1f5a5, 0x1f5a5}, {0x1f5a8, 0x1f5a8}, {0x1f5b1, 0x1f5b2},
    {0x1f5bc, 0x1f5bc}, {0x1f5c2, 0x1f5c4}, {0x1f5d1, 0x1f5d3}, {0x1f5dc, 0x1f5de}, {0x1f5e1, 0x1f5e1},
    {0x1f5e3, 0x1f5e3}, {0x1f5e8, 0x1f5e8}, {0x1f5ef, 0x1f5ef}, {0x1f5f3, 0x1f5f3}, {0x1f5fa, 0x1f5fa},
    {0x1f6cb, 0x1f6cb}, {0x1f6cd, 0x1f6cf}, {0x1f6e0, 0x1f6e5}, {0x1f6e9, 0x1f6e9}, {0x1f6f0, 0x1f6f0},
    {0x1f6f3, 0x1f6f3}};

constexpr char32_t zeroWidthJoiner = 0x200d, textSelector = 0xfe0e, emojiSelector = 0xfe0f, keycap = 0x20e3;
constexpr char32_t endOfTags = 0xe007f;
/// No font has pictures of more.
constexpr int mostJoinersOfPicture = 8, mostTags = 32;

template <size_t N>
bool isIn(const CodeRange (&ranges)[N], char32_t c) {
    const auto found =
        std::lower_bound(std::begin(ranges), std::end(ranges), c,
                         [](const CodeRange& range, char32_t code) { return range.last < code; });
    return found != std::end(ranges) && found->first <= c;
}

bool isRegional(char32_t c) {
    return c >= 0x1f1e6 && c <= 0x1f1ff;
}

class EmojiScanner {
public:
    explicit EmojiScanner(QStringView text) : m_text(text) {}

    std::vector<EmojiRun> scan() {
        std::vector<EmojiRun> runs;
        while (m_at < m_text.size()) {
            const qsizetype start = m_at;
            if (sequence())
                runs.push_back({start, m_at - start});
            else
                m_at = start + unitsAt(start);
        }
        return runs;
    }

private:
    enum class Element { None, Text, Emoji };

    char32_t at(qsizetype position) const {
        if (position >= m_text.size()) return 0;
        const QChar c = m_text[position];
        if (!c.isHighSurrogate() || position + 1 >= m_text.size() || !m_text[position + 1].isLowSurrogate())
            return c.unicode();
        return QChar::surrogateToUcs4(c, m_text[position + 1]);
    }
    qsizetype unitsAt(qsizetype position) const { return at(position) > 0xffff ? 2 : 1; }
    bool take(char32_t c) {
        if (at(m_at) != c) return false;
        m_at += c > 0xffff ? 2 : 1;
        return true;
    }

    /// Reads from m_at to its end; false if none begins there, and m_at is then undefined.
    bool sequence() {
        if (const char32_t c = at(m_at); c < 0x80) return isKeycapBase(c) && keycapBehind();
        bool isEmoji = false;
        int joiners = 0;
        for (qsizetype end = m_at;; ++joiners) {
            const Element kind = element();
            if (kind == Element::None) {
                m_at = end;
                break;
            }
            // Joined elements are a picture, even if each of them alone is not.
            isEmoji = isEmoji || kind == Element::Emoji || joiners > 0;
            end = m_at;
            if (joiners == mostJoinersOfPicture || !take(zeroWidthJoiner)) break;
        }
        return isEmoji;
    }

    static bool isKeycapBase(char32_t c) { return (c >= U'0' && c <= U'9') || c == U'#' || c == U'*'; }
    bool keycapBehind() {
        ++m_at;
        return take(emojiSelector) && take(keycap);
    }

    Element element() {
        const char32_t base = at(m_at);
        if (isRegional(base)) {
            if (!isRegional(at(m_at + 2))) return Element::None;
            m_at += 4;
            return Element::Emoji;
        }
        const bool isEmoji = isIn(shownAsEmoji, base);
        if (!isEmoji && !isIn(shownAsText, base)) return Element::None;
        m_at += base > 0xffff ? 2 : 1;
        if (at(m_at) == textSelector) return Element::None;
        bool isShown = isEmoji;
        if (take(emojiSelector)) isShown = true;
        if (const char32_t c = at(m_at); c >= 0x1f3fb && c <= 0x1f3ff) {
            m_at += 2;
            isShown = true;
        }
        takeTags();
        return isShown ? Element::Emoji : Element::Text;
    }

    void takeTags() {
        qsizetype end = m_at;
        for (int tags = 0; tags < mostTags && at(end) >= 0xe0020 && at(end) <= endOfTags; ++tags) {
            end += 2;
            if (at(end - 2) != endOfTags) continue;
            m_at = end;
            return;
        }
    }

    QStringView m_text;
    qsizetype m_at = 0;
};

}  // namespace

std::vector<EmojiRun> emojiRuns(QStringView text) {
    return EmojiScanner(text).scan();
}

std::vector<EmojiRun> joinedEmojiRuns(QStringView text) {
    std::vector<EmojiRun> joined;
    for (const EmojiRun& run : emojiRuns(text))
        if (!joined.empty() && joined.back().start + joined.back().length == run.start)
            joined.back().length += run.length;
        else
            joined.push_back(run);
    return joined;
}

}  // namespace hearth::app
