#include "chat/math_text.h"

#include <QHash>
#include <algorithm>

#include "chat/rich_text.h"

namespace hearth::app {

namespace {

constexpr int maxDepth = 32;
constexpr QChar emSpace(0x2003);

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
    static const QString from = QStringLiteral("0123456789+-−=()abcdefghijklmnoprstuvwxyzβγδθφχ ");
    static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵝᵞᵟᶿᵠᵡ ");
    static const QString lowered = QStringLiteral("₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  ᵦᵧ  ᵩᵪ ");
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
    explicit Reader(QStringView text) : m_text(text) {}

    /// Up to the end, or up to the brace or bracket that closes.
    QString sequence(QChar closing, int depth) {
        QString out;
        while (m_at < m_text.size()) {
            if (m_text[m_at] == closing && !closing.isNull()) {
                ++m_at;
                break;
            }
            out += item(depth);
        }
        return out;
    }

private:
    bool isAt(char16_t c) const { return m_at < m_text.size() && m_text[m_at] == c; }

    void skipSpaces() {
        while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
    }

    /// One argument: a group in braces, a command, or one character.
    QString argument(int depth) {
        skipSpaces();
        if (m_at >= m_text.size()) return {};
        return item(depth);
    }

    QString item(int depth) {
        const QChar c = m_text[m_at++];
        if (depth >= maxDepth) return c;
        if (c == u'{') return sequence(u'}', depth + 1);
        if (c == u'\\') return command(depth);
        if (c == u'^' || c == u'_') return script(c == u'^', depth);
        if (c == u'~' || c == u'&') return QStringLiteral(" ");
        if (c == u'\'') return QString(QChar(0x2032));
        if (c == u'-') return QString(QChar(0x2212));
        return c;
    }

    QString script(bool up, int depth) {
        const QString inner = argument(depth + 1);
        if (inner.isEmpty()) return up ? QStringLiteral("^") : QStringLiteral("_");
        if (const QString form = shifted(inner, up); !form.isNull()) return form;
        return (up ? u'^' : u'_') + (inner.size() == 1 ? inner : u'(' + inner + u')');
    }

    static QString grouped(const QString& text) {
        // A number or letters alone; "1/2c" would leave it open what is divided by what.
        bool number = true, letters = true;
        for (const QChar c : text) {
            number = number && (c.isDigit() || c == u'.');
            letters = letters && (c.isLetter() || c.unicode() > 0x2070);
        }
        return number || letters ? text : u'(' + text + u')';
    }

    QString command(int depth) {
        if (m_at >= m_text.size()) return QStringLiteral("\\");
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
        if (name == QLatin1String("frac") || name == QLatin1String("dfrac") ||
            name == QLatin1String("tfrac")) {
            const QString above = argument(depth + 1);
            const QString below = argument(depth + 1);
            return grouped(above) + u'/' + grouped(below);
        }
        if (name == QLatin1String("binom")) {
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
        if (name == QLatin1String("quad") || name == QLatin1String("qquad")) return QString(emSpace);
        static const QStringList asTheyAre{
            "text",     "textrm",       "textbf",    "textit",       "mathrm",     "mathbf",
            "mathit",   "mathsf",       "mathtt",    "operatorname", "boldsymbol", "mathcal",
            "mathfrak", "displaystyle", "textstyle", "limits",       "boxed",      "mbox"};
        if (asTheyAre.contains(name)) {
            // What is a text keeps its spaces and its hyphens.
            if (!name.startsWith(QLatin1String("text")) || !isAt(u'{'))
                return isAt(u'{') ? argument(depth + 1) : QString();
            const qsizetype end = m_text.indexOf(u'}', m_at);
            const QString inside =
                m_text.mid(m_at + 1, (end < 0 ? m_text.size() : end) - m_at - 1).toString();
            m_at = end < 0 ? m_text.size() : end + 1;
            return inside;
        }
        static const QHash<QString, QChar> accents{{"vec", QChar(0x20d7)},   {"hat", QChar(0x0302)},
                                                   {"bar", QChar(0x0304)},   {"overline", QChar(0x0305)},
                                                   {"tilde", QChar(0x0303)}, {"dot", QChar(0x0307)},
                                                   {"ddot", QChar(0x0308)}};
        if (const auto accent = accents.constFind(name); accent != accents.constEnd())
            return argument(depth + 1) + *accent;
        if (name == QLatin1String("mathbb")) return doubleStruck(argument(depth + 1));
        const auto symbol = symbols().constFind(name);
        if (symbol == symbols().constEnd()) return u'\\' + name;
        // Names of functions need a space before what they are of.
        const bool isWord = symbol->at(0).unicode() < 128 && symbol->size() > 1;
        return isWord && m_at < m_text.size() && m_text[m_at].isLetterOrNumber() ? *symbol + u' ' : *symbol;
    }

    /// A matrix stands on one line: [a b; c d].
    QString environment(bool begins) {
        skipSpaces();
        const qsizetype end = isAt(u'{') ? m_text.indexOf(u'}', m_at) : -1;
        if (end < 0) return QStringLiteral(" ");
        const QStringView name = m_text.mid(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        const bool isCases = name == u"cases" || name == u"dcases";
        if (!name.endsWith(u"matrix") && !isCases) return QStringLiteral(" ");
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
};

/// The words of a formula that are no variables: names of functions, and what stands in \text and its like.
/// Between blanks, with one in front and one behind.
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
                          word == u"mbox"))
            inText = true;
        else if (!word.isEmpty())
            words += word.toString() + u' ';
        at = std::max(at, end - 1);
    }
    return words;
}

}  // namespace

QString mathText(QStringView latex) {
    const QString raw = Reader(latex).sequence(QChar(), 0);
    // Runs of spaces say nothing in a formula, but line ends and the wide space of \quad do.
    QString out;
    for (const QChar c : raw) {
        const bool isSpace = c == u' ' || c == u'\t';
        if (isSpace && (out.isEmpty() || out.back().isSpace())) continue;
        if (c == emSpace && !out.isEmpty() && out.back() == u' ') out.chop(1);
        out += isSpace ? QChar(u' ') : c;
    }
    return out.trimmed();
}

QString mathRichText(QStringView latex) {
    QString shown;
    const QString plain = mathText(latex), words = uprightWords(latex);
    for (qsizetype at = 0; at < plain.size();) {
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
    shown.replace(u'\n', QLatin1String("<br/>"));
    return QStringLiteral("<math tex=\"") + escapedRichText(latex) + QStringLiteral("\">") + shown +
           QStringLiteral("</math>");
}

}  // namespace hearth::app
