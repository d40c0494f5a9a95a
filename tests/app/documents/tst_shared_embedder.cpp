#include "documents/shared_embedder.h"

#include <QElapsedTimer>
#include <QtTest>
#include <atomic>
#include <mutex>
#include <thread>

#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;

class TestSharedEmbedder : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EmbedderScript> m_script;
    ModelHost m_host{ModelHost::Options()};
    std::unique_ptr<SharedEmbedder> m_embedder;

    QString codeOf(const std::function<void()>& ask) {
        try {
            ask();
        } catch (const Error& error) {
            return error.code() == ErrorCode::Cancelled ? QStringLiteral("cancelled") : error.what();
        }
        return {};
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EmbedderScript>();
        m_embedder = std::make_unique<SharedEmbedder>(m_host, test::scriptedEmbedders(m_script));
    }

    void passagesSayWhatTheyAreAbout() {
        store::PassageForVector passage;
        passage.text = "Noon.";
        QCOMPARE(passageText(passage), std::string("Noon."));
        passage.headings = QStringLiteral("Dues › Boats");
        QCOMPARE(passageText(passage), std::string("Dues › Boats\nNoon."));
    }

    void itIsLoadedOnceAndWhenNeeded() {
        QVERIFY(!m_embedder->hasModel());
        QCOMPARE(codeOf([this] { m_embedder->question("ship"); }), QStringLiteral("cancelled"));
        m_embedder->setModel("/a");
        QCOMPARE(m_script->loads, 0);
        const EmbeddedTexts question = m_embedder->question("a ship");
        const EmbeddedTexts passages = m_embedder->passages(std::vector<std::string>{"a boat", "bread"}, {});
        QCOMPARE(m_script->loads, 1);
        QCOMPARE(question.identity, passages.identity);
        QVERIFY(question.identity.startsWith("one/"));
        QCOMPARE(question.dimensions, 4);
        QCOMPARE(question.vectors[0], passages.vectors[0]);
        QVERIFY(question.vectors[0] != passages.vectors[1]);
        m_script->hash = "other";
        m_embedder->setModel("/b");
        QVERIFY(m_embedder->loaded({}).identity.startsWith("other/"));
        QCOMPARE(m_script->loads, 2);
        m_embedder->setModel({});
        QVERIFY(!m_embedder->hasModel());
    }

    void whyItCannotBeLoadedIsSaidEachTime() {
        m_script->failure = "broken";
        m_embedder->setModel("/a");
        QCOMPARE(codeOf([this] { m_embedder->question("ship"); }), QStringLiteral("broken"));
        QCOMPARE(codeOf([this] { m_embedder->loaded({}); }), QStringLiteral("broken"));
        QCOMPARE(m_script->loads, 1);
        // Chosen again, it is tried again.
        m_script->failure.clear();
        m_embedder->setModel("/a");
        QCOMPARE(codeOf([this] { m_embedder->question("ship"); }), QString());
    }

    void aQuestionGoesBeforePassages() {
        m_script->textTime = std::chrono::milliseconds(300);
        m_embedder->setModel("/a");
        const std::vector<std::string> texts{"ship", "boat", "bread"};
        EmbeddedTexts made;
        std::thread reader([&] { made = m_embedder->passages(texts, {}); });
        QTRY_VERIFY(m_script->loads == 1);
        QTest::qWait(350);
        QElapsedTimer time;
        time.start();
        m_embedder->question("ship");
        QVERIFY2(time.elapsed() < 600, qPrintable(QString::number(time.elapsed())));
        QVERIFY(m_script->cancelled > 0);
        reader.join();
        QCOMPARE(made.vectors.size(), size_t{3});
    }

    void othersComeBetweenLongPassages() {
        m_embedder->setModel("/a");
        std::string order;
        std::mutex mutex;
        std::atomic<int> texts = 0;
        const auto note = [&](char what) {
            const std::scoped_lock lock(mutex);
            order += what;
        };
        m_script->beforeText = [&] {
            note('p');
            if (++texts > 1) return;
            const std::string id = m_host.states().front().id;
            m_host.post(
                id, [&](Embedder*, const Error*, const std::stop_token&) { note('q'); }, Priority::Reading);
        };
        const std::vector<std::string> passages(3, std::string(3000, 'x'));
        QCOMPARE(m_embedder->passages(passages, {}).vectors.size(), size_t{3});
        QCOMPARE(order, std::string("pqpp"));
    }

    void theWorkHasThePriorityOfTheThreadThatAsks() {
        m_embedder->setModel("/a");
        std::thread::id worker;
        m_script->beforeText = [&worker] { worker = std::this_thread::get_id(); };
        m_embedder->question("ship");
        QVERIFY(worker == std::this_thread::get_id());
        m_embedder->passages(std::vector<std::string>{"ship"}, {});
        QVERIFY(worker == std::this_thread::get_id());
    }

    void passagesEndWhenTheyAreStoppedOrTheModelChanges() {
        m_script->textTime = std::chrono::seconds(30);
        m_embedder->setModel("/a");
        const std::vector<std::string> texts{"ship"};
        for (const bool change : {false, true}) {
            std::stop_source stop;
            QString code;
            std::thread reader(
                [&] { code = codeOf([&] { m_embedder->passages(texts, stop.get_token()); }); });
            QTest::qWait(50);
            if (change)
                m_embedder->setModel("/b");
            else
                stop.request_stop();
            reader.join();
            QCOMPARE(code, QStringLiteral("cancelled"));
        }
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(codeOf([&] { m_embedder->loaded(stopped.get_token()); }), QStringLiteral("cancelled"));
    }
};

QTEST_APPLESS_MAIN(TestSharedEmbedder)
#include "tst_shared_embedder.moc"
