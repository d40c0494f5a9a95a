#pragma once

#include <QJsonObject>
#include <QList>
#include <vector>

#include "tools/tool_provider.h"

namespace hearth::test {

/// A provider that does what a test says: it answers nothing by itself.
class PlayedTools : public app::ToolProvider {
public:
    explicit PlayedTools(QString id, std::vector<app::ToolDescription> tools = {})
        : offered(std::move(tools)), m_id(std::move(id)) {}

    struct Call {
        quint64 id;
        QString name;
        QJsonObject arguments;
    };
    std::vector<app::ToolDescription> offered;
    QList<Call> calls;
    QList<quint64> cancelled;

    QString id() const override { return m_id; }
    QString title() const override { return m_id; }
    std::vector<app::ToolDescription> tools() const override { return offered; }
    void call(quint64 id, const QString& name, const QJsonObject& arguments) override {
        calls.append({id, name, arguments});
    }
    void cancel(quint64 id) override { cancelled.append(id); }

    static app::ToolDescription tool(const QString& name,
                                     const QByteArray& parameters = R"({"type":"object"})") {
        return {name, QStringLiteral("Does it."), parameters, QStringLiteral("A test")};
    }

private:
    QString m_id;
};

}  // namespace hearth::test
