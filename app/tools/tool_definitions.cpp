#include "tools/tool_definitions.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/bounded_json.h"

namespace hearth::app {

namespace {

/// A text with its quotes.
QByteArray quoted(const QString& text) {
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

}  // namespace

std::string toolDefinitions(const std::vector<const ToolBox::Tool*>& tools) {
    if (tools.empty()) return {};
    QByteArray json;
    // By hand: QJsonObject would sort the keys of the schemas, and models know them in their usual order.
    for (const ToolBox::Tool* tool : tools) {
        json += json.isEmpty() ? R"({"tools":[)" : ",";
        json += R"({"type":"function","function":{"name":)" + quoted(tool->name) + R"(,"description":)" +
                quoted(tool->description.description) + R"(,"parameters":)" + tool->description.parameters +
                "}}";
    }
    return (json + "]}").toStdString();
}

void setTools(GenerationRequest& request, const std::string& definitions) {
    request.templateVariables = definitions;
    if (definitions.empty()) return;
    const nlohmann::ordered_json variables = parseOrderedJson(definitions);
    if (!variables.is_object() || !variables.contains("tools")) return;
    nlohmann::ordered_json functions = nlohmann::ordered_json::array();
    for (const auto& tool : variables["tools"])
        if (tool.is_object() && tool.contains("function")) functions.push_back(tool["function"]);
    // Tools of others may declare what cannot be held: that much is left out, tool by tool.
    if (!functions.empty()) request.grammar = toolCallGrammar(functions.dump(), false, true);
}

}  // namespace hearth::app
