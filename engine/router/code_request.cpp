#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hearth/routing.h"

namespace hearth {

namespace {

using namespace std::string_view_literals;

/// Requests begin with these, in the languages of the window and in French.
constexpr std::array askingWords = {
    "write"sv,         "make"sv,       "create"sv,    "implement"sv, "code"sv,      "fix"sv,
    "debug"sv,         "refactor"sv,   "optimise"sv,  "optimize"sv,  "generate"sv,  "build"sv,
    "give"sv,          "show"sv,       "convert"sv,   "port"sv,      "rewrite"sv,   "program"sv,
    "develop"sv,       "complete"sv,   "review"sv,    "need"sv,      "translate"sv, "add"sv,
    "schreib"sv,       "schreibe"sv,   "schreiben"sv, "erstelle"sv,  "erstellen"sv, "programmiere"sv,
    "implementiere"sv, "korrigiere"sv, "zeig"sv,      "zeige"sv,     "brauche"sv,   "übersetze"sv,
    "escribe"sv,       "escribir"sv,   "escríbeme"sv, "crea"sv,      "crear"sv,     "haz"sv,
    "programa"sv,      "implementa"sv, "corrige"sv,   "genera"sv,    "muestra"sv,   "necesito"sv,
    "écris"sv,         "Écris"sv,      "écrire"sv,    "crée"sv,      "créer"sv,     "programme"sv,
    "implémente"sv,    "génère"sv,     "montre"sv,
};

/// The parts of programs; asked for, they are code in any language.
constexpr std::array codeThings = {
    "function"sv,  "functions"sv, "subroutine"sv, "regex"sv,     "regexp"sv,     "algorithm"sv,
    "code"sv,      "macro"sv,     "shader"sv,     "makefile"sv,  "dockerfile"sv, "parser"sv,
    "decorator"sv, "iterator"sv,  "unittest"sv,   "unittests"sv, "pytest"sv,     "struct"sv,
    "lambda"sv,    "cli"sv,       "webapp"sv,     "codebase"sv,  "one-liner"sv,  "backend"sv,
    "frontend"sv,  "segfault"sv,  "bug"sv,        "funktion"sv,  "funktionen"sv, "algorithmus"sv,
    "quelltext"sv, "quellcode"sv, "función"sv,    "funciones"sv, "código"sv,     "algoritmo"sv,
    "fonction"sv,  "fonctions"sv, "algorithme"sv,
};

/// Names that mean hardly anything else.
constexpr std::array codeLanguages = {
    "python"sv, "javascript"sv, "typescript"sv, "c++"sv,     "c#"sv,      "java"sv,
    "golang"sv, "kotlin"sv,     "php"sv,        "perl"sv,    "haskell"sv, "scala"sv,
    "bash"sv,   "powershell"sv, "cuda"sv,       "sql"sv,     "html"sv,    "css"sv,
    "numpy"sv,  "pandas"sv,     "django"sv,     "react"sv,   "node.js"sv, "qml"sv,
    "cmake"sv,  "fortran"sv,    "matlab"sv,     "verilog"sv, "vhdl"sv,    "opengl"sv,
};

/// Names that are words as well, or single letters, and things that are not always code: one of each means
/// code.
constexpr std::array ambiguousLanguages = {
    "c"sv,      "r"sv,   "d"sv,    "go"sv,     "rust"sv,  "swift"sv,    "ruby"sv,
    "julia"sv,  "lua"sv, "dart"sv, "ada"sv,    "basic"sv, "assembly"sv, "assembler"sv,
    "elixir"sv, "zig"sv, "lisp"sv, "prolog"sv, "shell"sv,
};
constexpr std::array ambiguousThings = {
    "program"sv,  "class"sv,    "method"sv,   "query"sv,   "loop"sv,     "app"sv,       "game"sv,
    "module"sv,   "library"sv,  "test"sv,     "tests"sv,   "tool"sv,     "server"sv,    "script"sv,
    "example"sv,  "template"sv, "programm"sv, "klasse"sv,  "skript"sv,   "schleife"sv,  "beispiel"sv,
    "programa"sv, "clase"sv,    "bucle"sv,    "ejemplo"sv, "consulta"sv, "programme"sv, "classe"sv,
    "boucle"sv,   "exemple"sv,  "requête"sv,
};

/// Written without spaces, so they are looked for anywhere.
constexpr std::array eastAsking = {"写"sv,   "编写"sv, "实现"sv, "生成"sv, "修复"sv,
                                   "改写"sv, "書い"sv, "作っ"sv, "実装"sv};
constexpr std::array eastThings = {"函数"sv, "代码"sv, "脚本"sv,   "程序"sv,       "算法"sv,
                                   "正则"sv, "関数"sv, "コード"sv, "スクリプト"sv, "プログラム"sv};

template <size_t Count>
bool isOneOf(const std::array<std::string_view, Count>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <size_t Count>
bool hasOneOf(const std::array<std::string_view, Count>& parts, std::string_view text) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::string lowered(std::string_view text) {
    std::string low(text);
    for (char& c : low)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return low;
}

/// Without the marks around it; those of "c++" and "c#" belong to the word.
std::string_view bare(std::string_view word) {
    constexpr std::string_view before = "\"'`([{*_<", after = "\"'`)]}*_>.,:;!?";
    const size_t begin = word.find_first_not_of(before);
    if (begin == std::string_view::npos) return {};
    const size_t end = word.find_last_not_of(after);
    return end == std::string_view::npos || end < begin ? std::string_view()
                                                        : word.substr(begin, end + 1 - begin);
}

bool endsSentence(std::string_view word) {
    return word.ends_with('.') || word.ends_with('!') || word.ends_with('?');
}

/// Of words that name programs only where their neighbours do not say otherwise.
bool meansCode(std::string_view word, std::string_view before, std::string_view after) {
    if ((word == "function" || word == "code" || word == "code's") && after == "of") return false;
    if (word != "code") return true;
    constexpr std::array others = {"dress"sv, "country"sv, "zip"sv,      "postal"sv, "area"sv,
                                   "qr"sv,    "promo"sv,   "discount"sv, "morse"sv,  "penal"sv,
                                   "civil"sv, "error"sv,   "bar"sv,      "pin"sv};
    return !isOneOf(others, before);
}

/// Of a word that is also a language: "in Go", "a Go program", not "go to the library".
bool isNamed(std::string_view before, std::string_view after) {
    constexpr std::array introducing = {"in"sv,  "with"sv, "using"sv, "to"sv,
                                        "mit"sv, "con"sv,  "en"sv,    "avec"sv};
    return isOneOf(introducing, before) || isOneOf(ambiguousThings, after) || isOneOf(codeThings, after);
}

/// The meaning of one sentence so far.
struct Said {
    bool asks = false, thing = false, language = false, maybeThing = false, maybeLanguage = false;

    bool isRequest() const { return asks && (thing || language || (maybeThing && maybeLanguage)); }
};

}  // namespace

bool asksForCode(std::string_view text) {
    if (hasOneOf(eastAsking, text) && hasOneOf(eastThings, text)) return true;
    const std::string low = lowered(text);
    std::vector<std::string_view> words;
    for (size_t at = 0; at < low.size();) {
        const size_t begin = low.find_first_not_of(" \t\r\n", at);
        if (begin == std::string::npos) break;
        at = std::min(low.find_first_of(" \t\r\n", begin), low.size());
        words.emplace_back(std::string_view(low).substr(begin, at - begin));
    }
    Said said;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = bare(words[i]);
        const std::string_view before = i > 0 ? bare(words[i - 1]) : std::string_view();
        const std::string_view after = i + 1 < words.size() ? bare(words[i + 1]) : std::string_view();
        said.asks = said.asks || isOneOf(askingWords, word) ||
                    (word == "how" && (after == "do" || after == "to" || after == "can" || after == "would"));
        said.thing =
            said.thing || (before != "" && isOneOf(codeThings, word) && meansCode(word, before, after));
        said.language = said.language || isOneOf(codeLanguages, word);
        said.maybeThing = said.maybeThing || (before != "" && isOneOf(ambiguousThings, word));
        said.maybeLanguage =
            said.maybeLanguage || (isOneOf(ambiguousLanguages, word) && isNamed(before, after));
        if (said.isRequest()) return true;
        if (endsSentence(words[i])) said = {};
    }
    return false;
}

}  // namespace hearth
