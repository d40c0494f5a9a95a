// Searches for passages among many: how long questions take, how long a document takes until it can be found,
// and how large the file is. The texts are made of invented words, as frequent as words of languages are
// (Zipf), so that common words stand nearly everywhere.
//   hearth-document-bench FILE [PASSAGES [QUESTIONS]]   FILE is kept, and searched as it is when it is there
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

#include "store/document_file.h"
#include "store/document_table.h"
#include "store/passage_search.h"

using namespace hearth::app::store;

namespace {

constexpr int vocabulary = 60'000;
constexpr int wordsOfPassage = 120;
constexpr int passagesOfDocument = 200;

/// The word of a rank: common ones are short.
QString wordOf(int rank) {
    QString word;
    for (int rest = rank + 1; rest > 0; rest /= 20) {
        word += QChar(u"bcdfghjklmnprstvwxzq"[rest % 20]);
        word += QChar(u"aeiou"[(rest / 3 + word.size()) % 5]);
    }
    return word;
}

class Words {
public:
    Words() {
        double sum = 0;
        for (int rank = 0; rank < vocabulary; ++rank) m_sums.push_back(sum += 1 / std::pow(rank + 2.7, 1.05));
    }
    QString next() {
        const double at = std::uniform_real_distribution<double>(0, m_sums.back())(m_random);
        return wordOf(static_cast<int>(std::lower_bound(m_sums.begin(), m_sums.end(), at) - m_sums.begin()));
    }
    QString text(int words) {
        QStringList all;
        for (int i = 0; i < words; ++i) all += next();
        return all.join(u' ');
    }
    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(m_random); }

private:
    std::mt19937 m_random{7};
    std::vector<double> m_sums;
};

double addDocument(DocumentTable& table, Words& words, qint64 source, int number) {
    DocumentRecord document;
    document.sourceId = source;
    document.path = QStringLiteral("%1.txt").arg(number);
    std::vector<PassageRecord> passages(passagesOfDocument);
    for (int i = 0; i < passagesOfDocument; ++i) {
        passages[static_cast<size_t>(i)].number = i;
        passages[static_cast<size_t>(i)].text = words.text(wordsOfPassage);
    }
    QElapsedTimer time;
    time.start();
    table.put(document, passages);
    return static_cast<double>(time.nsecsElapsed()) / 1e6;
}

void report(const char* what, std::vector<double> ms) {
    std::sort(ms.begin(), ms.end());
    const auto at = [&ms](double share) {
        return ms[std::min(ms.size() - 1, static_cast<size_t>(share * static_cast<double>(ms.size())))];
    };
    std::printf("%-28s p50 %8.2f ms   p99 %8.2f ms   max %8.2f ms\n", what, at(0.5), at(0.99), ms.back());
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char* argv[]) {
    if (argc < 2) return 2;
    const int wanted = argc > 2 ? atoi(argv[2]) : 1'000'000;
    const int questions = argc > 3 ? atoi(argv[3]) : 200;
    try {
        const auto database = openDocumentFile(argv[1]);
        DocumentTable table(*database);
        Words words;
        const qint64 source = table.sourceOf(QStringLiteral("/bench"));
        std::vector<double> adding;
        for (int have = table.counts(source).passages; have < wanted; have += passagesOfDocument)
            adding.push_back(addDocument(table, words, source, have / passagesOfDocument));
        if (!adding.empty()) report("a document of 200 passages", adding);
        std::printf("%d passages, %.0f MB\n", table.counts(source).passages,
                    static_cast<double>(QFileInfo(QString::fromUtf8(argv[1])).size()) / 1e6);
        PassageSearch search(*database);
        for (const int length : {1, 3, 8, 16}) {
            std::vector<double> ms, processorMs;
            for (int i = 0; i < questions; ++i) {
                const QString question = words.text(length);
                QElapsedTimer time;
                time.start();
                const std::clock_t processor = std::clock();
                search.find(question, 50);
                ms.push_back(static_cast<double>(time.nsecsElapsed()) / 1e6);
                processorMs.push_back(1000.0 * static_cast<double>(std::clock() - processor) /
                                      CLOCKS_PER_SEC);
            }
            report(qPrintable(QStringLiteral("questions of %1 words").arg(length)), ms);
            report("  by the processor", processorMs);
        }
    } catch (const StoreError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
