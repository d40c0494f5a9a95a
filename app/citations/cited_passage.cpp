#include "citations/cited_passage.h"

#include <QFileInfo>
#include <QJsonArray>

namespace hearth::app {

CitedPassage CitedPassage::of(const FoundPassage& found) {
    const store::PassageRecord& passage = found.passage;
    return {.number = 0,
            .source = found.source,
            .path = found.path,
            .headings = passage.headings,
            .page = passage.page,
            .firstLine = passage.firstLine,
            .lastLine = passage.lastLine,
            .firstByte = passage.firstByte,
            .endByte = passage.endByte,
            .scores = found.rank.scores,
            .ranks = found.rank.ranks,
            .together = found.rank.score};
}

CitedPassage CitedPassage::of(const WholeDocument& document) {
    CitedPassage passage;
    passage.source = document.source;
    passage.path = document.path;
    passage.endByte = document.endByte;
    passage.whole = true;
    return passage;
}

CitedPassage CitedPassage::of(const QJsonObject& json) {
    const auto number = [&](const char* name) { return json.value(QLatin1String(name)).toInteger(); };
    const auto text = [&](const char* name) { return json.value(QLatin1String(name)).toString(); };
    CitedPassage passage{.number = static_cast<int>(number("number")),
                         .source = text("source"),
                         .path = text("path"),
                         .headings = text("headings"),
                         .page = static_cast<int>(number("page")),
                         .firstLine = static_cast<int>(number("firstLine")),
                         .lastLine = static_cast<int>(number("lastLine")),
                         .firstByte = number("firstByte"),
                         .endByte = number("endByte"),
                         .scores = {},
                         .ranks = {},
                         .together = json.value(QLatin1String("together")).toDouble(),
                         .whole = json.value(QLatin1String("whole")).toBool()};
    const QJsonArray scores = json.value(QLatin1String("scores")).toArray();
    for (const QJsonValue& score : scores) passage.scores.push_back(score.toDouble());
    const QJsonArray ranks = json.value(QLatin1String("ranks")).toArray();
    for (const QJsonValue& rank : ranks) passage.ranks.push_back(rank.toInt());
    return passage;
}

QJsonObject CitedPassage::toJson() const {
    QJsonArray scoreList, rankList;
    for (const double score : scores) scoreList.append(score);
    for (const int rank : ranks) rankList.append(rank);
    QJsonObject json{{QStringLiteral("together"), together},   {QStringLiteral("number"), number},
                     {QStringLiteral("source"), source},       {QStringLiteral("path"), path},
                     {QStringLiteral("headings"), headings},   {QStringLiteral("page"), page},
                     {QStringLiteral("firstLine"), firstLine}, {QStringLiteral("lastLine"), lastLine},
                     {QStringLiteral("firstByte"), firstByte}, {QStringLiteral("endByte"), endByte},
                     {QStringLiteral("scores"), scoreList},    {QStringLiteral("ranks"), rankList}};
    if (whole) json.insert(QStringLiteral("whole"), true);
    return json;
}

QString CitedPassage::key() const {
    return QStringLiteral("%1#%2-%3").arg(path).arg(firstByte).arg(endByte);
}

QString CitedPassage::name() const {
    return QFileInfo(path).fileName();
}

}  // namespace hearth::app
