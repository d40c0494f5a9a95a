#pragma once

#include <vector>

#include "chat/question_passages.h"

namespace hearth::test {

/// Stands in for the documents of a person: answers every query with the same passages, when a test says so.
struct PlayedDocuments {
    QStringList sources{QStringLiteral("/notes")};
    std::vector<app::FoundPassage> found;
    std::vector<app::PassageQuery> queries;
    std::vector<std::function<void(std::vector<app::FoundPassage>)>> waiting;

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
            }};
    }
    void answer() {
        const auto done = std::move(waiting.front());
        waiting.erase(waiting.begin());
        done(found);
    }
};

}  // namespace hearth::test
