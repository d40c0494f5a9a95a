#include "tools/built_in_tools.h"

#include <QTimer>
#include <algorithm>
#include <optional>
#include <utility>

#include "tools/calculator.h"
#include "tools/clock_text.h"
#include "tools/shared_folder.h"
#include "tools/unit_conversion.h"

namespace hearth::app {

namespace {

ToolDescription described(const char* name, const char* description, const char* parameters) {
    return {QString::fromLatin1(name), QString::fromLatin1(description), QByteArray(parameters),
            QStringLiteral("Hearth")};
}

/// In English, for models read it.
std::vector<ToolDescription> alwaysThere() {
    return {
        described(
            "calculate",
            "Calculates an arithmetic expression exactly: + - * / ^ !, parentheses, mod(a, b) with the sign "
            "of "
            "b, sqrt, ln, log (base 10), sin and others of radians, round (halves away from zero), pi and e. "
            "Use it for every calculation with larger numbers.",
            R"({"type":"object","properties":{"expression":{"type":"string","description":"for example (17 * 23) ^ 2 / 7"}},"required":["expression"],"additionalProperties":false})"),
        described(
            "current_time", "The current date, weekday and time, here or in another time zone.",
            R"({"type":"object","properties":{"time_zone":{"type":"string","description":"IANA name such as Asia/Tokyo; leave it out for the local time"}},"additionalProperties":false})"),
        described(
            "convert_unit",
            "Converts a quantity into another unit: length, area, volume, mass, time, speed, temperature, "
            "energy, "
            "power, pressure, angle, data. No currencies.",
            R"({"type":"object","properties":{"value":{"type":"number"},"from":{"type":"string","description":"unit, for example mi"},"to":{"type":"string","description":"unit, for example km"}},"required":["value","from","to"],"additionalProperties":false})"),
    };
}

std::vector<ToolDescription> ofFolder() {
    return {
        described(
            "list_folder", "Lists the files and folders in the folder that the person shares, or below it.",
            R"({"type":"object","properties":{"path":{"type":"string","description":"below the shared folder; leave it out for the folder itself"}},"additionalProperties":false})"),
        described(
            "read_file", "Reads a text file in the folder that the person shares.",
            R"({"type":"object","properties":{"path":{"type":"string","description":"below the shared folder"},"first_line":{"type":"integer","minimum":1,"description":"of a long file; 1 if left out"}},"required":["path"],"additionalProperties":false})"),
    };
}

ToolDescription ofWeb() {
    return described(
        "read_web_page", "Reads a page of the public web as text.",
        R"({"type":"object","properties":{"url":{"type":"string","description":"begins with https://"}},"required":["url"],"additionalProperties":false})");
}

QString textIn(const QJsonObject& arguments, const char* name) {
    return arguments.value(QLatin1String(name)).toString();
}

/// Models write numbers as texts now and then.
std::optional<double> numberIn(const QJsonObject& arguments, const char* name) {
    const QJsonValue given = arguments.value(QLatin1String(name));
    if (given.isDouble()) return given.toDouble();
    bool isNumber = false;
    const double value = given.toString().toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

ToolResult converted(const QJsonObject& arguments) {
    const std::optional<double> given = numberIn(arguments, "value");
    if (!given) return {QStringLiteral("The value is not a number."), true};
    const QString from = textIn(arguments, "from"), to = textIn(arguments, "to");
    const double value = *given;
    const UnitConversion result = convertUnit(value, from, to);
    if (!result.problem.isEmpty()) return {result.problem, true};
    return {QStringLiteral("%1 %2 = %3 %4")
                .arg(QString::number(value, 'g', 12), from, QString::number(result.value, 'g', 12), to),
            false};
}

}  // namespace

BuiltInTools::BuiltInTools(const ToolSettings& settings, std::function<QDateTime()> now,
                           HttpRequest::Reach reach, QObject* parent)
    : ToolProvider(parent), m_settings(settings), m_now(std::move(now)), m_pages(reach) {
    // Most of the settings change nothing about what there is.
    connect(&m_settings, &ToolSettings::changed, this, [this, before = tools()]() mutable {
        std::vector<ToolDescription> offered = this->tools();
        if (offered == before) return;
        before = std::move(offered);
        emit toolsChanged();
    });
    connect(&m_pages, &WebPageReader::finished, this, &BuiltInTools::finished);
}

std::vector<ToolDescription> BuiltInTools::tools() const {
    std::vector<ToolDescription> all = alwaysThere();
    if (!m_settings.folder().isEmpty())
        for (ToolDescription& tool : ofFolder()) all.push_back(std::move(tool));
    if (m_settings.webReader()) all.push_back(ofWeb());
    return all;
}

void BuiltInTools::call(quint64 id, const QString& name, const QJsonObject& arguments) {
    if (name == QLatin1String("read_web_page") && m_settings.webReader())
        return m_pages.read(id, textIn(arguments, "url"));
    m_waiting += id;
    QTimer::singleShot(0, this, [this, id, name, arguments] {
        if (m_waiting.removeOne(id)) emit finished(id, resultOf(name, arguments));
    });
}

void BuiltInTools::cancel(quint64 id) {
    m_waiting.removeOne(id);
    m_pages.cancel(id);
}

ToolResult BuiltInTools::resultOf(const QString& name, const QJsonObject& arguments) const {
    if (name == QLatin1String("calculate")) {
        const Calculation result = calculate(textIn(arguments, "expression"));
        return result.problem.isEmpty() ? ToolResult{result.value, false} : ToolResult{result.problem, true};
    }
    if (name == QLatin1String("current_time")) return clockText(m_now(), textIn(arguments, "time_zone"));
    if (name == QLatin1String("convert_unit")) return converted(arguments);
    const SharedFolder folder(m_settings.folder());
    if (name == QLatin1String("list_folder")) return folder.list(textIn(arguments, "path"));
    if (name == QLatin1String("read_file"))
        return folder.read(
            textIn(arguments, "path"),
            static_cast<int>(std::clamp(numberIn(arguments, "first_line").value_or(1), 1.0, 1e9)));
    return {QStringLiteral("There is no such tool."), true};
}

}  // namespace hearth::app

#include "moc_built_in_tools.cpp"
