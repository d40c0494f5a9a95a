#include "chat/chat_documents.h"

#include <QJsonArray>

namespace hearth::app {

ChatDocuments ChatDocuments::of(const QJsonObject& json) {
    ChatDocuments documents{json.value(QLatin1String("on")).toBool(), {}, {}};
    const QJsonArray without = json.value(QLatin1String("without")).toArray();
    for (const QJsonValue& source : without) documents.without += source.toString();
    const QJsonArray whole = json.value(QLatin1String("whole")).toArray();
    for (const QJsonValue& path : whole) documents.whole += path.toString();
    return documents;
}

QJsonObject ChatDocuments::toJson() const {
    QJsonObject json;
    if (on) json.insert(QStringLiteral("on"), true);
    if (!without.isEmpty()) json.insert(QStringLiteral("without"), QJsonArray::fromStringList(without));
    if (!whole.isEmpty()) json.insert(QStringLiteral("whole"), QJsonArray::fromStringList(whole));
    return json;
}

}  // namespace hearth::app
