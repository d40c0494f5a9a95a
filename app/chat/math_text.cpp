#include "chat/math_text.h"

#include <QHash>
#include <algorithm>
#include <optional>
#include <vector>

#include "chat/rich_text.h"
#include "math/chemistry.h"
#include "math/math_symbols.h"

namespace hearth::app {

namespace {

constexpr int maxDepth = 32;
constexpr QChar emSpace(0x2003);
/// Marks around raised or lowered text that has no characters of its own; no text contains them.
constexpr QChar raisedStart(0xfdd4), loweredStart(0xfdd5), scriptEnd(0xfdd6);

const QHash<QString, QString>& symbols() {
    static const QHash<QString, QString> table = [] {
        QHash<QString, QString> map;
        const QString list = QStringLiteral(
            "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι "
            "kappa κ "
            "lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ "
            "varphi "
            "φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ "
            "Omega "
            "Ω infty ∞ partial ∂ nabla ∇ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ emptyset ∅ varnothing ∅ forall ∀ "
            "exists ∃ "
            "nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq "
            "⊆ "
            "supseteq ⊇ cup ∪ cap ∩ setminus ∖ times × div ÷ cdot · cdots ⋯ ldots … dots … vdots ⋮ ddots ⋱ "
            "pm ± mp ∓ "
            "ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ otimes ⊗ le ≤ leq ≤ ge ≥ geq ≥ neq ≠ ne ≠ approx ≈ equiv ≡ "
            "sim ∼ "
            "simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ "
            "Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ iff ⟺ mapsto ↦ longrightarrow ⟶ uparrow ↑ downarrow ↓ "
            "sum ∑ "
            "prod ∏ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ angle ∠ perp ⊥ parallel ∥ mid ∣ triangle △ "
            "degree ° prime ′ langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lbrace { rbrace } lvert | "
            "rvert | "
            "vert | Vert ‖ lVert ‖ rVert ‖ therefore ∴ because ∵ top ⊤ bot ⊥ vdash ⊢ models ⊨ checkmark ✓ "
            "dagger † "
            "sin sin cos cos tan tan cot cot sec sec csc csc arcsin arcsin arccos arccos arctan arctan sinh "
            "sinh "
            "cosh cosh tanh tanh log log ln ln exp exp lim lim max max min min sup sup inf inf det det dim "
            "dim ker "
            "ker gcd gcd arg arg Pr Pr bmod mod mod mod");
        const QStringList words = list.split(u' ');
        for (qsizetype i = 0; i + 1 < words.size(); i += 2) map.insert(words[i], words[i + 1]);
        return map;
    }();
    return table;
}

/// The characters of `plain` raised or lowered; a null string when one has no such form.
QString shifted(const QString& plain, bool up) {
    static const QString from = QStringLiteral("0123456789+-−=()abcdefghijklmnoprstuvwxyzβγδθφχT∘°†∗* ");
    static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵝᵞᵟᶿᵠᵡᵀ°°†** ");
    static const QString lowered = QStringLiteral("₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  ᵦᵧ  ᵩᵪ       ");
    const QString& to = up ? raised : lowered;
    QString out;
    for (const QChar c : plain) {
        if (up && c == QChar(0x2032)) return plain;  // a prime is high already
        const qsizetype at = from.indexOf(c);
        if (at < 0 || (to[at] == u' ' && c != u' ')) return {};
        out += to[at];
    }
    return out;
}

class Reader {
public:
    /// `isMarked`: scripts without characters of their own are put between the marks above.
    explicit Reader(QStringView text, bool isMarked = false) : m_text(text), m_isMarked(isMarked) {}

    /// Up to the end, or up to the brace or bracket that closes.
    QString sequence(QChar closing, int depth) {
        QString out;
        while (m_at < m_text.size()) {
            if (m_text[m_at] == closing && !closing.isNull()) {
                ++m_at;
                return out;
            }
            out += item(depth);
        }
        if (!closing.isNull()) m_isWhole = false;
        return out;
    }

    /// False if the formula contains something that cannot be written on a line, or lacks something.
    bool isWhole() const { return m_isWhole; }

private:
    bool isAt(char16_t c) const { return m_at < m_text.size() && m_text[m_at] == c; }

    void skipSpaces() {
        while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
    }

    /// One argument: a group in braces, a command, or one character.
    QString argument(int depth) {
        skipSpaces();
        if (m_at >= m_text.size() || m_text[m_at] == u'}') {
            m_isWhole = false;
            return {};
        }
        return item(depth);
    }

    QString item(int depth) {
        const QChar c = m_text[m_at++];
        if (depth >= maxDepth) {
            m_isWhole = false;
            return c;
        }
        if (c == u'{') return sequence(u'}', depth + 1);
        if (c == u'\\') return command(depth);
        if (c == u'^' || c == u'_') return script(c == u'^', depth);
        if (c == u'~' || c == u'&') return QStringLiteral(" ");
        if (c == u'\'') return QString(QChar(0x2032));
        if (c == u'-') return QString(QChar(0x2212));
        if (c == u'}' || c == u'$') m_isWhole = false;
        return c;
    }

    QString script(bool up, int depth) {
        const QString inner = argument(depth + 1);
        if (inner.isEmpty()) return up ? QStringLiteral("^") : QStringLiteral("_");
        if (const QString form = shifted(inner, up); !form.isNull()) return form;
        if (m_isMarked) return (up ? raisedStart : loweredStart) + inner + scriptEnd;
        return (up ? u'^' : u'_') + (inner.size() == 1 ? inner : u'(' + inner + u')');
    }

    static QString grouped(const QString& text) {
        // A number or letters alone; in "1/2c" the divisor would be ambiguous.
        bool number = true, letters = true;
        for (const QChar c : text) {
            number = number && (c.isDigit() || c == u'.');
            letters = letters && (c.isLetter() || c.unicode() > 0x2070);
        }
        return number || letters ? text : u'(' + text + u')';
    }

    QString command(int depth) {
        if (m_at >= m_text.size()) {
            m_isWhole = false;
            return QStringLiteral("\\");
        }
        const qsizetype start = m_at;
        while (m_at < m_text.size() && m_text[m_at].isLetter() && m_text[m_at].unicode() < 128) ++m_at;
        if (m_at == start) {
            const QChar c = m_text[m_at++];
            if (c == u'\\') return m_matrices > 0 ? QStringLiteral("; ") : QStringLiteral("\n");
            if (QStringLiteral(",;:! ").contains(c)) return c == u'!' ? QString() : QStringLiteral(" ");
            if (c == u'|') return QStringLiteral("‖");
            if (QStringLiteral("()[]").contains(c)) return {};
            return c;
        }
        const QString name = m_text.mid(start, m_at - start).toString();
        if (name.endsWith(QLatin1String("frac")) && name.size() <= 5) {
            const QString above = argument(depth + 1);
            const QString below = argument(depth + 1);
            return grouped(above) + u'/' + grouped(below);
        }
        if (name == QLatin1String("binom") || name == QLatin1String("dbinom") ||
            name == QLatin1String("tbinom")) {
            const QString above = argument(depth + 1);
            return QStringLiteral("C(%1, %2)").arg(above, argument(depth + 1));
        }
        if (name == QLatin1String("sqrt")) return root(depth);
        if (name == QLatin1String("left") || name == QLatin1String("right")) {
            skipSpaces();
            if (isAt(u'.')) ++m_at;
            return {};
        }
        if (name == QLatin1String("begin") || name == QLatin1String("end")) {
            return environment(name == QLatin1String("begin"));
        }
        if (const auto more = furtherCommand(name, depth)) return *more;
        if (name == QLatin1String("quad") || name == QLatin1String("qquad")) return QString(emSpace);
        static const QStringList asTheyAre{
            "text",      "textrm", "textbf",       "textit",     "mathrm",  "mathbf",     "mathit",
            "mathsf",    "mathtt", "operatorname", "boldsymbol", "mathcal", "mathfrak",   "displaystyle",
            "textstyle", "limits", "boxed",        "mbox",       "mathscr", "textnormal", "texttt",
            "textsf",    "bm",     "mathop",       "mathrel",    "mathbin", "mathord",    "nolimits"};
        if (asTheyAre.contains(name)) {
            // Text keeps its spaces and its hyphens.
            if ((!name.startsWith(QLatin1String("text")) && name != QLatin1String("mbox")) || !isAt(u'{') ||
                name == QLatin1String("textstyle"))
                return isAt(u'{') ? argument(depth + 1) : QString();
            return wordsOfText();
        }
        static const QHash<QString, QChar> accents{{"vec", QChar(0x20d7)},   {"hat", QChar(0x0302)},
                                                   {"bar", QChar(0x0304)},   {"overline", QChar(0x0305)},
                                                   {"tilde", QChar(0x0303)}, {"dot", QChar(0x0307)},
                                                   {"ddot", QChar(0x0308)}};
        if (const auto accent = accents.constFind(name); accent != accents.constEnd())
            return argument(depth + 1) + *accent;
        if (name == QLatin1String("mathbb")) return doubleStruck(argument(depth + 1));
        const auto symbol = symbols().constFind(name);
        if (symbol == symbols().constEnd()) {
            const MathSymbol* known = findMathSymbol(name);
            if (known == nullptr) m_isWhole = false;
            return known == nullptr ? u'\\' + name : known->text;
        }
        // Names of functions need a space before their argument.
        const bool isWord = symbol->at(0).unicode() < 128 && symbol->size() > 1;
        return isWord && m_at < m_text.size() && m_text[m_at].isLetterOrNumber() ? *symbol + u' ' : *symbol;
    }

    /// Reads the words in the braces here, with their spaces and hyphens.
    QString wordsOfText() {
        QString words;
        int open = 0;
        while (m_at < m_text.size()) {
            QChar c = m_text[m_at++];
            if (c == u'{' && ++open == 1) continue;
            if (c == u'}' && --open == 0) return words;
            if (c == u'\\' && m_at < m_text.size()) {
                c = m_text[m_at++];
                // A command inside a text.
                if (!QStringView(u"%$_#&{} ").contains(c)) m_isWhole = false;
            }
            words += c;
        }
        m_isWhole = false;
        return words;
    }

    /// Braces and their contents, or one character, as written.
    QStringView rawArgument() {
        skipSpaces();
        if (!isAt(u'{')) return m_at < m_text.size() ? m_text.mid(m_at++, 1) : QStringView();
        const qsizetype start = ++m_at;
        for (int open = 1; m_at < m_text.size(); ++m_at) {
            open += m_text[m_at] == u'{' ? 1 : m_text[m_at] == u'}' ? -1 : 0;
            if (open == 0) return m_text.mid(start, m_at++ - start);
        }
        m_isWhole = false;
        return m_text.mid(start);
    }

    std::optional<QString> furtherCommand(const QString& name, int depth) {
        static const QStringList sizes{"big",  "Big",   "bigg",  "Bigg",  "bigl",  "bigr",   "Bigl",
                                       "Bigr", "biggl", "biggr", "Biggl", "Biggr", "middle", "displaylimits"};
        if (sizes.contains(name)) return QString();
        if (name == QLatin1String("nonumber") || name == QLatin1String("notag")) return QString();
        if (name == QLatin1String("label")) {
            rawArgument();
            return QString();
        }
        if (name == QLatin1String("pmod")) return QStringLiteral(" (mod %1)").arg(argument(depth + 1));
        if (name == QLatin1String("pod")) return QStringLiteral(" (%1)").arg(argument(depth + 1));
        if (name == QLatin1String("tag")) return QStringLiteral(" (%1)").arg(rawArgument());
        if (name == QLatin1String("hspace") || name == QLatin1String("mspace")) {
            rawArgument();
            return QStringLiteral(" ");
        }
        if (name == QLatin1String("not")) return argument(depth + 1) + QChar(0x0338);
        if (name == QLatin1String("cancel")) return struckOut(argument(depth + 1));
        if (name != QLatin1String("ce")) return {};
        const QString latex = chemistryLatex(rawArgument());
        if (latex.isNull()) m_isWhole = false;
        return Reader(latex, m_isMarked).sequence(QChar(), depth + 1);
    }

    static QString struckOut(const QString& text) {
        QString struck;
        for (const QChar c : text) struck += c.isSpace() ? QString(c) : QString(c) + QChar(0x0338);
        return struck;
    }

    /// Writes a matrix on one line: [a b; c d].
    QString environment(bool begins) {
        skipSpaces();
        const qsizetype end = isAt(u'{') ? m_text.indexOf(u'}', m_at) : -1;
        if (end < 0) {
            m_isWhole = false;
            return QStringLiteral(" ");
        }
        const QStringView name = m_text.mid(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        const bool isCases = name == u"cases" || name == u"dcases";
        static const QStringList lines{"align",   "align*",   "aligned",  "split",     "gather",
                                       "gather*", "gathered", "equation", "equation*", "displaymath"};
        if (!name.endsWith(u"matrix") && !isCases) {
            if (!lines.contains(name.toString())) m_isWhole = false;
            return QStringLiteral(" ");
        }
        m_matrices = std::max(0, m_matrices + (begins ? 1 : -1));
        if (begins) skipSpaces();
        const QChar kind = isCases ? QChar(u'{') : name[0];
        switch (kind.unicode()) {
            case u'{':
                return begins ? QStringLiteral("{") : QStringLiteral("}");
            case u'p':
                return begins ? QStringLiteral("(") : QStringLiteral(")");
            case u'v':
                return QStringLiteral("|");
            case u'V':
                return QStringLiteral("‖");
            default:
                return begins ? QStringLiteral("[") : QStringLiteral("]");
        }
    }

    QString root(int depth) {
        QString degree;
        skipSpaces();
        if (isAt(u'[')) {
            ++m_at;
            degree = sequence(u']', depth + 1);
        }
        const QString sign = degree == QLatin1String("3")   ? QStringLiteral("∛")
                             : degree == QLatin1String("4") ? QStringLiteral("∜")
                                                            : shifted(degree, true) + QStringLiteral("√");
        return sign + grouped(argument(depth + 1));
    }

    static QString doubleStruck(const QString& letters) {
        static const QString from = QStringLiteral("CHNPQRZ");
        static const QString to = QStringLiteral("ℂℍℕℙℚℝℤ");
        QString out;
        for (const QChar c : letters) {
            const qsizetype at = from.indexOf(c);
            out += at < 0 ? c : to[at];
        }
        return out;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    int m_matrices = 0;  ///< that are open here
    const bool m_isMarked;
    bool m_isWhole = true;
};

/// The words of a formula that are not variables: names of functions, and the text in \text and similar
/// commands. Separated by blanks, with one at each end.
QString uprightWords(QStringView latex) {
    QString words = QStringLiteral(" ");
    bool inText = false;
    for (qsizetype at = 0; at < latex.size(); ++at) {
        if (latex[at] == u'}') inText = false;
        const bool isCommand = latex[at] == u'\\';
        if (!isCommand && !(inText && latex[at].isLetter())) continue;
        if (isCommand) ++at;
        qsizetype end = at;
        while (end < latex.size() && latex[end].isLetter()) ++end;
        const QStringView word = latex.mid(at, end - at);
        if (isCommand && (word.startsWith(u"text") || word == u"mathrm" || word.startsWith(u"operatorname") ||
                          word == u"mbox" || word == u"ce"))
            inText = true;
        else if (isCommand && (word == u"pmod" || word == u"pod"))
            words += QLatin1String("mod ");
        else if (!word.isEmpty())
            words += word.toString() + u' ';
        at = std::max(at, end - 1);
    }
    return words;
}

/// Runs of spaces say nothing in a formula, but line ends and the wide space of \quad do.
QString withoutSpareSpaces(const QString& raw) {
    QString out;
    for (const QChar c : raw) {
        const bool isSpace = c == u' ' || c == u'\t';
        if (isSpace && (out.isEmpty() || out.back().isSpace())) continue;
        if (c == emSpace && !out.isEmpty() && out.back() == u' ') out.chop(1);
        out += isSpace ? QChar(u' ') : c;
    }
    return out.trimmed();
}

QLatin1String tagOf(QChar mark, std::vector<bool>& open) {
    if (mark != scriptEnd) {
        open.push_back(mark == raisedStart);
        return QLatin1String(open.back() ? "<sup>" : "<sub>");
    }
    const bool isRaised = open.back();
    open.pop_back();
    return QLatin1String(isRaised ? "</sup>" : "</sub>");
}

}  // namespace

QString mathText(QStringView latex) {
    return withoutSpareSpaces(Reader(latex).sequence(QChar(), 0));
}

std::optional<QString> wholeMathText(QStringView latex) {
    Reader reader(latex);
    const QString raw = reader.sequence(QChar(), 0);
    if (!reader.isWhole()) return {};
    return withoutSpareSpaces(raw);
}

QString mathRichText(QStringView latex) {
    QString source = latex.toString();
    for (QChar& c : source)
        if (c == raisedStart || c == loweredStart || c == scriptEnd) c = QChar(0xfffd);
    Reader reader(source, true);
    const QString plain = withoutSpareSpaces(reader.sequence(QChar(), 0)), words = uprightWords(source);
    QString shown;
    std::vector<bool> open;  ///< scripts: raised or not
    for (qsizetype at = 0; reader.isWhole() && at < plain.size();) {
        const QChar c = plain[at];
        if (c == raisedStart || c == loweredStart || c == scriptEnd) {
            shown += tagOf(c, open);
            ++at;
            continue;
        }
        qsizetype end = at;
        // Raised and lowered letters are too small to lean.
        while (end < plain.size() && plain[end].isLetter() && plain[end].category() != QChar::Letter_Modifier)
            ++end;
        const QStringView run = QStringView(plain).mid(at, std::max<qsizetype>(1, end - at));
        const bool isVariable = end > at && !words.contains(u' ' + run.toString() + u' ');
        shown += isVariable ? QLatin1String("<i>") + escapedRichText(run) + QLatin1String("</i>")
                            : escapedRichText(run);
        at += run.size();
    }
    // Half of a formula would have another meaning.
    if (!reader.isWhole()) shown = u'$' + escapedRichText(source) + u'$';
    shown.replace(u'\n', QLatin1String("<br/>"));
    return QStringLiteral("<math tex=\"") + escapedRichText(source) + QStringLiteral("\">") + shown +
           QStringLiteral("</math>");
}

}  // namespace hearth::app
