#include "math/math_symbols.h"

#include <QHash>
#include <QStringList>

namespace hearth::app {

namespace {

using Table = QHash<QString, MathSymbol>;

/// `list`: a command, its character, the next command, …
void addSymbols(Table& table, const MathSymbol& like, const char* list) {
    const QStringList words = QString::fromUtf8(list).split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i + 1 < words.size(); i += 2) {
        MathSymbol symbol = like;
        symbol.text = words[i + 1];
        table.insert(words[i], symbol);
    }
}

void addWords(Table& table, bool hasLimits, const char* list) {
    for (const QString& word : QString::fromUtf8(list).split(u' '))
        table.insert(word, {word, MathClass::Operator, true, false, hasLimits});
}

constexpr const char* listOrdinary =
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ "
    "iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ "
    "varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
    "Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ nabla ∇ hbar ℏ "
    "ell ℓ Re ℜ Im ℑ aleph ℵ wp ℘ imath ı jmath ȷ emptyset ∅ varnothing ∅ forall ∀ exists ∃ "
    "nexists ∄ neg ¬ lnot ¬ angle ∠ triangle △ square □ Box □ blacksquare ■ qed ∎ degree ° "
    "prime ′ top ⊤ bot ⊥ checkmark ✓ S § P ¶ pounds £ dots … ldots … dotsc … vdots ⋮ natural ♮ "
    "sharp ♯ flat ♭ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ complement ∁ mho ℧ "
    "backslash \\ vert | Vert ‖ | ‖ lbrack [ rbrack ] _ _ % % # # $ $ & &";

constexpr const char* listInner = "cdots ⋯ dotsb ⋯ ddots ⋱ iddots ⋰";

constexpr const char* listBinary =
    "times × div ÷ cdot · pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ "
    "oslash ⊘ odot ⊙ dagger † ddagger ‡ cup ∪ cap ∩ uplus ⊎ sqcup ⊔ sqcap ⊓ wedge ∧ land ∧ "
    "vee ∨ lor ∨ setminus ∖ smallsetminus ∖ wr ≀ amalg ⨿ ltimes ⋉ rtimes ⋊ triangleleft ◁ "
    "triangleright ▷ bigtriangleup △ diamond ⋄ boxplus ⊞ boxtimes ⊠";

constexpr const char* listRelation =
    "le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ lt < gt > neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ "
    "simeq ≃ cong ≅ propto ∝ varpropto ∝ asymp ≍ doteq ≐ coloneqq ≔ ll ≪ gg ≫ lesssim ≲ "
    "gtrsim ≳ prec ≺ succ ≻ preceq ⪯ succeq ⪰ in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃ subseteq ⊆ "
    "supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ sqsupseteq ⊒ perp ⊥ parallel ∥ "
    "nparallel ∦ mid ∣ nmid ∤ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ therefore ∴ because ∵ colon : "
    "to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ "
    "Leftrightarrow ⇔ implies ⟹ impliedby ⟸ iff ⟺ Longrightarrow ⟹ Longleftarrow ⟸ "
    "Longleftrightarrow ⟺ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ mapsto ↦ "
    "longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightharpoondown ⇁ "
    "leftharpoonup ↼ rightleftharpoons ⇌ rightleftarrows ⇄ leadsto ⇝ rightsquigarrow ⇝ "
    "uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ swarrow ↙ "
    "nwarrow ↖ upharpoonright ↾ trianglelefteq ⊴ bowtie ⋈ smile ⌣ frown ⌢ vartriangleleft ⊲";

constexpr const char* listOpening =
    "langle ⟨ lceil ⌈ lfloor ⌊ lbrace { { { lvert | lVert ‖ lgroup ⟮ llbracket ⟦ ulcorner ⌜";

constexpr const char* listClosing =
    "rangle ⟩ rceil ⌉ rfloor ⌋ rbrace } } } rvert | rVert ‖ rgroup ⟯ rrbracket ⟧ urcorner ⌝";

constexpr const char* listPunctuation = "ldotp . cdotp ·";

Table makeTable() {
    Table table;
    addSymbols(table, {{}, MathClass::Ordinary}, listOrdinary);
    addSymbols(table, {{}, MathClass::Inner}, listInner);
    addSymbols(table, {{}, MathClass::Binary}, listBinary);
    addSymbols(table, {{}, MathClass::Relation}, listRelation);
    addSymbols(table, {{}, MathClass::Opening}, listOpening);
    addSymbols(table, {{}, MathClass::Closing}, listClosing);
    addSymbols(table, {{}, MathClass::Punctuation}, listPunctuation);
    addSymbols(table, {{}, MathClass::Operator, false, true, true},
               "sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ "
               "bigsqcup ⨆ biguplus ⨄");
    addSymbols(table, {{}, MathClass::Operator, false, true, false}, "int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯");
    addWords(table, true, "lim max min sup inf det gcd Pr limsup liminf argmax argmin");
    addWords(table, false,
             "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp dim ker deg arg "
             "hom mod bmod");
    table[QStringLiteral("limsup")].text = QStringLiteral("lim sup");
    table[QStringLiteral("liminf")].text = QStringLiteral("lim inf");
    table[QStringLiteral("argmax")].text = QStringLiteral("arg max");
    table[QStringLiteral("argmin")].text = QStringLiteral("arg min");
    table[QStringLiteral("bmod")].text = QStringLiteral("mod");
    return table;
}

}  // namespace

const MathSymbol* findMathSymbol(const QString& command) {
    static const Table table = makeTable();
    const auto found = table.constFind(command);
    return found == table.constEnd() ? nullptr : &*found;
}

MathSymbol mathSymbolOf(char32_t character) {
    switch (character) {
        case U'-':
            return {QString(QChar(0x2212)), MathClass::Binary};
        case U'*':
            return {QString(QChar(0x2217)), MathClass::Binary};
        case U'+':
        case U'±':
        case U'×':
        case U'÷':
        case U'·':
            return {QString(QChar(static_cast<char16_t>(character))), MathClass::Binary};
        case U'=':
        case U'<':
        case U'>':
        case U':':
        case U'≤':
        case U'≥':
        case U'≠':
        case U'≈':
        case U'→':
        case U'∈':
        case U'∼':
            return {QString(QChar(static_cast<char16_t>(character))), MathClass::Relation};
        case U'(':
        case U'[':
            return {QString(QChar(static_cast<char16_t>(character))), MathClass::Opening};
        case U')':
        case U']':
        case U'!':
        case U'?':
            return {QString(QChar(static_cast<char16_t>(character))), MathClass::Closing};
        case U',':
        case U';':
            return {QString(QChar(static_cast<char16_t>(character))), MathClass::Punctuation};
        default:
            return {QString::fromUcs4(&character, 1), MathClass::Ordinary};
    }
}

}  // namespace hearth::app
