// Search by words and by meaning among many passages: how long questions take, and what the vectors take of
// memory and of the disk. FILE is one of hearth-document-bench; passages that have no vector get one at
// random, for how long a search takes depends on their number alone. The embedding model is left out: what it
// takes is another figure.
//   hearth-vector-bench FILE [QUESTIONS [DIMENSIONS]]
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>

#include "documents/meaning_search.h"
#include "documents/passage_finder.h"
#include "store/database.h"
#include "store/document_file.h"
#include "store/document_table.h"
#include "support/resident_memory.h"

using namespace hearth;
using namespace hearth::app;

namespace {

std::mt19937 dice{5};

std::vector<float> randomVector(int dimensions) {
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<size_t>(dimensions));
    float squares = 0;
    for (float& value : values) {
        value = normal(dice);
        squares += value * value;
    }
    for (float& value : values) value /= std::sqrt(squares);
    return values;
}

/// Vectors at random, whatever the text.
class RandomEmbedder : public Embedder {
public:
    explicit RandomEmbedder(int dimensions) {
        m_info.vectorsHash = "random";
        m_info.dimensions = dimensions;
    }
    const EmbedderInfo& info() const override { return m_info; }
    const Tokenizer& tokenizer() const override { std::abort(); }
    std::vector<TokenId> tokens(std::string_view, EmbeddingKind) const override { return {}; }
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind, std::stop_token,
                                 const std::function<void(size_t)>&) override {
        std::vector<Embedding> all(texts.size());
        for (Embedding& one : all) one.values = randomVector(m_info.dimensions);
        return all;
    }
    std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>>, std::stop_token,
                                       const std::function<void(size_t)>&) override {
        return {};
    }
    std::vector<RerankScore> rerank(std::string_view, std::span<const std::string>, std::stop_token,
                                    const std::function<void(size_t)>&) override {
        return {};
    }

private:
    EmbedderInfo m_info;
};

void addVectors(store::Database& database, const QString& identity, int dimensions) {
    store::VectorTable table(database);
    const qint64 model = table.modelOf(identity, dimensions);
    qint64 after = 0;
    for (;;) {
        std::vector<store::PassageVector> vectors;
        for (const store::PassageForVector& passage : table.without(after, 2000)) {
            after = passage.passageId;
            QByteArray codes(dimensions, Qt::Uninitialized);
            for (char& code : codes) code = static_cast<char>(static_cast<int>(dice() % 255) - 127);
            vectors.push_back({passage.passageId, passage.sourceId, 0.0007F, codes});
        }
        if (vectors.empty()) return;
        table.put(model, vectors);
    }
}

void report(const char* what, std::vector<double> ms) {
    std::sort(ms.begin(), ms.end());
    const auto at = [&ms](double share) {
        return ms[std::min(ms.size() - 1, static_cast<size_t>(share * static_cast<double>(ms.size())))];
    };
    std::printf("%-28s p50 %8.2f ms   p99 %8.2f ms   max %8.2f ms\n", what, at(0.5), at(0.99), ms.back());
    std::fflush(stdout);
}

double msOf(const std::function<void()>& work) {
    QElapsedTimer time;
    time.start();
    work();
    return static_cast<double>(time.nsecsElapsed()) / 1e6;
}

/// Some words of a passage.
QString questionOf(store::DocumentTable& table, qint64 passages) {
    for (;;) {
        const auto passage = table.passage(1 + static_cast<qint64>(dice() % static_cast<quint64>(passages)));
        if (!passage) continue;
        const QStringList words = passage->text.split(u' ');
        QStringList some;
        for (int i = 0; i < 8; ++i)
            some += words[static_cast<qsizetype>(dice() % static_cast<quint64>(words.size()))];
        return some.join(u' ');
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    if (argc < 2) return 2;
    const int questions = argc > 2 ? atoi(argv[2]) : 300;
    const int dimensions = argc > 3 ? atoi(argv[3]) : 384;
    try {
        const auto database = store::openDocumentFile(argv[1]);
        ModelHost host{ModelHost::Options()};
        auto embedder = std::make_shared<SharedEmbedder>(
            host, [dimensions](const EmbedderOptions&, const std::stop_token&) -> std::unique_ptr<Embedder> {
                return std::make_unique<RandomEmbedder>(dimensions);
            });
        embedder->setModel(QStringLiteral("random"));
        const auto sizeMb = [&] {
            return static_cast<double>(QFileInfo(QString::fromUtf8(argv[1])).size()) / 1e6;
        };
        const double before = sizeMb();
        const double writingMs =
            msOf([&] { addVectors(*database, embedder->loaded({}).identity, dimensions); });
        database->execute("PRAGMA wal_checkpoint(TRUNCATE)");
        store::DocumentTable table(*database);
        const qint64 passages = store::VectorTable(*database).count();
        std::printf("%lld passages, %.0f MB, of which vectors added in %.0f s: %.0f MB\n",
                    static_cast<long long>(passages), sizeMb(), writingMs / 1000, sizeMb() - before);
        MeaningSearch search(embedder);
        std::printf("the first question, which reads all vectors: %.0f ms\n",
                    msOf([&] { search.find(*database, QStringLiteral("first"), 50); }));
        std::printf("vectors in memory: %.0f MB; the process: %.0f MB\n",
                    static_cast<double>(search.sizeBytes()) / 1e6,
                    static_cast<double>(test::residentBytes()) / 1e6);
        std::vector<double> meaning, both;
        std::clock_t processor = std::clock();
        // Of all threads together: beside other work it says more than the time does.
        const auto processorMs = [&] {
            const double ms =
                1000.0 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC / questions;
            processor = std::clock();
            return ms;
        };
        for (int i = 0; i < questions; ++i)
            meaning.push_back(msOf([&] { search.find(*database, QStringLiteral("question"), 50); }));
        report("by meaning", meaning);
        std::printf("processor time of each: %.1f ms\n", processorMs());
        for (int i = 0; i < questions; ++i) {
            const QString question = questionOf(table, passages);
            both.push_back(msOf([&] {
                findPassages(
                    *database, {question, {}, 24},
                    [&](store::Database& file, const QString& text, const std::vector<qint64>& sources,
                        int limit) { return search.find(file, text, limit, sources); });
            }));
        }
        report("by words and by meaning", both);
        std::printf("processor time of each: %.1f ms\n", processorMs());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
