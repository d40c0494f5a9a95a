#include "chat/route_text.h"

#include <QCoreApplication>

#include "chat/recipe_keys.h"

namespace hearth::app {

namespace {

struct RouteText {
    Q_DECLARE_TR_FUNCTIONS(Route)
};

QString reasonText(RouteReason reason) {
    switch (reason) {
        case RouteReason::Asked:
            return RouteText::tr("it started this reply");
        case RouteReason::Hint:
            return RouteText::tr("the message asks for it");
        case RouteReason::LongPrompt:
            return RouteText::tr("a long chat");
        case RouteReason::LongTurn:
            return RouteText::tr("a long message");
        case RouteReason::Code:
            return RouteText::tr("code");
        case RouteReason::Easy:
            return RouteText::tr("no rule applied");
        case RouteReason::Certain:
            return RouteText::tr("sure of its first words");
        case RouteReason::Uncertain:
            return RouteText::tr("the small model was unsure");
        case RouteReason::DoesNotFit:
            return RouteText::tr("too long for the small model");
        case RouteReason::CannotSee:
            return RouteText::tr("the small model cannot read pictures");
        case RouteReason::LargeUnavailable:
            return RouteText::tr("the large model did not answer");
    }
    return {};
}

QString textOf(std::string_view name) {
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace

QString routeText(const RouteOutcome& outcome, const QString& model) {
    return RouteText::tr("answered by %1 (%2)").arg(model, reasonText(outcome.reason));
}

QJsonObject toJson(const RouteOutcome& outcome) {
    QJsonObject json{{QLatin1String(recipe::routeTarget), textOf(routeTargetName(outcome.target))},
                     {QLatin1String(recipe::routeReason), textOf(routeReasonName(outcome.reason))}};
    if (outcome.triedTokens > 0) {
        json.insert(QLatin1String(recipe::routeTokens), outcome.triedTokens);
        json.insert(QLatin1String(recipe::routeMean), outcome.meanLogProbability);
    }
    return json;
}

RouteOutcome routeOutcomeOf(const QJsonObject& json) {
    RouteOutcome outcome;
    const QString target = json.value(QLatin1String(recipe::routeTarget)).toString();
    const QString reason = json.value(QLatin1String(recipe::routeReason)).toString();
    if (target == textOf(routeTargetName(RouteTarget::Large))) outcome.target = RouteTarget::Large;
    for (const RouteReason one :
         {RouteReason::Asked, RouteReason::Hint, RouteReason::LongPrompt, RouteReason::LongTurn,
          RouteReason::Code, RouteReason::Certain, RouteReason::Uncertain, RouteReason::DoesNotFit,
          RouteReason::CannotSee, RouteReason::LargeUnavailable})
        if (reason == textOf(routeReasonName(one))) outcome.reason = one;
    outcome.triedTokens = json.value(QLatin1String(recipe::routeTokens)).toInt();
    outcome.meanLogProbability = json.value(QLatin1String(recipe::routeMean)).toDouble();
    return outcome;
}

}  // namespace hearth::app
