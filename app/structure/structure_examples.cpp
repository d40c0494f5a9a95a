#include "structure/structure_examples.h"

#include <QCoreApplication>

namespace hearth::app {

namespace {

struct ExampleText {
    Q_DECLARE_TR_FUNCTIONS(StructureExamples)
};

// moc reads strings with quotes line by line.
const char* const records =
    "{\n"
    "  \"type\": \"object\",\n"
    "  \"properties\": {\n"
    "    \"records\": {\n"
    "      \"type\": \"array\",\n"
    "      \"minItems\": 1,\n"
    "      \"maxItems\": 20,\n"
    "      \"items\": {\n"
    "        \"type\": \"object\",\n"
    "        \"properties\": {\n"
    "          \"name\": {\"type\": \"string\", \"maxLength\": 80},\n"
    "          \"quantity\": {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 100000},\n"
    "          \"note\": {\"type\": \"string\", \"maxLength\": 200}\n"
    "        },\n"
    "        \"required\": [\"name\", \"quantity\", \"note\"],\n"
    "        \"additionalProperties\": false\n"
    "      }\n"
    "    }\n"
    "  },\n"
    "  \"required\": [\"records\"],\n"
    "  \"additionalProperties\": false\n"
    "}\n";
const char* const contact =
    "{\n"
    "  \"type\": \"object\",\n"
    "  \"properties\": {\n"
    "    \"name\": {\"type\": \"string\", \"minLength\": 1, \"maxLength\": 100},\n"
    "    \"email\": {\"type\": [\"string\", \"null\"], \"maxLength\": 100},\n"
    "    \"telephone\": {\"type\": [\"string\", \"null\"], \"maxLength\": 40},\n"
    "    \"address\": {\n"
    "      \"type\": \"object\",\n"
    "      \"properties\": {\n"
    "        \"street\": {\"type\": \"string\", \"maxLength\": 100},\n"
    "        \"city\": {\"type\": \"string\", \"maxLength\": 100},\n"
    "        \"country\": {\"type\": \"string\", \"maxLength\": 60}\n"
    "      },\n"
    "      \"required\": [\"street\", \"city\", \"country\"],\n"
    "      \"additionalProperties\": false\n"
    "    }\n"
    "  },\n"
    "  \"required\": [\"name\", \"email\", \"telephone\", \"address\"],\n"
    "  \"additionalProperties\": false\n"
    "}\n";
const char* const decision =
    "{\n"
    "  \"type\": \"object\",\n"
    "  \"properties\": {\n"
    "    \"reason\": {\"type\": \"string\", \"maxLength\": 300},\n"
    "    \"answer\": {\"enum\": [\"yes\", \"no\"]}\n"
    "  },\n"
    "  \"required\": [\"reason\", \"answer\"],\n"
    "  \"additionalProperties\": false\n"
    "}\n";
const char* const date = "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])";
const char* const oneWord = "[A-Za-z]{2,20}";
const char* const list =
    "# A list of two to seven points.\n"
    "root  ::= point{2,7}\n"
    "point ::= \"- \" [^\\n]{1,120} \"\\n\"\n";

}  // namespace

std::vector<StructureExample> structureExamples(ChatStructure::Kind kind) {
    const auto one = [](const QString& name, const char* source) {
        return StructureExample{name, QString::fromLatin1(source)};
    };
    switch (kind) {
        case ChatStructure::Kind::Schema:
            return {one(ExampleText::tr("A list of records"), records),
                    one(ExampleText::tr("A contact"), contact),
                    one(ExampleText::tr("Yes or no, with a reason"), decision)};
        case ChatStructure::Kind::Regex:
            return {one(ExampleText::tr("A date"), date), one(ExampleText::tr("One word"), oneWord)};
        case ChatStructure::Kind::Gbnf:
            return {one(ExampleText::tr("A list of points"), list)};
        case ChatStructure::Kind::Object:
            break;
    }
    return {};
}

}  // namespace hearth::app
