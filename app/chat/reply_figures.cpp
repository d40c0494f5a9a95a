#include "chat/reply_figures.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include "chat/cost_text.h"
#include "chat/figures_text.h"
#include "chat/reply_metrics.h"
#include "chat/route_text.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

struct ReplyFiguresText {
    Q_DECLARE_TR_FUNCTIONS(ReplyFigures)
};

const QString metricsKey = QStringLiteral("metrics"), routeKey = QStringLiteral("route"),
              modelKey = QStringLiteral("model"), costKey = QStringLiteral("cost"),
              messagesKey = QStringLiteral("messagesLeftOut"), tokensKey = QStringLiteral("tokensLeftOut"),
              fullKey = QStringLiteral("contextFull"), distanceKey = QStringLiteral("distance");

QString leftOutText(int messages, int tokens) {
    const QLocale locale = spokenLocale();
    if (messages > 0 && tokens > 0)
        return ReplyFiguresText::tr("%1 earlier messages were left out (%2 tokens)")
            .arg(locale.toString(messages), locale.toString(tokens));
    if (messages > 0)
        return ReplyFiguresText::tr("%1 earlier messages were left out").arg(locale.toString(messages));
    return ReplyFiguresText::tr("%1 earlier tokens were left out").arg(locale.toString(tokens));
}

ReplyFigures fromJson(const QJsonObject& json) {
    ReplyFigures figures;
    figures.metrics = metricsFromJson(json.value(metricsKey).toObject());
    if (json.contains(routeKey)) figures.route = routeOutcomeOf(json.value(routeKey).toObject());
    figures.model = json.value(modelKey).toString();
    figures.cost = json.value(costKey).toDouble(-1);
    figures.messagesLeftOut = json.value(messagesKey).toInt();
    figures.tokensLeftOut = json.value(tokensKey).toInt();
    figures.contextFull = json.value(fullKey).toBool();
    figures.distance = json.value(distanceKey).toDouble(-1);
    return figures;
}

}  // namespace

QString ReplyFigures::text() const {
    if (distance >= 0)
        return ReplyFiguresText::tr("answered before, distance %1")
            .arg(spokenLocale().toString(distance, 'f', 3));
    QStringList parts{figuresText(metrics)};
    if (route) parts += routeText(*route, model);
    if (cost >= 0) parts += ReplyFiguresText::tr("cost %1").arg(costText(cost));
    if (messagesLeftOut > 0 || tokensLeftOut > 0) parts += leftOutText(messagesLeftOut, tokensLeftOut);
    if (contextFull) parts += ReplyFiguresText::tr("the context is full");
    return parts.join(QStringLiteral("  ·  "));
}

QString ReplyFigures::kept() const {
    QJsonObject said = metricsToJson(metrics);
    // A number for each token, which the line does not need.
    said.remove(QStringLiteral("interTokenMs"));
    QJsonObject json{{metricsKey, said}};
    if (route) json.insert(routeKey, toJson(*route));
    if (!model.isEmpty()) json.insert(modelKey, model);
    if (cost >= 0) json.insert(costKey, cost);
    if (messagesLeftOut > 0) json.insert(messagesKey, messagesLeftOut);
    if (tokensLeftOut > 0) json.insert(tokensKey, tokensLeftOut);
    if (contextFull) json.insert(fullKey, true);
    if (distance >= 0) json.insert(distanceKey, distance);
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QString shownFigures(const QString& kept) {
    if (!kept.startsWith(u'{')) return kept;
    const QJsonDocument document = QJsonDocument::fromJson(kept.toUtf8());
    return document.isObject() ? fromJson(document.object()).text() : kept;
}

}  // namespace hearth::app
