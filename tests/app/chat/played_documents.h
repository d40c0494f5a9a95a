#pragma once

#include <QMap>
#include <vector>

#include "chat/question_passages.h"

namespace hearth::test {

/// Stands in for the documents of a person: answers every query with the same passages, when a test triggers
/// it.
struct PlayedDocuments {
    QStringList sources{QStringLiteral("/notes")};
    std::vector<app::FoundPassage> found;
    std::vector<app::PassageQuery> queries;
    std::vector<std::function<void(std::vector<app::FoundPassage>)>> waiting;
    QMap<QString, QString> texts;  ///< of whole documents, by path

    void add(const QString& file, qint64 byte, const QString& text) {
        app::FoundPassage passage;
        passage.source = QStringLiteral("/notes");
        passage.path = QStringLiteral("/notes/") + file;
        passage.passage.text = text;
        passage.passage.firstLine = 7;
        passage.passage.firstByte = byte;
        passage.passage.endByte = byte + text.size();
        passage.rank.scores = {2.5};
        passage.rank.ranks = {static_cast<int>(found.size()) + 1};
        found.push_back(passage);
    }
    app::PassageSource source() {
        return {
            [this] { return sources; },
            [this](const app::PassageQuery& query, std::function<void(std::vector<app::FoundPassage>)> done) {
                queries.push_back(query);
                waiting.push_back(std::move(done));
            },
            [](const app::PassageSpot& spot, std::function<void(const app::PassageAround&)> done) {
                done({QStringLiteral("Before ") + spot.path, QStringLiteral("after")});
            },
            [this](const QString& words, std::function<void(std::vector<app::ListedDocument>)> done) {
                std::vector<app::ListedDocument> listed;
                for (auto text = texts.begin(); text != texts.end(); ++text)
                    if (text.key().contains(words)) listed.push_back({text.key(), text->size()});
                done(listed);
            },
            [this](const QStringList& paths, qint64 mostBytes,
                   std::function<void(std::vector<app::WholeDocument>)> done) {
                std::vector<app::WholeDocument> all;
                for (const QString& path : paths) {
                    const QString text = texts.value(path);
                    all.push_back({texts.contains(path) ? QStringLiteral("/notes") : QString(), path,
                                   text.size() <= mostBytes ? text : QString(), text.size()});
                }
                done(all);
            }};
    }
    void answer() {
        const auto done = std::move(waiting.front());
        waiting.erase(waiting.begin());
        done(found);
    }
};

}  // namespace hearth::test
