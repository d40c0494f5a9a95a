#include "tools/calculator.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/calculator_value.h"

namespace hearth::app {

namespace {

namespace mp = boost::multiprecision;
using Exact = Fraction;
using Whole = WholeNumber;
using Value = CalculatorValue;
using Problem = CalculatorProblem;

constexpr qsizetype longestExpression = 1000;
constexpr int deepest = 50;
constexpr size_t toldDigits = 20;
/// A result closer to zero than this after all attempts is reported as zero.
constexpr long zeroPlaces = 1000;
/// Inexact values are calculated with more bits until all reported digits are certain. The last number of
/// bits exceeds that of any exact number.
constexpr std::array<mpfr_prec_t, 4> precisions{192, 768, 3072, 12288};

using Arguments = std::vector<Value>;
struct Function {
    size_t least = 1, most = 1;
    std::function<Value(const Arithmetic&, const Arguments&)> call;
};

/// One of MPFR's functions that grows everywhere, with the value that it has at zero for certain.
Function growing(RealInterval::Function function, int atZero) {
    return {1, 1, [function, atZero](const Arithmetic& with, const Arguments& v) -> Value {
                if (isZero(v[0])) return Exact(atZero);
                return with.real(v[0]).growing(function);
            }};
}

RealInterval inUnit(const RealInterval& x, const char* name) {
    try {
        return x.inUnit();
    } catch (const NotDefined&) {
        throw Problem{std::string(name) + " is defined from -1 to 1."};
    }
}

bool isOne(const Value& value) {
    const Exact* exact = std::get_if<Exact>(&value);
    return exact != nullptr && *exact == 1;
}

std::map<std::string, Function> exactFunctions() {
    constexpr size_t any = 100;
    using A = const Arithmetic&;
    using V = const Arguments&;
    return {
        {"sqrt", {1, 1, [](A with, V v) { return with.squareRoot(v[0]); }}},
        {"cbrt", {1, 1, [](A with, V v) { return with.cubeRoot(v[0]); }}},
        {"abs", {1, 1, [](A with, V v) { return with.absolute(v[0]); }}},
        {"floor", {1, 1, [](A with, V v) { return with.floor(v[0]); }}},
        {"ceil", {1, 1, [](A with, V v) { return with.negative(with.floor(with.negative(v[0]))); }}},
        {"round",
         {1, 2, [](A with, V v) { return with.rounded(v[0], v.size() < 2 ? Value(Exact(0)) : v[1]); }}},
        {"mod", {2, 2, [](A with, V v) { return with.remainder(v[0], v[1]); }}},
        {"pow", {2, 2, [](A with, V v) { return with.power(v[0], v[1]); }}},
        {"factorial", {1, 1, [](A with, V v) { return with.factorial(v[0]); }}},
        {"min", {1, any, [](A with, V v) { return with.extreme(v, true); }}},
        {"max", {1, any, [](A with, V v) { return with.extreme(v, false); }}},
        {"gcd", {2, 2, [](A with, V v) { return with.commonDivisor(v[0], v[1]); }}},
        {"lcm", {2, 2, [](A with, V v) { return with.commonMultiple(v[0], v[1]); }}},
        {"ln", {1, 1, [](A with, V v) { return with.naturalLogarithm(v[0]); }}},
        {"log10", {1, 1, [](A with, V v) { return with.logarithm(v[0], Exact(10)); }}},
        {"log2", {1, 1, [](A with, V v) { return with.logarithm(v[0], Exact(2)); }}},
        {"log",
         {1, 2, [](A with, V v) { return with.logarithm(v[0], v.size() < 2 ? Value(Exact(10)) : v[1]); }}},
    };
}

std::map<std::string, Function> realFunctions() {
    using A = const Arithmetic&;
    using V = const Arguments&;
    return {
        {"exp", growing(mpfr_exp, 1)},
        {"atan", growing(mpfr_atan, 0)},
        {"sinh", growing(mpfr_sinh, 0)},
        {"tanh", growing(mpfr_tanh, 0)},
        {"sin", {1, 1, [](A with, V v) { return isZero(v[0]) ? v[0] : Value(with.real(v[0]).sin()); }}},
        {"cos", {1, 1, [](A with, V v) { return isZero(v[0]) ? Value(Exact(1)) : with.real(v[0]).cos(); }}},
        {"tan",
         {1, 1,
          [](A with, V v) {
              const RealInterval angle = with.real(v[0]);
              return isZero(v[0]) ? v[0] : Value(angle.sin() / angle.cos());
          }}},
        {"asin",
         {1, 1,
          [](A with, V v) {
              return isZero(v[0]) ? v[0] : Value(inUnit(with.real(v[0]), "asin").growing(mpfr_asin));
          }}},
        {"acos",
         {1, 1,
          [](A with, V v) {
              return isOne(v[0]) ? Value(Exact(0)) : inUnit(with.real(v[0]), "acos").falling(mpfr_acos);
          }}},
        {"cosh", {1, 1, [](A with, V v) { return isZero(v[0]) ? Value(Exact(1)) : with.real(v[0]).cosh(); }}},
        {"radians",
         {1, 1, [](A with, V v) { return with.quotient(with.product(v[0], with.pi()), Exact(180)); }}},
        {"degrees",
         {1, 1, [](A with, V v) { return with.quotient(with.product(v[0], Exact(180)), with.pi()); }}},
        {"atan2", {2, 2, [](A with, V v) { return with.angle(v[0], v[1]); }}},
    };
}

const Function* functionOf(const std::string& name) {
    static const std::map<std::string, Function> all = [] {
        std::map<std::string, Function> functions = exactFunctions();
        functions.merge(realFunctions());
        return functions;
    }();
    const auto found = all.find(name);
    return found == all.end() ? nullptr : &found->second;
}

/// Marks around raised digits in the input.
constexpr char raised = '\x01', raisedEnd = '\x02';

/// Reads an expression and calculates it on the way.
class Reader {
public:
    Reader(std::string text, const Arithmetic& with) : m_text(std::move(text)), m_with(with) {}

    Value all() {
        const Value value = terms();
        if (!atEnd()) fail();
        return value;
    }

private:
    /// The text between two signs, and whether it is a percentage as a whole.
    struct Term {
        Value value;
        bool isPercentage = false;
    };

    static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n'; }
    bool atEnd() {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) ++m_at;
        return m_at == m_text.size();
    }
    char next() { return atEnd() ? '\0' : m_text[m_at]; }
    bool take(std::string_view mark) {
        if (atEnd() || m_text.compare(m_at, mark.size(), mark) != 0) return false;
        m_at += mark.size();
        return true;
    }
    [[noreturn]] void fail() {
        if (atEnd()) throw Problem{"The expression ends too early."};
        throw Problem{"There is something unexpected at \"" + m_text.substr(m_at, 20) + "\"."};
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

    Value terms() {
        Term sum = factors();
        while (true) {
            const bool minus = next() == '-';
            if (!take("+") && !take("-")) return sum.value;
            const Term term = factors();
            if (term.isPercentage && !sum.isPercentage)
                throw Problem{
                    "A percentage that is added can be meant of the number before it or of 1: write "
                    "* (1 + 15/100) or + 15/100."};
            sum.value = m_with.sum(sum.value, minus ? m_with.negative(term.value) : term.value);
        }
    }
    Term factors() {
        Term term = signs();
        while (true) {
            if (next() == '*' && m_text.compare(m_at, 2, "**") == 0) return term;
            if (take("*"))
                term = {m_with.product(term.value, signs().value)};
            else if (take("/"))
                term = {m_with.quotient(term.value, signs().value)};
            else if (take("%"))
                term = {m_with.remainder(term.value, signs().value)};
            else
                return term;
        }
    }
    Term signs() {
        const Depth depth(m_depth);
        if (take("-")) {
            const Term term = signs();
            return {m_with.negative(term.value), term.isPercentage};
        }
        if (take("+")) return signs();
        const Term base = marks();
        if (take("^") || take("**")) return {m_with.power(base.value, signs().value)};
        return base;
    }
    /// Reads the marks after a number: raised digits, ! and, if no operand follows, %.
    Term marks() {
        Term term{operand()};
        while (true) {
            if (take("!")) {
                if (m_at < m_text.size() && m_text[m_at] == '!')
                    throw Problem{
                        "\"!!\" can be a double factorial or a factorial twice: write (3!)! for the second."};
                term = {m_with.factorial(term.value)};
            } else if (next() == raised) {
                const size_t end = m_text.find(raisedEnd, m_at);
                const std::string digits = m_text.substr(m_at + 1, end - m_at - 1);
                m_at = end + 1;
                term = {m_with.power(term.value, Exact(Whole(digits)))};
            } else if (!takePercent()) {
                return term;
            } else {
                term = {m_with.quotient(term.value, Exact(100)), true};
            }
        }
    }
    /// A % that is no remainder.
    bool takePercent() {
        const size_t before = m_at;
        const bool apart = before > 0 && next() == '%' && isSpace(m_text[m_at - 1]);
        if (!take("%")) return false;
        const bool gap = m_at < m_text.size() && isSpace(m_text[m_at]);
        const char after = next();
        if (isDigit(after) || isLetter(after) || after == '(' || after == '.') {
            m_at = before;
            return false;
        }
        if (after != '-' && after != '+') return true;
        const bool isBinary = !apart && gap && m_at + 1 < m_text.size() && isSpace(m_text[m_at + 1]);
        if (!isBinary)
            throw Problem{"\"% -\" can be a remainder or a percentage: write mod(5, -3), or (5/100) - 3."};
        return true;
    }
    Value operand() {
        const Depth depth(m_depth);
        if (take("(")) {
            const Value value = terms();
            if (!take(")")) fail();
            return value;
        }
        const char first = next();
        if (isDigit(first) || first == '.') return number();
        if (isLetter(first)) return named();
        fail();
    }
    Value number() {
        // "1,000" is two arguments here.
        if (m_at > 1 && m_text[m_at - 1] == ',' && isDigit(m_text[m_at - 2]) && m_text[m_at] == '0' &&
            m_at + 1 < m_text.size() && isDigit(m_text[m_at + 1]))
            throw Problem{"Write numbers without commas between thousands."};
        std::string digits;
        int behind = 0;
        const auto takeDigits = [&] {
            const size_t from = digits.size();
            while (m_at < m_text.size() && (isDigit(m_text[m_at]) || m_text[m_at] == '_'))
                if (const char c = m_text[m_at++]; c != '_') digits += c;
            return static_cast<int>(digits.size() - from);
        };
        takeDigits();
        if (m_at < m_text.size() && m_text[m_at] == '.') {
            ++m_at;
            behind = takeDigits();
        }
        if (digits.empty()) fail();
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
        return scaled(Exact(Whole(digits)), exponent() - behind);
    }
    /// e12 after a number; 0: there is none.
    int exponent() {
        const size_t before = m_at;
        if (m_at == m_text.size() || (m_text[m_at] != 'e' && m_text[m_at] != 'E')) return 0;
        ++m_at;
        const bool below = m_at < m_text.size() && m_text[m_at] == '-';
        if (m_at < m_text.size() && (m_text[m_at] == '-' || m_text[m_at] == '+')) ++m_at;
        int value = 0, count = 0;
        for (; m_at < m_text.size() && isDigit(m_text[m_at]); ++m_at, ++count)
            if (value < 100000) value = value * 10 + (m_text[m_at] - '0');
        if (count > 0) return below ? -value : value;
        m_at = before;
        return 0;
    }
    Value scaled(const Exact& digits, int exponent) const {
        if (exponent > 2000 || exponent < -3000) throw Problem{"The number is too large or too small."};
        return m_with.product(Value(digits), m_with.power(Exact(10), Exact(exponent)));
    }
    Value named() {
        std::string name;
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            name += m_text[m_at++];
        if (take("(")) return called(name);
        if (name == "pi") return m_with.pi();
        if (name == "tau") return m_with.product(m_with.pi(), Exact(2));
        if (name == "e") return m_with.real(Exact(1)).growing(mpfr_exp);
        throw Problem{"There is no constant \"" + name + "\"."};
    }
    Value called(const std::string& name) {
        const Function* function = functionOf(name);
        if (function == nullptr) throw Problem{"There is no function \"" + name + "\"."};
        Arguments values;
        if (!take(")")) {
            values.push_back(terms());
            while (take(",")) values.push_back(terms());
            if (!take(")")) fail();
        }
        if (values.size() < function->least || values.size() > function->most)
            throw Problem{"\"" + name + "\" takes another number of arguments."};
        return function->call(m_with, values);
    }

    struct Depth {
        explicit Depth(int& depth) : m_depth(depth) {
            if (++m_depth > deepest) throw Problem{"The expression is nested too deeply."};
        }
        ~Depth() { --m_depth; }
        int& m_depth;
    };

    std::string m_text;
    const Arithmetic& m_with;
    size_t m_at = 0;
    int m_depth = 0;
};

/// A finite decimal fraction in full; nullopt if it is not finite or too long to read.
std::optional<std::string> decimalOf(const Exact& exact) {
    constexpr int mostPlaces = 40;
    Whole top = mp::numerator(exact), bottom = mp::denominator(exact);
    int places = 0;
    for (; bottom != 1 && places <= mostPlaces; ++places) {
        const Whole common = mp::gcd(bottom, Whole(10));
        if (common == 1) return std::nullopt;
        bottom /= common;
        top *= 10 / common;
    }
    if (bottom != 1) return std::nullopt;
    std::string digits = Whole(mp::abs(top)).str();
    if (digits.size() <= static_cast<size_t>(places))
        digits.insert(0, static_cast<size_t>(places) + 1 - digits.size(), '0');
    if (places > 0) digits.insert(digits.size() - static_cast<size_t>(places), ".");
    return (top < 0 ? "-" : "") + digits;
}

std::string aboutText(const RealInterval& real, bool isLast) {
    try {
        return "about " + real.text(toldDigits);
    } catch (const TooFewDigits&) {
        if (!isLast || !real.isCloserToZeroThan(zeroPlaces)) throw;
        return "about 0 (closer to it than 1e-" + std::to_string(zeroPlaces) + ")";
    }
}

std::string textOf(const Value& value, const Arithmetic& with, bool isLast) {
    const Exact* exact = std::get_if<Exact>(&value);
    if (exact == nullptr) return aboutText(std::get<RealInterval>(value), isLast);
    if (const auto decimal = decimalOf(*exact)) return *decimal;
    return Whole(mp::numerator(*exact)).str() + "/" + Whole(mp::denominator(*exact)).str() + ", " +
           aboutText(with.real(value), isLast);
}

/// Signs that people and models write, as ASCII; raised digits in a row are one number.
std::string plain(QString text) {
    text.replace(QChar(0x00d7), u'*').replace(QChar(0x00b7), u'*').replace(QChar(0x22c5), u'*');
    text.replace(QChar(0x00f7), u'/').replace(QChar(0x2212), u'-').replace(QChar(0x2013), u'-');
    text.replace(QChar(0x03c0), QStringLiteral("pi")).replace(QChar(0x221a), QStringLiteral("sqrt"));
    const QString digits =
        QString::fromUtf16(u"\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
    QString result;
    bool isRaised = false;
    for (const QChar c : std::as_const(text)) {
        const qsizetype digit = digits.indexOf(c);
        if ((digit >= 0) != isRaised) result += QChar::fromLatin1(isRaised ? raisedEnd : raised);
        isRaised = digit >= 0;
        result += isRaised ? QChar(static_cast<char16_t>(u'0' + digit)) : c;
    }
    if (isRaised) result += QChar::fromLatin1(raisedEnd);
    return result.toStdString();
}

std::string valueOf(const std::string& expression) {
    for (const mpfr_prec_t bits : precisions) {
        const Arithmetic with(bits);
        const bool isLast = bits == precisions.back();
        try {
            return textOf(Reader(expression, with).all(), with, isLast);
        } catch (const TooFewDigits&) {
            if (isLast) break;
        }
    }
    throw Problem{
        "This cannot be told from its digits, of which 3,000 were calculated; write it another way."};
}

}  // namespace

Calculation calculate(const QString& expression) {
    if (expression.trimmed().isEmpty()) return {{}, QStringLiteral("There is no expression.")};
    if (expression.size() > longestExpression) return {{}, QStringLiteral("The expression is too long.")};
    if (expression.contains(QChar::fromLatin1(raised)) || expression.contains(QChar::fromLatin1(raisedEnd)))
        return {{}, QStringLiteral("There is something unexpected in the expression.")};
    try {
        return {QString::fromStdString(valueOf(plain(expression))), {}};
    } catch (const Problem& problem) {
        return {{}, QString::fromStdString(problem.sentence)};
    } catch (const NotDefined&) {
        return {{}, QStringLiteral("The result is too large, or not defined.")};
    } catch (const std::exception&) {
        // Other errors of the library, about sizes.
        return {{}, QStringLiteral("The result is too large, or not defined.")};
    }
}

}  // namespace hearth::app
