#pragma once

#include "hearth/error.h"

/// Why a grammar is refused. Those who write grammars read these; they stay English.
namespace hearth::errors {

inline constexpr ErrorKind ruleMissing{
    ErrorCode::BadInput,
    {"grammar.rule-missing", "The grammar names the rule \"%1\", which it does not define; define it."}};
inline constexpr ErrorKind leftRecursion{
    ErrorCode::BadInput,
    {"grammar.left-recursion",
     "The rule \"%1\" of the grammar can begin with itself, so it has no first character; write the "
     "repetition behind what is repeated."}};
inline constexpr ErrorKind grammarTooLarge{
    ErrorCode::BadInput,
    {"grammar.too-large",
     "The grammar has more than %1 places; use smaller counts in its repetitions or fewer rules."}};
inline constexpr ErrorKind grammarWithoutText{
    ErrorCode::BadInput, {"grammar.no-text", "No text fits the grammar; every rule must be able to end."}};
inline constexpr ErrorKind grammarTooAmbiguous{
    ErrorCode::BadInput,
    {"grammar.too-ambiguous",
     "The grammar can read a text in too many ways at once; make its alternatives begin differently."}};
inline constexpr ErrorKind grammarTooDeep{
    ErrorCode::BadInput, {"grammar.too-deep", "The grammar nests deeper than %1 levels; use rules instead."}};
/// Line, and what is wrong.
inline constexpr ErrorKind grammarSyntax{ErrorCode::BadInput,
                                         {"grammar.syntax", "Line %1 of the grammar cannot be read: %2."}};
/// The pattern, and what is wrong.
inline constexpr ErrorKind patternSyntax{
    ErrorCode::BadInput, {"grammar.pattern", "The regular expression \"%1\" cannot be used: %2."}};
/// A keyword, and why.
inline constexpr ErrorKind schemaKeyword{
    ErrorCode::BadInput,
    {"grammar.schema-keyword", "The keyword \"%1\" of the schema cannot be honoured: %2."}};
/// A keyword, the property whose schema has it, and why.
inline constexpr ErrorKind schemaPropertyKeyword{
    ErrorCode::BadInput,
    {"grammar.schema-property-keyword",
     "The keyword \"%1\" of the property \"%2\" in the schema cannot be honoured: %3."}};
/// The tool, and what else schemaKeyword or schemaPropertyKeyword say.
inline constexpr ErrorKind toolSchema{
    ErrorCode::BadInput,
    {"grammar.tool-schema", "Calls of the tool \"%1\", which is strict, cannot be held to its schema: %2"}};
inline constexpr ErrorKind schemaNotJson{
    ErrorCode::BadInput, {"grammar.schema-not-json", "The schema is not a JSON object; give one."}};
/// The argument.
inline constexpr ErrorKind valueWithoutForm{
    ErrorCode::BadInput,
    {"grammar.value-without-form",
     "This model's family has no way to write the argument \"%1\" that Hearth could hold a reply to; let the "
     "model choose."}};
inline constexpr ErrorKind vocabularyTooPoor{
    ErrorCode::Unsupported,
    {"grammar.vocabulary",
     "The model's vocabulary has no token for what the grammar asks for next; use another model."}};

}  // namespace hearth::errors
