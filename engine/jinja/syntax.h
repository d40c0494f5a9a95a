#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "jinja/value.h"

namespace hearth::jinja {

/// Index of a variable name in its template's SymbolTable.
using Symbol = uint32_t;

/// The names of a template's variables, so that scopes compare numbers.
class SymbolTable {
public:
    Symbol intern(std::string_view name) {
        const auto [entry, added] = m_ids.try_emplace(std::string(name), static_cast<Symbol>(m_names.size()));
        if (added) m_names.emplace_back(name);
        return entry->second;
    }
    const std::string& name(Symbol symbol) const { return m_names[symbol]; }
    const std::vector<std::string>& names() const noexcept { return m_names; }

private:
    std::unordered_map<std::string, Symbol> m_ids;
    std::vector<std::string> m_names;
};

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;
struct Statement;
using Body = std::vector<Statement>;

enum class Operator : uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
};

struct CallArgument {
    enum class Form : uint8_t { Positional, Named, Unpack, UnpackNamed };
    Form form;
    std::string name;
    ExpressionPtr value;
};
using CallArguments = std::vector<CallArgument>;

/// One step of `primary.name[item](args)|filter(args) is test`.
struct Postfix {
    enum class Form : uint8_t { Attribute, Item, Slice, Call, Filter, Test, NotTest };
    Form form;
    std::string name{};  ///< attribute, filter or test
    std::vector<ExpressionPtr>
        operands{};  ///< the item, or start, stop and step of a slice (null when left out)
    CallArguments arguments{};
};

/// Operators of one precedence level are kept in one flat list, so that the tree is only as deep as the
/// source nests.
struct Expression {
    enum class Form : uint8_t {
        Literal,
        Name,
        List,
        Tuple,
        Dict,  ///< Dict: operands are key, value, key, value ...
        Negate,
        Plus,
        Not,
        And,
        Or,
        Arithmetic,   ///< operands[0] op[0] operands[1] op[1] ..., from the left
        Concat,       ///< ~
        Compare,      ///< chained as in Python
        Conditional,  ///< value, condition, alternative (null when left out)
        Chain,        ///< operands[0] and its postfixes
    };
    Form form;
    uint32_t line;
    Value literal{};
    Symbol symbol = 0;
    std::vector<ExpressionPtr> operands{};
    std::vector<Operator> operators{};
    std::vector<Postfix> postfixes{};
};

/// Target of an assignment: a name, an attribute of a namespace, or a tuple of targets.
struct Target {
    enum class Form : uint8_t { Name, Attribute, Tuple };
    Form form;
    Symbol symbol = 0;
    std::string attribute{};
    std::vector<Target> items{};
};

struct MacroDefinition {
    std::string name;
    std::vector<Symbol> parameters;
    std::vector<ExpressionPtr> defaults;  ///< of the last parameters
    Body* body = nullptr;
    bool usesVarargs = false;
    bool usesKwargs = false;
    bool usesCaller = false;
};

struct DataStatement {
    Text text;
};
struct PrintStatement {
    ExpressionPtr value;
};
struct IfStatement {
    struct Branch {
        ExpressionPtr condition;  ///< null for else
        std::unique_ptr<Body> body;
    };
    std::vector<Branch> branches;
};
struct ForStatement {
    Target target;
    ExpressionPtr iterable{};
    ExpressionPtr filter{};  ///< may be null
    bool recursive = false;
    std::unique_ptr<Body> body{};
    std::unique_ptr<Body> otherwise{};  ///< may be null
};
struct SetStatement {
    Target target;
    ExpressionPtr value;
};
struct SetBlockStatement {
    Target target;
    std::vector<Postfix> filters;
    std::unique_ptr<Body> body;
};
struct MacroStatement {
    Symbol symbol;
    std::shared_ptr<MacroDefinition> macro;
    std::unique_ptr<Body> body;
};
struct CallStatement {
    ExpressionPtr call;  ///< a Chain that ends with a Call
    std::shared_ptr<MacroDefinition> caller;
    std::unique_ptr<Body> body;
};
struct FilterStatement {
    std::vector<Postfix> filters;
    std::unique_ptr<Body> body;
};
struct WithStatement {
    std::vector<Target> targets;
    std::vector<ExpressionPtr> values;
    std::unique_ptr<Body> body;
};
/// A body in its own scope: block, autoescape, generation.
struct ScopeStatement {
    std::unique_ptr<Body> body;
};
struct BreakStatement {};
struct ContinueStatement {};

struct Statement {
    uint32_t line;
    std::variant<DataStatement, PrintStatement, IfStatement, ForStatement, SetStatement, SetBlockStatement,
                 MacroStatement, CallStatement, FilterStatement, WithStatement, ScopeStatement,
                 BreakStatement, ContinueStatement>
        node;
};

/// A parsed template. Immutable, so that threads can share it.
struct Syntax {
    SymbolTable symbols;
    /// Names that the interpreter itself sets.
    Symbol loop = symbols.intern("loop");
    Symbol caller = symbols.intern("caller");
    Symbol varargs = symbols.intern("varargs");
    Symbol kwargs = symbols.intern("kwargs");
    Body body;
};

}  // namespace hearth::jinja
