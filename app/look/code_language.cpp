#include "look/code_language.h"

#include <QHash>

namespace hearth::app {
namespace {

CodeLanguage make(const char* keywords, QStringList lineComments, const char* blockStart,
                  const char* blockEnd, const char* quotes, QStringList longQuotes = {}) {
    CodeLanguage language;
    const QStringList words = QString::fromLatin1(keywords).split(u' ', Qt::SkipEmptyParts);
    language.keywords = QSet<QString>(words.begin(), words.end());
    language.lineComments = std::move(lineComments);
    language.blockCommentStart = QString::fromLatin1(blockStart);
    language.blockCommentEnd = QString::fromLatin1(blockEnd);
    language.quotes = QString::fromLatin1(quotes);
    language.longQuotes = std::move(longQuotes);
    return language;
}

const QStringList slashes{QStringLiteral("//")};
const QStringList hash{QStringLiteral("#")};
const QStringList dashes{QStringLiteral("--")};
const QStringList backtick{QStringLiteral("`")};
const QStringList tripleQuotes{QStringLiteral("\"\"\""), QStringLiteral("'''")};

constexpr const char* shellWords =
    "if then else elif fi for while until do done case esac in function select export local readonly declare "
    "return break continue exit set unset alias source trap shift eval exec";
constexpr const char* cWords =
    "auto break case char const continue default do double else enum extern float for goto if inline int "
    "long register "
    "return short signed sizeof static struct switch typedef union unsigned void volatile while bool true "
    "false NULL";
constexpr const char* cppWords =
    "alignas alignof asm auto bool break case catch char char8_t class concept const consteval constexpr "
    "constinit "
    "const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else "
    "enum explicit "
    "export extern false final float for friend goto if inline int long mutable namespace new noexcept "
    "nullptr operator "
    "override private protected public register reinterpret_cast requires return short signed sizeof static "
    "static_assert static_cast struct switch template this thread_local throw true try typedef typeid "
    "typename union "
    "unsigned using virtual void volatile wchar_t while";
constexpr const char* pythonWords =
    "False None True and as assert async await break class continue def del elif else except finally for "
    "from global "
    "if import in is lambda match case nonlocal not or pass raise return try while with yield self";
constexpr const char* javascriptWords =
    "async await break case catch class const continue debugger default delete do else export extends false "
    "finally "
    "for from function get if import in instanceof let new null of return set static super switch this throw "
    "true try "
    "typeof undefined var void while with yield interface type enum implements namespace declare readonly "
    "abstract as "
    "private protected public keyof never unknown any string number boolean";
constexpr const char* rustWords =
    "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match "
    "mod move mut "
    "pub ref return self Self static struct super trait true type unsafe use where while bool char str i8 "
    "i16 i32 i64 "
    "i128 isize u8 u16 u32 u64 u128 usize f32 f64";
constexpr const char* goWords =
    "break case chan const continue default defer else fallthrough for func go goto if import interface map "
    "package "
    "range return select struct switch type var true false nil bool byte error float32 float64 int int8 "
    "int16 int32 "
    "int64 rune string uint uint8 uint16 uint32 uint64";
constexpr const char* javaWords =
    "abstract assert boolean break byte case catch char class const continue default do double else enum "
    "extends final "
    "finally float for if implements import instanceof int interface long native new null package private "
    "protected "
    "public record return sealed short static super switch synchronized this throw throws transient true "
    "false try var "
    "void volatile while yield";
constexpr const char* kotlinWords =
    "abstract as break by class companion const constructor continue data do else enum false final for fun "
    "if import in "
    "init inline interface internal is it lateinit null object open operator override package private "
    "protected public "
    "return sealed super suspend this throw true try typealias val var when where while";
constexpr const char* swiftWords =
    "actor as async await break case catch class continue default defer do else enum extension false "
    "fileprivate for "
    "func guard if import in init inout internal is let nil open override private protocol public repeat "
    "return self "
    "Self static struct subscript super switch throw throws true try typealias var where while";
constexpr const char* csharpWords =
    "abstract as async await base bool break byte case catch char class const continue decimal default "
    "delegate do "
    "double else enum event explicit extern false finally fixed float for foreach get if implicit in int "
    "interface "
    "internal is lock long namespace new null object operator out override params private protected public "
    "readonly "
    "record ref return sealed set short sizeof static string struct switch this throw true try typeof uint "
    "ulong using "
    "var virtual void volatile when where while yield";
constexpr const char* rubyWords =
    "alias and begin break case class def defined do else elsif end ensure false for if in module next nil "
    "not or redo "
    "rescue retry return self super then true undef unless until when while yield require attr_accessor puts";
constexpr const char* phpWords =
    "abstract and array as break case catch class const continue declare default do echo else elseif extends "
    "false "
    "final finally fn for foreach function global if implements include instanceof interface match namespace "
    "new null "
    "or private protected public readonly require return static switch this throw trait true try use var "
    "while yield";
constexpr const char* luaWords =
    "and break do else elseif end false for function goto if in local nil not or repeat return then true "
    "until while";
constexpr const char* perlWords =
    "my our local sub package use require if elsif else unless while until for foreach do last next redo "
    "return print "
    "say die eval and or not eq ne lt gt le ge cmp undef";
constexpr const char* rWords =
    "if else repeat while function for next break TRUE FALSE NULL Inf NaN NA in library return";
constexpr const char* juliaWords =
    "abstract baremodule begin break catch const continue do else elseif end export false finally for "
    "function global "
    "if import in let local macro module mutable primitive quote return struct true try type using where "
    "while";
constexpr const char* haskellWords =
    "as case class data default deriving do else foreign forall hiding if import in infix infixl infixr "
    "instance let "
    "module newtype of qualified then type where";
constexpr const char* ocamlWords =
    "and as assert begin class constraint do done downto else end exception external false for fun function "
    "functor if "
    "in include inherit initializer lazy let match method module mutable new object of open or private rec "
    "sig struct "
    "then to true try type val virtual when while with";
constexpr const char* lispWords =
    "defun defn def defmacro defvar defparameter let let* letrec lambda fn if cond when unless case do loop "
    "recur begin "
    "define set! setq quote ns require import nil t true false and or not progn";
constexpr const char* sqlWords =
    "add all alter and as asc avg begin between by case check column commit constraint count create cross "
    "default delete "
    "desc distinct drop else end exists explain false foreign from full group having if in index inner "
    "insert into is "
    "join key left like limit max min not null offset on or order outer over partition primary references "
    "returning "
    "right rollback row rows select set sum table then true union unique update using values view when where "
    "with";
constexpr const char* cmakeWords =
    "if else elseif endif foreach endforeach while endwhile function endfunction macro endmacro return set "
    "unset option "
    "include project add_executable add_library add_subdirectory target_link_libraries "
    "target_include_directories "
    "find_package message install ON OFF TRUE FALSE PUBLIC PRIVATE INTERFACE";
constexpr const char* dockerWords =
    "FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL "
    "HEALTHCHECK SHELL AS";
constexpr const char* qmlWords =
    "import property readonly required signal function var let const if else for while return true false "
    "null undefined "
    "int real string bool color url alias component pragma default on enum new this switch case break";
constexpr const char* dataWords = "true false null yes no on off";
constexpr const char* basicWords =
    "dim as if then else elseif end sub function for next to step while wend do loop until select case "
    "return public "
    "private class module new not and or true false nothing integer string double boolean byval byref "
    "imports";
constexpr const char* pascalWords =
    "and array begin case class const constructor destructor div do downto else end except false file "
    "finally for "
    "function goto if implementation in inherited interface is mod nil not of or packed procedure program "
    "property "
    "raise record repeat set then to true try type unit until uses var while with xor";
constexpr const char* fortranWords =
    "allocatable allocate call case character common complex contains continue cycle data deallocate "
    "dimension do else "
    "elseif end enddo endif exit false format function if implicit in inout integer intent interface logical "
    "module "
    "none out parameter pointer print program pure read real recursive result return save select stop "
    "subroutine then "
    "true type use where while write";
constexpr const char* elixirWords =
    "after alias and case catch cond def defmacro defmodule defp defstruct do else end false fn for if "
    "import in nil not "
    "or quote raise receive require rescue true try unless use when with";
constexpr const char* scalaWords =
    "abstract case catch class def do else enum extends false final finally for forSome given if implicit "
    "import lazy "
    "match new null object override package private protected return sealed super then this throw trait true "
    "try type "
    "using val var while with yield";
constexpr const char* dartWords =
    "abstract as assert async await break case catch class const continue default do dynamic else enum "
    "export extends "
    "extension factory false final finally for if implements import in is late library mixin new null on "
    "operator part "
    "required return set static super switch this throw true try typedef var void while with yield int "
    "double String";
constexpr const char* zigWords =
    "align allowzero and anyframe anytype asm async await break catch comptime const continue defer else "
    "enum errdefer "
    "error export extern false fn for if inline noalias null opaque or orelse packed pub resume return "
    "struct suspend "
    "switch test threadlocal true try undefined union unreachable usingnamespace var volatile while";
constexpr const char* nixWords = "let in with rec inherit if then else assert or import true false null";
constexpr const char* latexWords = "";
constexpr const char* matlabWords =
    "break case catch classdef continue else elseif end for function global if otherwise parfor persistent "
    "return "
    "switch try while true false";

const QHash<QString, CodeLanguage>& languages() {
    static const QHash<QString, CodeLanguage> table = [] {
        QHash<QString, CodeLanguage> all;
        const auto add = [&all](const char* names, const CodeLanguage& language) {
            for (const QString& name : QString::fromLatin1(names).split(u' ')) all.insert(name, language);
        };
        CodeLanguage shell = make(shellWords, hash, "", "", "\"'");
        shell.firstWordIsCall = true;
        add("bash sh shell zsh fish console shellsession", shell);
        CodeLanguage power = make(
            "function param if else elseif foreach for while do switch return try catch finally throw begin "
            "process end",
            hash, "<#", "#>", "\"'");
        power.caseSensitive = false;
        power.firstWordIsCall = true;
        add("powershell ps1 pwsh", power);
        add("c h", make(cWords, slashes, "/*", "*/", "\"'"));
        add("cpp c++ cc cxx hpp cuda cu arduino objc objective-c glsl hlsl",
            make(cppWords, slashes, "/*", "*/", "\"'"));
        add("python py python3 starlark bazel", make(pythonWords, hash, "", "", "\"'", tripleQuotes));
        add("javascript js jsx typescript ts tsx node mjs svelte vue",
            make(javascriptWords, slashes, "/*", "*/", "\"'", backtick));
        add("rust rs", make(rustWords, slashes, "/*", "*/", "\""));
        add("go golang", make(goWords, slashes, "/*", "*/", "\"'", backtick));
        add("java groovy gradle", make(javaWords, slashes, "/*", "*/", "\"'", tripleQuotes));
        add("kotlin kt kts", make(kotlinWords, slashes, "/*", "*/", "\"'", tripleQuotes));
        add("swift", make(swiftWords, slashes, "/*", "*/", "\"", tripleQuotes));
        add("csharp c# cs", make(csharpWords, slashes, "/*", "*/", "\"'"));
        add("ruby rb", make(rubyWords, hash, "=begin", "=end", "\"'"));
        add("php", make(phpWords, {QStringLiteral("//"), QStringLiteral("#")}, "/*", "*/", "\"'"));
        add("lua", make(luaWords, dashes, "--[[", "]]", "\"'"));
        add("perl pl", make(perlWords, hash, "", "", "\"'"));
        add("r", make(rWords, hash, "", "", "\"'"));
        add("julia jl", make(juliaWords, hash, "#=", "=#", "\"", tripleQuotes));
        add("haskell hs elm purescript", make(haskellWords, dashes, "{-", "-}", "\""));
        add("ocaml ml fsharp f#", make(ocamlWords, {}, "(*", "*)", "\""));
        add("lisp clojure clj scheme racket elisp emacs-lisp",
            make(lispWords, {QStringLiteral(";")}, "", "", "\""));
        CodeLanguage sql = make(sqlWords, dashes, "/*", "*/", "'\"");
        sql.caseSensitive = false;
        add("sql sqlite postgres postgresql mysql plsql tsql", sql);
        CodeLanguage cmake = make(cmakeWords, hash, "#[[", "]]", "\"");
        add("cmake", cmake);
        add("dockerfile docker containerfile", make(dockerWords, hash, "", "", "\"'"));
        add("makefile make mk",
            make("ifeq ifneq ifdef ifndef else endif include define endef export", hash, "", "", "\"'"));
        add("qml", make(qmlWords, slashes, "/*", "*/", "\"'", backtick));
        add("json jsonc json5", make(dataWords, slashes, "/*", "*/", "\""));
        add("yaml yml", make(dataWords, hash, "", "", "\"'"));
        add("toml ini conf properties systemd desktop",
            make(dataWords, {QStringLiteral("#"), QStringLiteral(";")}, "", "", "\"'"));
        add("html xml svg xhtml", make("", {}, "<!--", "-->", "\"'"));
        add("css scss less", make("important media import keyframes supports", {}, "/*", "*/", "\"'"));
        CodeLanguage basic = make(basicWords, {QStringLiteral("'")}, "", "", "\"");
        basic.caseSensitive = false;
        add("vb vbnet basic vba", basic);
        CodeLanguage pascal = make(pascalWords, slashes, "{", "}", "'");
        pascal.caseSensitive = false;
        add("pascal delphi", pascal);
        CodeLanguage fortran = make(fortranWords, {QStringLiteral("!")}, "", "", "\"'");
        fortran.caseSensitive = false;
        add("fortran f90", fortran);
        add("elixir ex exs erlang", make(elixirWords, hash, "", "", "\"'", tripleQuotes));
        add("scala", make(scalaWords, slashes, "/*", "*/", "\"'", tripleQuotes));
        add("dart", make(dartWords, slashes, "/*", "*/", "\"'", tripleQuotes));
        add("zig", make(zigWords, slashes, "", "", "\"'"));
        add("nix", make(nixWords, hash, "/*", "*/", "\""));
        add("latex tex", make(latexWords, {QStringLiteral("%")}, "", "", ""));
        add("matlab octave", make(matlabWords, {QStringLiteral("%"), QStringLiteral("#")}, "", "", "\"'"));
        add("graphql proto protobuf thrift",
            make("query mutation type input enum interface union scalar message service rpc returns syntax "
                 "import option",
                 {QStringLiteral("#"), QStringLiteral("//")}, "/*", "*/", "\""));
        add("terraform hcl tf", make("resource variable output module provider data locals true false null",
                                     {QStringLiteral("#"), QStringLiteral("//")}, "/*", "*/", "\""));
        add("asm nasm assembly", make("section global extern db dw dd dq",
                                      {QStringLiteral(";"), QStringLiteral("#")}, "", "", "\"'"));
        return all;
    }();
    return table;
}

}  // namespace

const CodeLanguage* findCodeLanguage(const QString& name) {
    const auto found = languages().constFind(name.trimmed().toLower());
    return found == languages().constEnd() ? nullptr : &*found;
}

}  // namespace hearth::app
