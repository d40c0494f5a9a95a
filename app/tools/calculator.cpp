#include "tools/calculator.h"

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hearth::app {

namespace {

namespace mp = boost::multiprecision;
using Exact = mp::cpp_rational;
using Whole = mp::cpp_int;
using Real = mp::cpp_dec_float_50;
using Value = std::variant<Exact, Real>;

constexpr qsizetype longestExpression = 1000;
constexpr int deepest = 50;
/// Beyond this a number is no longer kept exactly.
constexpr unsigned mostBits = 8192;
constexpr int mostFactorial = 500;
constexpr int toldDigits = 20;

/// What cannot be calculated, in a sentence.
struct Problem {
    std::string sentence;
};

unsigned bitsOf(const Whole& number) {
    return number == 0 ? 0 : static_cast<unsigned>(mp::msb(mp::abs(number))) + 1;
}

Real realOf(const Value& value) {
    if (const Real* real = std::get_if<Real>(&value)) return *real;
    const Exact& exact = std::get<Exact>(value);
    return Real(mp::numerator(exact)) / Real(mp::denominator(exact));
}

/// Exact as long as it is of a bearable size.
Value valueOf(const Exact& exact) {
    if (bitsOf(mp::numerator(exact)) + bitsOf(mp::denominator(exact)) > mostBits) return realOf(Value(exact));
    return exact;
}

std::optional<Whole> wholeOf(const Value& value) {
    const Exact* exact = std::get_if<Exact>(&value);
    if (exact == nullptr || mp::denominator(*exact) != 1) return std::nullopt;
    return mp::numerator(*exact);
}

Whole neededWhole(const Value& value, const char* what) {
    const auto whole = wholeOf(value);
    if (!whole) throw Problem{std::string(what) + " needs whole numbers."};
    return *whole;
}

Value floorOf(const Value& value) {
    const Exact* exact = std::get_if<Exact>(&value);
    if (exact == nullptr) return Value(Real(mp::floor(std::get<Real>(value))));
    Whole quotient, rest;
    mp::divide_qr(mp::numerator(*exact), mp::denominator(*exact), quotient, rest);
    if (rest < 0) --quotient;
    return Exact(quotient);
}

template <class Operation>
Value combine(const Value& a, const Value& b, Operation operation) {
    if (std::holds_alternative<Exact>(a) && std::holds_alternative<Exact>(b))
        return valueOf(Exact(operation(std::get<Exact>(a), std::get<Exact>(b))));
    return Real(operation(realOf(a), realOf(b)));
}

Value sum(const Value& a, const Value& b) {
    return combine(a, b, [](const auto& x, const auto& y) { return x + y; });
}
Value negative(const Value& a) {
    if (const Exact* exact = std::get_if<Exact>(&a)) return Exact(-*exact);
    return Real(-std::get<Real>(a));
}
Value product(const Value& a, const Value& b) {
    return combine(a, b, [](const auto& x, const auto& y) { return x * y; });
}
Value quotient(const Value& a, const Value& b) {
    if (realOf(b) == 0) throw Problem{"Division by zero is not defined."};
    return combine(a, b, [](const auto& x, const auto& y) { return x / y; });
}
Value remainder(const Value& a, const Value& b) {
    return sum(a, negative(product(b, floorOf(quotient(a, b)))));
}

Value power(const Value& base, const Value& exponent) {
    const auto whole = wholeOf(exponent);
    if (const Exact* exact = std::get_if<Exact>(&base);
        exact != nullptr && whole && mp::abs(*whole) <= mostBits) {
        const int times = static_cast<int>(*whole);
        if (*exact == 0 && times < 0) throw Problem{"Division by zero is not defined."};
        const Whole top = mp::numerator(*exact), bottom = mp::denominator(*exact);
        const auto count = static_cast<unsigned>(times < 0 ? -times : times);
        if (uint64_t{bitsOf(top) + bitsOf(bottom)} * count <= mostBits) {
            const Exact result(Whole(mp::pow(top, count)), Whole(mp::pow(bottom, count)));
            return times < 0 ? Exact(1 / result) : result;
        }
    }
    const Real real = realOf(base);
    if (real < 0 && !whole) throw Problem{"A negative number has no real power of this kind."};
    return Real(mp::pow(real, realOf(exponent)));
}

Value factorial(const Value& value) {
    const Whole whole = neededWhole(value, "A factorial");
    if (whole < 0 || whole > mostFactorial)
        throw Problem{"A factorial is calculated of 0 to " + std::to_string(mostFactorial) + "."};
    Whole result = 1;
    for (int factor = 2; factor <= whole; ++factor) result *= factor;
    return valueOf(Exact(result));
}

Value squareRoot(const Value& value) {
    if (realOf(value) < 0) throw Problem{"A negative number has no real square root."};
    if (const Exact* exact = std::get_if<Exact>(&value)) {
        const Whole top = mp::sqrt(mp::numerator(*exact)), bottom = mp::sqrt(mp::denominator(*exact));
        if (top * top == mp::numerator(*exact) && bottom * bottom == mp::denominator(*exact))
            return Exact(top, bottom);
    }
    return Real(mp::sqrt(realOf(value)));
}

Value logarithm(const Value& value, const Real& base) {
    if (realOf(value) <= 0) throw Problem{"Logarithms are those of numbers above zero."};
    return Real(mp::log(realOf(value)) / base);
}

Real pi() {
    return Real("3.14159265358979323846264338327950288419716939937510582097494459");
}

Value rounded(const std::vector<Value>& values) {
    const Value scale =
        values.size() < 2 ? Value(Exact(1)) : power(Exact(10), Exact(neededWhole(values[1], "Rounding")));
    // Halves go away from zero.
    const bool below = realOf(values[0]) < 0;
    const Value scaled = product(below ? negative(values[0]) : values[0], scale);
    const Value whole = floorOf(sum(scaled, Exact(1, 2)));
    return quotient(below ? negative(whole) : whole, scale);
}

using Arguments = std::vector<Value>;
struct Function {
    size_t least = 1, most = 1;
    std::function<Value(const Arguments&)> call;
};

template <class Operation>
Function realFunction(Operation operation) {
    return {1, 1,
            [operation](const Arguments& values) -> Value { return Real(operation(realOf(values[0]))); }};
}

Real inUnit(const Real& x, const char* name) {
    if (mp::abs(x) > 1) throw Problem{std::string(name) + " is defined from -1 to 1."};
    return x;
}

Value chosen(const Arguments& values, bool least) {
    Value best = values.front();
    for (const Value& value : values)
        if (least ? realOf(value) < realOf(best) : realOf(value) > realOf(best)) best = value;
    return best;
}

std::map<std::string, Function> exactFunctions() {
    constexpr size_t any = 100;
    return {
        {"sqrt", {1, 1, [](const Arguments& v) { return squareRoot(v[0]); }}},
        {"abs", {1, 1, [](const Arguments& v) { return realOf(v[0]) < 0 ? negative(v[0]) : v[0]; }}},
        {"floor", {1, 1, [](const Arguments& v) { return floorOf(v[0]); }}},
        {"ceil", {1, 1, [](const Arguments& v) { return negative(floorOf(negative(v[0]))); }}},
        {"round", {1, 2, rounded}},
        {"mod", {2, 2, [](const Arguments& v) { return remainder(v[0], v[1]); }}},
        {"pow", {2, 2, [](const Arguments& v) { return power(v[0], v[1]); }}},
        {"factorial", {1, 1, [](const Arguments& v) { return factorial(v[0]); }}},
        {"min", {1, any, [](const Arguments& v) { return chosen(v, true); }}},
        {"max", {1, any, [](const Arguments& v) { return chosen(v, false); }}},
        {"gcd",
         {2, 2,
          [](const Arguments& v) {
              return Value(Exact(Whole(mp::gcd(neededWhole(v[0], "gcd"), neededWhole(v[1], "gcd")))));
          }}},
        {"lcm",
         {2, 2,
          [](const Arguments& v) {
              return valueOf(Exact(Whole(mp::lcm(neededWhole(v[0], "lcm"), neededWhole(v[1], "lcm")))));
          }}},
    };
}

std::map<std::string, Function> realFunctions() {
    return {
        {"exp", realFunction([](const Real& x) { return Real(mp::exp(x)); })},
        {"cbrt", realFunction([](const Real& x) {
             const Real root = mp::pow(Real(mp::abs(x)), Real(1) / 3);
             return x < 0 ? Real(-root) : root;
         })},
        {"sin", realFunction([](const Real& x) { return Real(mp::sin(x)); })},
        {"cos", realFunction([](const Real& x) { return Real(mp::cos(x)); })},
        {"tan", realFunction([](const Real& x) { return Real(mp::tan(x)); })},
        {"asin", realFunction([](const Real& x) { return Real(mp::asin(inUnit(x, "asin"))); })},
        {"acos", realFunction([](const Real& x) { return Real(mp::acos(inUnit(x, "acos"))); })},
        {"atan", realFunction([](const Real& x) { return Real(mp::atan(x)); })},
        {"sinh", realFunction([](const Real& x) { return Real(mp::sinh(x)); })},
        {"cosh", realFunction([](const Real& x) { return Real(mp::cosh(x)); })},
        {"tanh", realFunction([](const Real& x) { return Real(mp::tanh(x)); })},
        {"radians", realFunction([](const Real& x) { return Real(x * pi() / 180); })},
        {"degrees", realFunction([](const Real& x) { return Real(x * 180 / pi()); })},
        {"ln", {1, 1, [](const Arguments& v) { return logarithm(v[0], Real(1)); }}},
        {"log10", {1, 1, [](const Arguments& v) { return logarithm(v[0], mp::log(Real(10))); }}},
        {"log2", {1, 1, [](const Arguments& v) { return logarithm(v[0], mp::log(Real(2))); }}},
        {"log",
         {1, 2,
          [](const Arguments& v) {
              if (v.size() == 1) return logarithm(v[0], mp::log(Real(10)));
              const Real base = realOf(logarithm(v[1], Real(1)));
              if (base == 0) throw Problem{"A logarithm has no base of 1."};
              return logarithm(v[0], base);
          }}},
        {"atan2",
         {2, 2, [](const Arguments& v) { return Value(Real(mp::atan2(realOf(v[0]), realOf(v[1])))); }}},
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

/// Reads an expression and calculates it on the way.
class Reader {
public:
    explicit Reader(std::string text) : m_text(std::move(text)) {}

    Value all() {
        const Value value = terms();
        if (!atEnd()) fail();
        return value;
    }

private:
    bool atEnd() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
            ++m_at;
        return m_at == m_text.size();
    }
    char next() { return atEnd() ? '\0' : m_text[m_at]; }
    bool take(const char* mark) {
        if (atEnd() || m_text.compare(m_at, std::char_traits<char>::length(mark), mark) != 0) return false;
        m_at += std::char_traits<char>::length(mark);
        return true;
    }
    [[noreturn]] void fail() {
        if (atEnd()) throw Problem{"The expression ends too early."};
        throw Problem{"There is something unexpected at \"" + m_text.substr(m_at, 20) + "\"."};
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

    Value terms() {
        Value value = factors();
        while (true) {
            if (take("+"))
                value = sum(value, factors());
            else if (take("-"))
                value = sum(value, negative(factors()));
            else
                return value;
        }
    }
    Value factors() {
        Value value = signs();
        while (true) {
            if (next() == '*' && m_text.compare(m_at, 2, "**") == 0) return value;
            if (take("*"))
                value = product(value, signs());
            else if (take("/"))
                value = quotient(value, signs());
            else if (take("%"))
                value = remainder(value, signs());
            else
                return value;
        }
    }
    Value signs() {
        const Depth depth(m_depth);
        if (take("-")) return negative(signs());
        if (take("+")) return signs();
        const Value base = marks();
        if (take("^") || take("**")) return power(base, signs());
        return base;
    }
    /// What stands behind a number: ! and, where no operand follows, %.
    Value marks() {
        Value value = operand();
        while (true) {
            if (take("!")) {
                value = factorial(value);
                continue;
            }
            const size_t before = m_at;
            if (!take("%")) return value;
            const char after = next();
            if (isDigit(after) || isLetter(after) || after == '(' || after == '.') {
                m_at = before;
                return value;
            }
            value = quotient(value, Exact(100));
        }
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
    /// e12 behind a number; 0: there is none.
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
    static Value scaled(const Exact& digits, int exponent) {
        if (exponent > 2000 || exponent < -3000) throw Problem{"The number is too large or too small."};
        return product(Value(digits), power(Exact(10), Exact(exponent)));
    }
    Value named() {
        std::string name;
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            name += m_text[m_at++];
        if (take("(")) return called(name);
        if (name == "pi") return pi();
        if (name == "tau") return Real(2 * pi());
        if (name == "e") return Real(mp::exp(Real(1)));
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
        return function->call(values);
    }

    struct Depth {
        explicit Depth(int& depth) : m_depth(depth) {
            if (++m_depth > deepest) throw Problem{"The expression is nested too deeply."};
        }
        ~Depth() { --m_depth; }
        int& m_depth;
    };

    std::string m_text;
    size_t m_at = 0;
    int m_depth = 0;
};

/// A finite decimal fraction in full; nullopt where there is none of a readable length.
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

std::string textOf(const Value& value) {
    if (const Exact* exact = std::get_if<Exact>(&value)) {
        if (const auto decimal = decimalOf(*exact)) return *decimal;
        return mp::numerator(*exact).str() + "/" + mp::denominator(*exact).str() + ", about " +
               realOf(value).str(toldDigits);
    }
    const Real& real = std::get<Real>(value);
    if (!mp::isfinite(real)) throw Problem{"The result is too large, or not defined."};
    return "about " + real.str(toldDigits);
}

/// Signs that people and models write, as ASCII.
std::string plain(QString text) {
    text.replace(QChar(0x00d7), u'*').replace(QChar(0x00b7), u'*').replace(QChar(0x22c5), u'*');
    text.replace(QChar(0x00f7), u'/').replace(QChar(0x2212), u'-').replace(QChar(0x2013), u'-');
    text.replace(QChar(0x03c0), QStringLiteral("pi")).replace(QChar(0x221a), QStringLiteral("sqrt"));
    text.replace(QChar(0x00b2), QStringLiteral("^2")).replace(QChar(0x00b3), QStringLiteral("^3"));
    return text.toStdString();
}

}  // namespace

Calculation calculate(const QString& expression) {
    if (expression.trimmed().isEmpty()) return {{}, QStringLiteral("There is no expression.")};
    if (expression.size() > longestExpression) return {{}, QStringLiteral("The expression is too long.")};
    try {
        return {QString::fromStdString(textOf(Reader(plain(expression)).all())), {}};
    } catch (const Problem& problem) {
        return {{}, QString::fromStdString(problem.sentence)};
    } catch (const std::exception&) {
        // What the library refuses: domains and sizes that are none of the above.
        return {{}, QStringLiteral("The result is too large, or not defined.")};
    }
}

}  // namespace hearth::app
