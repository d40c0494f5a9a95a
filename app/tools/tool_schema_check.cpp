#include "tools/tool_schema_check.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hearth/bounded_json.h"
#include "hearth/reply_grammar.h"
#include "tools/tool_box.h"

namespace hearth::app {

namespace {

QStringList leftOutOf(const std::string& name, const QByteArray& parameters) {
    try {
        nlohmann::ordered_json schema =
            parseOrderedJson(std::string_view(parameters.data(), parameters.size()));
        const nlohmann::ordered_json function{{"name", name}, {"parameters", std::move(schema)}};
        QStringList sentences;
        for (const std::string& sentence : checkReplyGrammar(
                 toolCallGrammar(nlohmann::ordered_json::array({function}).dump(), false, true)))
            sentences += QString::fromStdString(sentence);
        return sentences;
    } catch (const std::exception& error) {
        return {QString::fromUtf8(error.what())};
    }
}

}  // namespace

ToolSchemaCheck::ToolSchemaCheck(const ToolBox& tools, QObject* parent) : QObject(parent), m_tools(tools) {
    m_pool.setMaxThreadCount(1);
    connect(&tools, &ToolBox::toolsChanged, this, &ToolSchemaCheck::check);
    check();
}

ToolSchemaCheck::~ToolSchemaCheck() {
    m_pool.clear();
    m_pool.waitForDone();
}

void ToolSchemaCheck::check() {
    constexpr qsizetype most = 4096;
    for (const ToolBox::Tool& tool : m_tools.tools()) {
        const QByteArray parameters = tool.description.parameters;
        const QByteArray known = tool.name.toUtf8() + '\0' + parameters;
        if (m_known.size() >= most || m_known.contains(known)) continue;
        m_known.insert(known);
        m_pool.start([this, name = tool.name.toStdString(), parameters] {
            const QStringList sentences = leftOutOf(name, parameters);
            if (sentences.isEmpty()) return;
            QMetaObject::invokeMethod(
                this, [this, sentences] { tell(sentences); }, Qt::QueuedConnection);
        });
    }
}

void ToolSchemaCheck::tell(const QStringList& sentences) {
    for (const QString& sentence : sentences) emit leftOut(sentence);
}

}  // namespace hearth::app

#include "moc_tool_schema_check.cpp"
