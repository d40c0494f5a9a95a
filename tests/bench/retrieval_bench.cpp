// Measures how well questions with known answers find their passages: by words, by meaning, and by both
// together.
//   hearth-retrieval-bench MODEL [FOLDER [--lists]]
// FOLDER: with texts/ and questions.tsv. --lists: prints the results of each way for each question, as JSON,
// one a line.
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string_view>

#include "documents/document_indexer.h"
#include "documents/meaning_search.h"
#include "documents/passage_fusion.h"
#include "documents/vector_maker.h"
#include "hearth/embedder.h"
#include "reading/document_child.h"
#include "store/document_file.h"
#include "store/passage_search.h"

using namespace hearth;
using namespace hearth::app;

namespace {

constexpr int depth = 50;
constexpr int counted = 10;

struct Question {
    QString kind, text, quotation;
    std::set<qint64> answers;  ///< the passages that have the quotation
};

/// The letters and digits of a text, for a passage may break lines elsewhere than the quotation.
QString bare(const QString& text) {
    QString letters;
    for (const QChar c : text)
        if (c.isLetterOrNumber()) letters += c.toLower();
    return letters;
}

std::vector<Question> readQuestions(const QString& path) {
    QFile file(path);
    std::vector<Question> all;
    if (!file.open(QFile::ReadOnly)) return all;
    while (!file.atEnd()) {
        const QStringList parts = QString::fromUtf8(file.readLine()).trimmed().split(u'\t');
        if (parts.size() == 3) all.push_back({parts[0], parts[1], parts[2], {}});
    }
    return all;
}

/// Finds what answers each question; false, and says so, for one that nothing answers.
bool findAnswers(store::DocumentTable& table, std::vector<Question>& questions, qint64 passages) {
    std::vector<std::pair<qint64, QString>> texts;
    for (qint64 id = 1; id <= passages * 2; ++id)
        if (const auto passage = table.passage(id)) texts.emplace_back(id, bare(passage->text));
    bool all = true;
    for (Question& question : questions) {
        const QString quotation = bare(question.quotation);
        for (const auto& [id, text] : texts)
            if (text.contains(quotation)) question.answers.insert(id);
        if (!question.answers.empty()) continue;
        std::fprintf(stderr, "No passage has: %s\n", qPrintable(question.quotation));
        all = false;
    }
    return all;
}

struct Sums {
    int questions = 0;
    double recall = 0, gain = 0;

    void add(const Question& question, const std::vector<qint64>& found) {
        ++questions;
        double hits = 0, gained = 0, best = 0;
        for (size_t rank = 0; rank < found.size() && rank < counted; ++rank)
            if (question.answers.contains(found[rank])) {
                ++hits;
                gained += 1 / std::log2(static_cast<double>(rank) + 2);
            }
        const size_t most = std::min<size_t>(question.answers.size(), counted);
        for (size_t rank = 0; rank < most; ++rank) best += 1 / std::log2(static_cast<double>(rank) + 2);
        recall += hits / static_cast<double>(most);
        gain += gained / best;
    }
};

std::vector<qint64> idsOf(const std::vector<store::PassageHit>& hits) {
    std::vector<qint64> ids;
    for (const store::PassageHit& hit : hits) ids.push_back(hit.passageId);
    return ids;
}

QJsonArray jsonOf(const std::vector<store::PassageHit>& hits) {
    QJsonArray list;
    for (const store::PassageHit& hit : hits) list.append(QJsonArray{hit.passageId, hit.score, hit.share});
    return list;
}

void printLists(const Question& question, const std::vector<store::PassageHit>& words,
                const std::vector<store::PassageHit>& meaning) {
    QJsonArray answers;
    for (const qint64 id : question.answers) answers.append(id);
    const QJsonObject line{{"kind", question.kind},
                           {"question", question.text},
                           {"answers", answers},
                           {"words", jsonOf(words)},
                           {"meaning", jsonOf(meaning)}};
    std::puts(QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
}

void run(store::Database& database, const std::shared_ptr<SharedEmbedder>& embedder,
         const std::vector<Question>& questions, bool lists) {
    MeaningSearch meaning(embedder);
    std::vector<std::pair<QString, std::array<Sums, 3>>> kinds;
    std::array<Sums, 3> all;
    for (const Question& question : questions) {
        const auto byWords = store::PassageSearch(database).find(question.text, depth);
        const auto byMeaning = meaning.find(database, question.text, depth);
        if (lists) printLists(question, byWords, byMeaning);
        std::vector<qint64> together;
        for (const FusedPassage& passage : fusePassages(byWords, byMeaning, counted))
            together.push_back(passage.passageId);
        if (kinds.empty() || kinds.back().first != question.kind) kinds.push_back({question.kind, {}});
        for (auto* sums : {&kinds.back().second, &all}) {
            (*sums)[0].add(question, idsOf(byWords));
            (*sums)[1].add(question, idsOf(byMeaning));
            (*sums)[2].add(question, together);
        }
    }
    if (lists) return;
    kinds.push_back({QStringLiteral("all"), all});
    std::printf("| kind | questions | recall@10 words | meaning | both | nDCG@10 words | meaning | both |\n");
    std::printf("|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (const auto& [kind, sums] : kinds) {
        std::printf("| %s | %d", qPrintable(kind), sums[0].questions);
        for (const Sums& sum : sums) std::printf(" | %.3f", sum.recall / sum.questions);
        for (const Sums& sum : sums) std::printf(" | %.3f", sum.gain / sum.questions);
        std::printf(" |\n");
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    if (argc < 2) return 2;
    const QCoreApplication application(argc, argv);
    const QString folder =
        argc > 2 ? QString::fromLocal8Bit(argv[2]) : QStringLiteral("tests/bench/retrieval");
    const bool lists = argc > 3 && std::string_view(argv[3]) == "--lists";
    try {
        const QTemporaryDir temporary;
        const auto database = store::openDocumentFile(temporary.filePath("documents.db").toStdString());
        store::DocumentTable table(*database);
        DocumentIndexer(table, DocumentReader(), {})
            .update(QDir(folder + QStringLiteral("/texts")).canonicalPath());
        ModelHost host{ModelHost::Options()};
        auto embedder = std::make_shared<SharedEmbedder>(
            host, [](const EmbedderOptions& options, const std::stop_token& stop) {
                return Embedder::load(options, {}, stop);
            });
        embedder->setModel(QString::fromLocal8Bit(argv[1]));
        QElapsedTimer time;
        time.start();
        VectorMaker(*database, *embedder).update({});
        const qint64 passages = store::VectorTable(*database).count();
        std::fprintf(stderr, "%lld passages, their vectors in %.1f s\n", static_cast<long long>(passages),
                     static_cast<double>(time.elapsed()) / 1000);
        std::vector<Question> questions = readQuestions(folder + QStringLiteral("/questions.tsv"));
        if (questions.empty() || !findAnswers(table, questions, passages)) return 1;
        run(*database, embedder, questions, lists);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
