// Conversations with pictures at random: turns, edits, branches, the same again and the same with other
// pictures in it, one or several at a time, answered by a process with its cache on disk that ends, is killed
// and is started again, while files of the cache are damaged. Every row of logits is that of the same prompt
// with nothing kept, and no picture is encoded twice in the life of a process, or again after it unless its
// rows were damaged or never written. HEARTH_STEPS: so many histories of each model; HEARTH_SEED: others.
#include <QCoreApplication>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <thread>

#include "history_process.h"
#include "support/damaged_file.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "support/row_difference.h"

using namespace hearth;
using namespace hearth::test;
namespace fs = std::filesystem;

namespace {

constexpr double tolerance = 0.01;  ///< of a row, in its standard deviations

struct Found {
    size_t rows = 0, sameRows = 0, wrongRows = 0;
    double worst = 0, nearest = 1e9;  ///< differences to the same rows, and to those of other pictures
    size_t decoys = 0, prompted = 0, reused = 0, fromDisk = 0, keptReplies = 0;
    size_t asked = 0, encoded = 0;            ///< pictures of prompts, and how many of these were encoded
    size_t encodedDamaged = 0;                ///< of these, those whose rows had been damaged
    size_t again = 0, againLater = 0;         ///< without need: in the life of a process, and after it
    size_t lost = 0, lostByKill = 0;          ///< encoded, and not on disk at its end
    size_t ends = 0, kills = 0, damaged = 0;  ///< damaged: files
};

/// The prompts' answers with nothing kept.
class FreshAnswers {
public:
    FreshAnswers(const std::string& model, const std::string& backend)
        : m_engine(Engine::load(historyOptions(model, backend))),
          m_vocabulary(promptsOf(*m_engine).tokenizer().vocabSize()) {}
    struct Answer {
        std::vector<std::vector<float>> rows;
        std::vector<TokenId> tokens;
        std::string text;
    };
    Answer to(const Json& asked) {
        m_engine->cache()->clear();
        GenerationListener nobody;
        const auto result = generate(*m_engine, requestOf(asked, m_pictures, m_vocabulary), nobody);
        return {rowsOf(result, m_vocabulary), tokensOf(result), result.text};
    }

private:
    std::unique_ptr<Engine> m_engine;
    NumberedPictures m_pictures;
    int m_vocabulary;
};

class Histories {
public:
    Histories(std::string model, std::string backend, fs::path folder, unsigned count)
        : m_model(std::move(model)),
          m_backend(std::move(backend)),
          m_folder(std::move(folder)),
          m_pictures(NumberedPictures::sizes * std::clamp(count / 75, 8U, 133U)),
          m_isExact(m_backend == "reference"),
          m_fresh(m_model, m_backend),
          m_random(qEnvironmentVariableIsSet("HEARTH_SEED")
                       ? static_cast<unsigned>(qEnvironmentVariableIntValue("HEARTH_SEED"))
                       : 5U) {
        nameFiles();
        start();
    }
    /// Asks for one history or several at a time. How many.
    size_t operate() {
        std::vector<Json> asks{next()};
        while (chance(8) && asks.size() < 3) asks.push_back(next());
        m_process->ask({{"asks", asks}});
        const bool isKilled = chance(14);
        if (isKilled) {
            std::this_thread::sleep_for(m_answerTime * below(1000) / 500);
            endLife(false);
        }
        std::vector<FreshAnswers::Answer> fresh;
        const auto begun = std::chrono::steady_clock::now();
        for (const Json& asked : asks) fresh.push_back(m_fresh.to(asked));
        m_answerTime = std::chrono::steady_clock::now() - begun;
        if (!isKilled) hear(asks, fresh);
        for (size_t i = 0; i < asks.size(); ++i) remember(asks[i], fresh[i]);
        if (chance(20)) endLife(chance(2));
        return asks.size();
    }
    void end() { endLife(true); }
    Found found;

private:
    unsigned below(size_t most) { return static_cast<unsigned>(m_random() % most); }
    bool chance(unsigned oneIn) { return below(oneIn) == 0; }

    /// A file for each picture, by asking for one after the other.
    void nameFiles() {
        const fs::path place = m_folder.string() + "-names";
        HistoryProcess process(m_model, m_backend, place);
        for (unsigned number = 0; number < m_pictures; ++number) {
            Json message{{"role", "user"}, {"content", "?"}, {"pictures", {{0, number}}}};
            process.ask({{"asks", {{{"messages", {message}}, {"count", 1}, {"reuse", false}}}}});
            QVERIFY(process.answer());
            process.ask({{"flush", true}});
            QVERIFY(process.answer());
            for (const fs::path& file : files(place, ".picture"))
                m_names.try_emplace(file.filename(), number);
            QCOMPARE(m_names.size(), size_t{number} + 1);
        }
    }
    static std::vector<fs::path> files(const fs::path& folder, const std::string& kind = {}) {
        std::vector<fs::path> all;
        std::error_code gone;
        for (const auto& entry : fs::recursive_directory_iterator(folder, gone)) {
            const std::string extension = entry.path().extension();
            // Names of records begin with their hash.
            if (entry.is_regular_file() && entry.path().filename().string().size() > 32 &&
                (kind.empty() || extension == kind))
                all.push_back(entry.path());
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    std::map<unsigned, fs::path> picturesOnDisk() const {
        std::map<unsigned, fs::path> pictures;
        for (const fs::path& file : files(m_folder, ".picture"))
            if (const auto name = m_names.find(file.filename()); name != m_names.end())
                pictures.emplace(name->second, file);
        return pictures;
    }

    void start() {
        m_kept.clear();
        for (const auto& [number, file] : picturesOnDisk()) {
            const auto spoilt = m_spoilt.find(number);
            if (spoilt == m_spoilt.end() || spoilt->second != readText(file)) m_kept.insert(number);
        }
        m_encoded.clear();
        m_process = std::make_unique<HistoryProcess>(m_model, m_backend, m_folder);
    }
    void endLife(bool orderly) {
        if (orderly)
            QVERIFY(m_process->end());
        else
            m_process->kill();
        ++(orderly ? found.ends : found.kills);
        const auto there = picturesOnDisk();
        for (const unsigned number : m_encoded)
            if (!there.contains(number)) ++(orderly ? found.lost : found.lostByKill);
        if (chance(2)) damage();
        start();
    }
    void damage() {
        for (const char* kind : {"", ".picture"}) {
            std::vector<fs::path> all = files(m_folder, kind);
            for (unsigned i = 1 + below(3); i > 0 && all.size() > 1; --i) {
                const fs::path file = all[below(all.size())], other = all[below(all.size())];
                if (chance(3) && file != other) {
                    const fs::path between = file.string() + "-";
                    fs::rename(file, between), fs::rename(other, file), fs::rename(between, other);
                    spoil(other);
                } else {
                    damageFile(file, m_random);
                }
                spoil(file);
            }
        }
    }
    void spoil(const fs::path& file) {
        ++found.damaged;
        if (const auto name = m_names.find(file.filename()); name != m_names.end())
            m_spoilt[name->second] = readText(file);
    }

    /// Messages of the person: a few texts, so that many are alike, with pictures.
    Json question() {
        static constexpr std::array texts{"What is this?", "And this one, what does it show?",
                                          "Compare them."};
        const std::string text = texts[below(texts.size())];
        Json message{{"role", "user"}, {"content", text}, {"pictures", Json::array()}};
        for (unsigned count = chance(4) ? 0 : 1 + below(2), at = 0; count > 0; --count) {
            at += below(text.size() - at + 1);
            // The first ones are asked for more often.
            message["pictures"].push_back({at, below(1 + below(m_pictures))});
        }
        return message;
    }
    static size_t picturesIn(const Json& messages) {
        size_t count = 0;
        for (const Json& message : messages) count += message.value("pictures", Json::array()).size();
        return count;
    }
    Json next() {
        Json messages = m_past.empty() ? Json::array() : m_past[below(m_past.size())];
        const unsigned kind = below(8);
        Json asked{{"count", 1 + below(4)}, {"reuse", chance(3)}};
        if (kind == 0 && picturesIn(messages) > 0) {
            asked["decoyOf"] = messages.dump();
            exchangePictures(messages);
        } else if (kind != 1 || messages.empty()) {
            // A turn, or an edit of an earlier one; the last message is a question.
            const size_t turns = messages.size() / 2;
            if (kind == 2 || turns >= 4 || picturesIn(messages) > 3)
                messages = Json(messages.begin(), messages.begin() + ptrdiff_t{2} * below(turns + 1));
            else if (!messages.empty())
                messages.push_back(m_replies[messages.dump()]);
            messages.push_back(question());
        }
        asked["messages"] = std::move(messages);
        return asked;
    }
    void exchangePictures(Json& messages) {
        const unsigned other =
            NumberedPictures::sizes * (1 + below(m_pictures / NumberedPictures::sizes - 1));
        for (Json& message : messages)
            if (message.contains("pictures"))
                for (Json& picture : message["pictures"])
                    picture[1] = (picture[1].get<unsigned>() + other) % m_pictures;
    }

    void remember(const Json& asked, const FreshAnswers::Answer& fresh) {
        const Json& messages = asked["messages"];
        const std::vector<float>& row = fresh.rows.front();
        if (const auto other = m_rows.find(asked.value("decoyOf", "")); other != m_rows.end()) {
            ++found.decoys;
            found.nearest = std::min(found.nearest, rowDifference(row, other->second));
        }
        m_rows[messages.dump()] = row;
        m_replies[messages.dump()] = {
            {"role", "assistant"}, {"content", fresh.text}, {"tokens", fresh.tokens}};
        static constexpr size_t most = 12;
        if (m_past.size() < most)
            m_past.push_back(messages);
        else
            m_past[below(most)] = messages;
    }

    void hear(const std::vector<Json>& asks, const std::vector<FreshAnswers::Answer>& fresh) {
        const auto told = m_process->answer();
        QVERIFY(told);
        for (size_t i = 0; i < asks.size(); ++i) compare((*told)["replies"][i], asks[i], fresh[i]);
        count(asks, *told);
    }
    void compare(const Json& reply, const Json& asked, const FreshAnswers::Answer& fresh) {
        found.prompted += reply["prompt"].get<size_t>(), found.reused += reply["reused"].get<size_t>();
        found.fromDisk += reply["fromDisk"].get<size_t>();
        const auto tokens = reply["tokens"].get<std::vector<TokenId>>();
        if (reply["isKept"]) {
            ++found.keptReplies;
            if (tokens != fresh.tokens) wrong("a kept reply", 0, asked);
            return;
        }
        const auto rows = reply["rows"].get<std::vector<std::vector<float>>>();
        for (size_t i = 0; i < std::max(rows.size(), fresh.rows.size()); ++i) {
            ++found.rows;
            const double difference = i < rows.size() && i < fresh.rows.size()
                                          ? rowDifference(rows[i], fresh.rows[i])
                                          : std::numeric_limits<double>::infinity();
            found.sameRows += difference == 0 ? 1 : 0;
            found.worst = std::max(found.worst, difference);
            if (difference > (m_isExact ? 0 : tolerance)) wrong("a row", difference, asked);
            // Of two that are as likely either may have been taken.
            if (i < tokens.size() && i < fresh.tokens.size() && tokens[i] != fresh.tokens[i]) break;
        }
    }
    void wrong(const char* what, double difference, const Json& asked) {
        if (++found.wrongRows <= 3) qWarning("%s differs by %g: %s", what, difference, asked.dump().c_str());
    }
    /// Pictures that were encoded, and those among them that had to be.
    void count(const std::vector<Json>& asks, const Json& told) {
        std::set<unsigned> pictures;
        for (const Json& asked : asks)
            for (const Json& message : asked["messages"])
                for (const Json& picture : message.value("pictures", Json::array()))
                    pictures.insert(picture[1].get<unsigned>()), ++found.asked;
        const auto before = told["before"].get<std::set<unsigned>>(),
                   after = told["after"].get<std::set<unsigned>>();
        auto made = told["made"].get<size_t>();
        found.encoded += made;
        for (const unsigned number : pictures) {
            if (before.contains(number) || !after.contains(number)) continue;
            --made;
            found.again += m_encoded.contains(number) ? 1 : 0;
            found.againLater += m_kept.contains(number) ? 1 : 0;
            found.encodedDamaged += m_spoilt.contains(number) ? 1 : 0;
            m_encoded.insert(number);
        }
        if (made == 0) return;
        // Damage that is found when rows are read.
        std::vector<unsigned> suspects;
        for (const unsigned number : pictures)
            if (before.contains(number) && !m_kept.contains(number) && !m_encoded.contains(number))
                suspects.push_back(number);
        found.againLater += made > suspects.size() ? made - suspects.size() : 0;
        found.encodedDamaged += std::min(made, suspects.size());
        if (made >= suspects.size()) m_encoded.insert(suspects.begin(), suspects.end());
    }

    const std::string m_model, m_backend;
    const fs::path m_folder;
    const unsigned m_pictures;
    const bool m_isExact;
    FreshAnswers m_fresh;
    std::mt19937 m_random;
    std::chrono::steady_clock::duration m_answerTime{};
    std::map<std::string, unsigned> m_names;  ///< of pictures' files
    std::vector<Json> m_past;
    std::map<std::string, Json> m_replies;             ///< by the messages before them
    std::map<std::string, std::vector<float>> m_rows;  ///< the first ones of these
    std::set<unsigned> m_kept, m_encoded;      ///< whole on disk at the start of the process; encoded by it
    std::map<unsigned, std::string> m_spoilt;  ///< what was made of a picture's file
    std::unique_ptr<HistoryProcess> m_process;
};

}  // namespace

class TestPictureHistories : public QObject {
    Q_OBJECT
private slots:
    void rowsAreTheirOwn_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("backend");
        QTest::newRow("llava-next reference") << "llava-next"
                                              << "reference";
        for (const char* name : {"llava-next", "qwen3-vl-a", "gemma3-a", "lfm2-vl-a"})
            QTest::addRow("%s cpu", name) << name << "cpu";
    }
    void rowsAreTheirOwn() {
        QFETCH(QString, name);
        QFETCH(QString, backend);
        fs::path model = tinyModelsFolder().parent_path() / "vision" / name.toStdString();
        if (!fs::exists(model)) {
            HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
            model = pack / "vision" / name.toStdString() / "hf";
        }
        const auto count = static_cast<unsigned>(std::max(60, qEnvironmentVariableIntValue("HEARTH_STEPS")));
        const QTemporaryDir folder;
        Histories histories(model.string(), backend.toStdString(), folder.filePath("kept").toStdString(),
                            count);
        for (size_t done = 0; done < count && !QTest::currentTestFailed();) done += histories.operate();
        if (QTest::currentTestFailed()) return;
        histories.end();
        const Found& found = histories.found;
        qInfo(
            "%zu rows of logits, %zu with the same bits, worst %.2g, %zu wrong; %zu with other pictures, the "
            "nearest %.2g; %zu of %zu tokens reused, %zu from disk, %zu kept replies",
            found.rows, found.sameRows, found.worst, found.wrongRows, found.decoys, found.nearest,
            found.reused, found.prompted, found.fromDisk, found.keptReplies);
        qInfo(
            "%zu pictures asked for, %zu encoded, %zu of them damaged before, %zu again in one life, %zu "
            "later; "
            "%zu ends, %zu kills, %zu encoded and lost by an end, %zu by a kill; %zu files damaged",
            found.asked, found.encoded, found.encodedDamaged, found.again, found.againLater, found.ends,
            found.kills, found.lost, found.lostByKill, found.damaged);
        QCOMPARE(found.wrongRows, size_t{0});
        QCOMPARE(found.again, size_t{0});
        QCOMPARE(found.againLater, size_t{0});
        QCOMPARE(found.lost, size_t{0});
        // Otherwise a row of another picture would not be noticed.
        QVERIFY2(found.nearest > 2 * tolerance, qPrintable(QString::number(found.nearest)));
        QVERIFY(found.reused > 0 && found.encoded > 0);
        QVERIFY(count < 1000 || (found.decoys > 0 && found.fromDisk > 0 && found.ends > 0 &&
                                 found.kills > 0 && found.encodedDamaged > 0));
    }
};

int main(int argc, char* argv[]) {
    if (const auto status = serveHistories(argc, argv)) return *status;
    QCoreApplication application(argc, argv);
    TestPictureHistories test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_picture_histories.moc"
