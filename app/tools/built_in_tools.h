#pragma once

#include <QDateTime>
#include <functional>

#include "http/http_call.h"
#include "tools/tool_provider.h"
#include "tools/tool_settings.h"
#include "tools/web_page_reader.h"

namespace hearth::app {

/// The tools that Hearth comes with: a calculator, a clock, conversion of units, the files of one folder, if
/// one is chosen, and pages of the web, if that is switched on. GUI thread.
class BuiltInTools : public ToolProvider {
    Q_OBJECT

public:
    /// `now` and `reach` are for tests.
    explicit BuiltInTools(const ToolSettings& settings,
                          std::function<QDateTime()> now = &QDateTime::currentDateTime,
                          HttpRequest::Reach reach = HttpRequest::Reach::PublicOnly,
                          QObject* parent = nullptr);

    QString id() const override { return QStringLiteral("hearth"); }
    QString title() const override { return QStringLiteral("Hearth"); }
    std::vector<ToolDescription> tools() const override;
    void call(quint64 id, const QString& name, const QJsonObject& arguments) override;
    void cancel(quint64 id) override;

private:
    ToolResult resultOf(const QString& name, const QJsonObject& arguments) const;

    const ToolSettings& m_settings;
    std::function<QDateTime()> m_now;
    WebPageReader m_pages;
    QList<quint64> m_waiting;  ///< calls whose result is on its way
};

}  // namespace hearth::app
