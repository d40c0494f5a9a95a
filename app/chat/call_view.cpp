#include "chat/call_view.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include "chat/rich_text.h"
#include "look/spoken_locale.h"
#include "structure/json_outline.h"

namespace hearth::app {

namespace {

struct CallText {
    Q_DECLARE_TR_FUNCTIONS(CallCard)
};

/// Limits of long texts on a card; the rest is in the store.
constexpr qsizetype mostShownOfCall = 20'000, mostShownOfValue = 2'000;

QString shownText(const QString& text) {
    const bool whole = text.size() <= mostShownOfCall;
    return withVisibleControls(whole ? text : text.left(mostShownOfCall) + QChar(0x2026));
}

/// A name or a value among arguments: a line of it does not look like another argument, and all arguments are
/// seen before a call is allowed, however long one of them is.
QString shownValue(const QString& text) {
    QString value = text.left(mostShownOfValue).replace(u'\n', QStringLiteral("\n    "));
    if (text.size() > mostShownOfValue)
        value +=
            QChar(0x2026) + u' ' + CallText::tr("(%1 characters)").arg(spokenLocale().toString(text.size()));
    return value;
}

QString stateName(const store::Message& call, const CallRunner::Call* underWay) {
    if (underWay != nullptr) return underWay->asking ? QStringLiteral("asking") : QStringLiteral("running");
    switch (call.state) {
        case store::MessageState::Complete:
            return QStringLiteral("done");
        case store::MessageState::Failed:
            return QStringLiteral("failed");
        case store::MessageState::Refused:
            return QStringLiteral("refused");
        case store::MessageState::Stopped:
            return QStringLiteral("stopped");
        case store::MessageState::Streaming:
        case store::MessageState::Interrupted:
            break;
    }
    return QStringLiteral("interrupted");
}

QString statusText(const QString& state, qint64 ms) {
    if (state == QLatin1String("asking")) return CallText::tr("Allow this call?");
    if (state == QLatin1String("running")) return CallText::tr("Running…");
    if (state == QLatin1String("refused")) return CallText::tr("Not allowed");
    if (state == QLatin1String("stopped")) return CallText::tr("Stopped");
    if (state == QLatin1String("interrupted")) return CallText::tr("Interrupted when Hearth ended");
    const QString seconds = spokenLocale().toString(static_cast<double>(ms) / 1000, 'f', ms < 100 ? 2 : 1);
    return state == QLatin1String("failed") ? CallText::tr("Failed after %1 s").arg(seconds)
                                            : CallText::tr("Took %1 s").arg(seconds);
}

}  // namespace

QString readableArguments(const QString& arguments) {
    const QJsonDocument document = QJsonDocument::fromJson(arguments.toUtf8());
    if (!document.isObject())
        return arguments.size() > mostShownOfCall ? arguments.left(mostShownOfCall) + QChar(0x2026)
                                                  : arguments;
    QStringList lines;
    const QJsonObject object = document.object();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        const QJsonValue given = entry.value();
        const QString text =
            given.isString() ? given.toString()
            : given.isArray()
                ? QString::fromUtf8(QJsonDocument(given.toArray()).toJson(QJsonDocument::Compact))
            : given.isObject()
                ? QString::fromUtf8(QJsonDocument(given.toObject()).toJson(QJsonDocument::Compact))
            : given.isNull() ? QStringLiteral("null")
                             : given.toVariant().toString();
        lines += shownValue(entry.key()) + QStringLiteral(": ") + shownValue(text);
    }
    return lines.join(u'\n');
}

namespace {

QVariantMap writingForPeople(const QString& name, const QString& arguments, const QString& status) {
    return {{QStringLiteral("name"), name},           {QStringLiteral("source"), QString()},
            {QStringLiteral("arguments"), arguments}, {QStringLiteral("state"), QStringLiteral("writing")},
            {QStringLiteral("status"), status},       {QStringLiteral("result"), QString()},
            {QStringLiteral("canGoOn"), false},       {QStringLiteral("canRepeat"), false}};
}

}  // namespace

QVariantMap withheldForPeople(int tokens) {
    return writingForPeople(CallText::tr("Tool call"), {},
                            CallText::tr("Being written, %1 tokens…").arg(spokenLocale().toString(tokens)));
}

QVariantMap writtenCallForPeople(const ReplyCall& call) {
    const QString& text = call.arguments;
    const JsonOutline outline = JsonOutline::of(QStringView(text).left(mostShownOfCall));
    QStringList lines;
    for (const JsonOutline::Node& node : outline.nodes) {
        if (node.depth != 1 || outline.nodes.front().kind != JsonOutline::Kind::Object) continue;
        // The contents of an object or a list are a part of its text, also while it grows.
        const qsizetype end = node.whole ? node.end : text.size();
        const QStringView own = QStringView(text).mid(node.begin, end - node.begin);
        const QString value = node.kind == JsonOutline::Kind::Text ? unescapedJson(own) : own.toString();
        lines += shownValue(node.key) + QStringLiteral(": ") + shownValue(value) +
                 (node.whole ? QString() : QString(QChar(0x2026)));
    }
    return writingForPeople(shownText(call.name), withVisibleControls(lines.join(u'\n')),
                            CallText::tr("Being written…"));
}

QVariantMap callForPeople(const store::Message& call, const CallRunner::Call* underWay, bool rests) {
    const store::ToolCall asked = call.calls.empty() ? store::ToolCall() : call.calls.front();
    const QString state = stateName(call, underWay);
    const bool mayRepeat = state == QLatin1String("interrupted") || state == QLatin1String("stopped") ||
                           state == QLatin1String("failed");
    return {{QStringLiteral("name"), shownText(asked.name)},
            {QStringLiteral("source"), shownText(asked.source)},
            {QStringLiteral("arguments"), withVisibleControls(readableArguments(asked.arguments))},
            {QStringLiteral("state"), state},
            {QStringLiteral("status"), statusText(state, call.thoughtMs)},
            {QStringLiteral("result"), shownText(call.text)},
            {QStringLiteral("canGoOn"), rests},
            {QStringLiteral("canRepeat"), rests && mayRepeat}};
}

}  // namespace hearth::app
