#include "server/response_store.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::server;
using openai::Json;

class TestResponseStore : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static void put(ResponseStore& store, const std::string& id, const std::string& previous = "") {
        store.put(id, previous, Json::array({{{"role", "user"}, {"content", "to " + id}}}),
                  {{"id", id}, {"output", {{{"type", "message"}, {"content", "from " + id}}}}});
    }

private slots:
    void aConversationIsAChain() {
        ResponseStore store;
        put(store, "a");
        put(store, "b", "a");
        put(store, "c", "b");
        put(store, "other", "a");
        QCOMPARE(store.find("b")->at("id"), Json("b"));
        const auto items = store.itemsUpTo("c");
        QVERIFY(items);
        QCOMPARE(items->size(), size_t(6));
        QCOMPARE(items->at(0).at("content"), Json("to a"));
        QCOMPARE(items->at(5).at("content"), Json("from c"));
        QVERIFY(store.remove("b") && !store.remove("b"));
        QVERIFY(!store.find("b") && !store.itemsUpTo("c") && store.itemsUpTo("other"));
    }
    void aCircleEnds() {
        ResponseStore store;
        put(store, "self", "self");
        put(store, "a", "c");
        put(store, "b", "a");
        put(store, "c", "b");
        QVERIFY(!store.itemsUpTo("self"));
        QVERIFY(!store.itemsUpTo("b"));
        QVERIFY(store.find("b"));
    }
    void anIdTwiceIsOne() {
        ResponseStore store(1000);
        put(store, "a");
        put(store, "a", "b");
        QVERIFY(store.remove("a"));
        QVERIFY(!store.find("a") && !store.remove("a"));
        put(store, "x");
        put(store, "x");
        for (int i = 0; i < 3; ++i) put(store, std::to_string(i));
        QVERIFY(store.find("2"));
    }
    void theOldestGoFirst() {
        ResponseStore store(1000);
        for (int i = 0; i < 100; ++i) put(store, std::to_string(i));
        QVERIFY(!store.find("0") && store.find("99") && store.find("98"));
        store.put("long", "", Json::array(), {{"text", std::string(2000, 'x')}});
        QVERIFY(!store.find("long") && store.find("99"));
    }
    void aFileKeepsThem() {
        const std::string path = m_folder.filePath("kept").toStdString();
        {
            ResponseStore store(path, 10'000);
            put(store, "a");
            put(store, "b", "a");
        }
        ResponseStore again(path, 10'000);
        QCOMPARE(again.itemsUpTo("b")->size(), size_t(4));
    }
    void whatIsRemovedLeavesTheFile() {
        const QString path = m_folder.filePath("removed");
        {
            ResponseStore store(path.toStdString(), 10'000);
            put(store, "secret");
            put(store, "b");
            QVERIFY(store.remove("secret"));
        }
        QFile file(path);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.contains("secret") && bytes.contains("to b"));
    }
    void theFileIsBounded() {
        const QString path = m_folder.filePath("bounded");
        {
            ResponseStore store(path.toStdString(), 5000);
            for (int i = 0; i < 500; ++i) put(store, std::to_string(i));
        }
        {
            ResponseStore store(path.toStdString(), 5000);
            put(store, "last");
        }
        QVERIFY2(QFile(path).size() < 3 * 5000 + 500 * 200, qPrintable(QString::number(QFile(path).size())));
        ResponseStore store(path.toStdString(), 5000);
        QVERIFY(store.find("last") && store.find("499") && !store.find("1"));
    }
};

QTEST_GUILESS_MAIN(TestResponseStore)
#include "tst_response_store.moc"
