#include "store/schema.h"

#include "store/attachment_table.h"
#include "store/cache_day_table.h"
#include "store/conversation_table.h"
#include "store/database.h"
#include "store/generation_table.h"
#include "store/message_table.h"
#include "store/picture_table.h"
#include "store/setting_table.h"
#include "support/small_picture.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::app::store;

namespace {

/// Everything that defines a schema, in a fixed order.
QStringList schemaOf(Database& database) {
    QStringList lines;
    Statement statement =
        database.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name");
    while (statement.step()) lines += statement.text(0) + u' ' + statement.text(1) + u' ' + statement.text(2);
    return lines;
}

}  // namespace

class TestSchema : public QObject {
    Q_OBJECT

private slots:
    void anUpgradedDatabaseEqualsAFreshOne() {
        const auto fresh = Database::inMemory();
        migrate(*fresh);
        for (int from = 1; from < currentSchemaVersion(); ++from) {
            const auto upgraded = Database::inMemory();
            migrateTo(*upgraded, from);
            QCOMPARE(upgraded->schemaVersion(), from);
            migrate(*upgraded);
            QCOMPARE(upgraded->schemaVersion(), currentSchemaVersion());
            QCOMPARE(schemaOf(*upgraded), schemaOf(*fresh));
        }
    }

    void anUpgradeKeepsAndIndexesWhatIsThere() {
        const auto database = Database::inMemory();
        migrateTo(*database, 1);
        database->execute(
            "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
            "INSERT INTO message(id, conversation_id, role, text, created_at) VALUES (1, 1, 1, 'harbour', "
            "1)");
        migrate(*database);
        Statement statement =
            database->prepare("SELECT rowid FROM message_index WHERE message_index MATCH 'harbour'");
        QVERIFY(statement.step());
        QCOMPARE(statement.integer(0), 1);
    }

    void phrasesOfFinishReasonsBecomeNumbers() {
        const auto database = Database::inMemory();
        migrateTo(*database, 3);
        database->execute("INSERT INTO conversation(id, created_at, updated_at) VALUES (1, 1, 1)");
        const auto keep = [&](int id, const char* recipe) {
            database->execute(
                QStringLiteral(
                    "INSERT INTO message(id, conversation_id, role, created_at) VALUES (%1, 1, 2, 1);"
                    "INSERT INTO generation(message_id, tokens, probabilities, metrics, recipe, candidates)"
                    "VALUES (%1, x'01000000', x'0000803f', '{\"totalMs\":12.5}', '%2', x'07')")
                    .arg(id)
                    .arg(QString::fromUtf8(recipe))
                    .toUtf8()
                    .constData());
        };
        keep(
            1,
            R"({"finishReason":"end of text","sampling":{"temperature":0.1},"seed":"18446744073709551615"})");
        keep(2, R"({"finishReason":"stop string"})");
        keep(3, R"({"finishReason":"length","model":"Größe \u201c1\u201d"})");
        keep(4, R"({"finishReason":"context full"})");
        keep(5, R"({"finishReason":"cancelled","continued":true})");
        keep(6, R"({"seed":"1"})");
        keep(7, R"({"finishReason":"of a later version"})");
        keep(8, "not JSON");
        keep(9, R"({"finishReason":null})");
        migrate(*database);
        GenerationTable table(*database);
        using Reason = hearth::FinishReason;
        QCOMPARE(table.find(1)->finishReason, std::optional(Reason::EndOfText));
        QCOMPARE(table.find(2)->finishReason, std::optional(Reason::StopString));
        QCOMPARE(table.find(3)->finishReason, std::optional(Reason::MaxTokens));
        QCOMPARE(table.find(4)->finishReason, std::optional(Reason::ContextFull));
        QCOMPARE(table.find(5)->finishReason, std::optional(Reason::Cancelled));
        for (const int unknown : {6, 7, 8, 9}) QVERIFY(!table.find(unknown)->finishReason);
        // Nothing else has changed.
        const Generation first = *table.find(1);
        QCOMPARE(first.recipe, (QJsonObject{{"sampling", QJsonObject{{"temperature", 0.1}}},
                                            {"seed", "18446744073709551615"}}));
        QCOMPARE(first.metrics, (QJsonObject{{"totalMs", 12.5}}));
        QVERIFY(first.tokens == std::vector<int32_t>{1} && first.probabilities == std::vector<float>{1.0F});
        QCOMPARE(first.candidates, QByteArray("\x07"));
        QCOMPARE(table.find(3)->recipe, (QJsonObject{{"model", QStringLiteral("Größe “1”")}}));
        QCOMPARE(table.find(5)->recipe, (QJsonObject{{"continued", true}}));
        QCOMPARE(table.find(6)->recipe, (QJsonObject{{"seed", "1"}}));
        Statement broken = database->prepare("SELECT recipe FROM generation WHERE message_id = 8");
        QVERIFY(broken.step());
        QCOMPARE(broken.text(0), QStringLiteral("not JSON"));
    }

    void wordsOfTheLastCheckBecomeMessages() {
        const auto database = Database::inMemory();
        migrateTo(*database, 4);
        SettingTable settings(*database);
        const auto device = [](const char* name, const char* failure) {
            return QJsonObject{{"name", name}, {"gpu", QByteArray(name) == "Card"}, {"failure", failure}};
        };
        settings.put("app",
                     QJsonObject{{"kvType", "q8_0"},
                                 {"lastCheck",
                                  QJsonObject{{"at", "2026-03-01T14:02:00Z"},
                                              {"noGpuReason", "No graphics card was found."},
                                              {"devices", QJsonArray{device("2 threads, AVX2", "")}},
                                              {"failed", QJsonArray{device("Card", "It fell off the bus.")}},
                                              {"wrong", QJsonArray{device("product", "")}}}}});
        migrate(*database);
        const QJsonObject nothing,
            none{{"id", "card.none-found"},
                 {"english", "No graphics card was found."},
                 {"arguments", QJsonArray()}},
            words{{"id", ""}, {"english", "%1"}, {"arguments", QJsonArray{"It fell off the bus."}}};
        const QJsonObject processor{{"name", "2 threads, AVX2"}, {"gpu", false},      {"title", "CPU"},
                                    {"type", "processor"},       {"device", ""},      {"threads", 2},
                                    {"instructions", "AVX2"},    {"failure", nothing}},
            card{{"name", "Card"},   {"gpu", true},  {"title", "GPU"},     {"type", "graphicsCard"},
                 {"device", "Card"}, {"threads", 0}, {"instructions", ""}, {"failure", words}},
            product{{"name", "product"}, {"gpu", false}, {"failure", nothing}},
            missing{{"title", "GPU"}, {"type", "graphicsCard"}, {"reason", none}};
        const QJsonObject app = SettingTable(*database).find("app").toObject();
        QCOMPARE(app["kvType"].toString(), QString("q8_0"));
        QCOMPARE(app["lastCheck"].toObject(), (QJsonObject{{"at", "2026-03-01T14:02:00Z"},
                                                           {"missing", QJsonArray{missing}},
                                                           {"devices", QJsonArray{processor}},
                                                           {"failed", QJsonArray{card}},
                                                           {"wrong", QJsonArray{product}}}));
    }

    void chatsTakeOverWhatTheSettingSaid_data() {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("overflow");
        QTest::newRow("drop") << "drop"
                              << "slide" << 1;
        QTest::newRow("slide") << "slide"
                               << "slide" << 1;
        QTest::newRow("stop") << "stop"
                              << "stop" << 0;
        QTest::newRow("none") << ""
                              << "" << 0;
    }

    void chatsTakeOverWhatTheSettingSaid() {
        QFETCH(QString, setting);
        QFETCH(QString, after);
        QFETCH(int, overflow);
        const auto database = Database::inMemory();
        migrateTo(*database, 5);
        database->execute("INSERT INTO conversation(id, created_at, updated_at) VALUES (1, 1, 1)");
        SettingTable settings(*database);
        QJsonObject app{{"kvType", "q8_0"}};
        if (!setting.isEmpty()) app["overflow"] = setting;
        settings.put("app", app);
        migrate(*database);
        QCOMPARE(SettingTable(*database).find("app").toObject()["overflow"].toString(), after);
        QCOMPARE(SettingTable(*database).find("app").toObject()["kvType"].toString(), QString("q8_0"));
        Statement read = database->prepare("SELECT overflow FROM conversation");
        QVERIFY(read.step());
        QCOMPARE(read.integer(0), qint64{overflow});
    }

    void chatsOfBeforeHaveNoTools() {
        const auto database = Database::inMemory();
        migrateTo(*database, 7);
        database->execute(
            "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
            "INSERT INTO message(id, conversation_id, role, text, created_at) VALUES (1, 1, 2, 'yes', 1);"
            "INSERT INTO message_index(rowid, body) VALUES (1, 'yes')");
        migrate(*database);
        ConversationTable conversations(*database);
        QCOMPARE(conversations.find(1)->title, QString("old"));
        QVERIFY(conversations.find(1)->tools.isEmpty());
        conversations.setTools(1, {{"on", true}});
        QCOMPARE(conversations.find(1)->tools, (QJsonObject{{"on", true}}));
        MessageTable messages(*database);
        Message message = *messages.find(1);
        QCOMPARE(message.text, QString("yes"));
        QVERIFY(message.role == Role::Assistant && message.calls.empty());
        message.calls = {{"1", "calculate", "{}", "Hearth"}};
        QVERIFY(messages.update(message));
        QCOMPARE(messages.find(1)->calls, message.calls);
    }

    void chatsOfBeforeAreHeldToNothing() {
        const auto database = Database::inMemory();
        migrateTo(*database, 8);
        database->execute(
            "INSERT INTO conversation(id, title, tools, created_at, updated_at) "
            "VALUES (1, 'old', '{\"on\":true}', 1, 1)");
        migrate(*database);
        ConversationTable conversations(*database);
        QCOMPARE(conversations.find(1)->title, QString("old"));
        QCOMPARE(conversations.find(1)->tools, (QJsonObject{{"on", true}}));
        QVERIFY(conversations.find(1)->structure.isEmpty());
        conversations.setStructure(1, {{"on", true}, {"regex", "a|b"}});
        QCOMPARE(conversations.find(1)->structure, (QJsonObject{{"on", true}, {"regex", "a|b"}}));
        Conversation written;
        written.structure = {{"kind", "object"}};
        conversations.insert(written);
        QCOMPARE(conversations.find(written.id)->structure, written.structure);
    }

    void chatsOfBeforeHaveFilesAndNoPassages() {
        const auto database = Database::inMemory();
        migrateTo(*database, 9);
        database->execute(
            "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
            "INSERT INTO message(id, conversation_id, role, created_at) VALUES (2, 1, 1, 1);"
            "INSERT INTO attachment(message_id, name, text, size_bytes, tokens) VALUES (2, 'a.txt', 'x', 1, "
            "1)");
        migrate(*database);
        ConversationTable conversations(*database);
        QVERIFY(conversations.find(1)->documents.isEmpty());
        conversations.setDocuments(1, {{"on", true}});
        QCOMPARE(conversations.find(1)->documents, (QJsonObject{{"on", true}}));
        AttachmentTable attachments(*database);
        QCOMPARE(attachments.ofMessage(2).at(0).name, QString("a.txt"));
        QVERIFY(attachments.ofMessage(2).at(0).passage.isEmpty());
        Attachment passage;
        passage.messageId = 2;
        passage.passage = {{"number", 3}};
        attachments.insert(passage);
        QCOMPARE(attachments.ofMessage(2).at(1).passage, passage.passage);
        QCOMPARE(attachments.ofConversation(1).at(2).at(1).passage, passage.passage);
    }

    void chatsOfBeforeHaveChosenNoModel() {
        const auto database = Database::inMemory();
        migrateTo(*database, 11);
        database->execute(
            "INSERT INTO conversation(id, title, model, created_at, updated_at) VALUES (1, 'old', 'A', 1, "
            "1)");
        migrate(*database);
        ConversationTable conversations(*database);
        QCOMPARE(conversations.find(1)->model, QString("A"));
        QVERIFY(conversations.find(1)->modelPath.isEmpty());
        conversations.setModelPath(1, "/models/a.gguf");
        QCOMPARE(conversations.find(1)->modelPath, QString("/models/a.gguf"));
        Conversation written;
        written.modelPath = "/models/b.gguf";
        conversations.insert(written);
        QCOMPARE(conversations.find(written.id)->modelPath, written.modelPath);
    }

    void messagesOfBeforeHaveNoPictures() {
        const auto database = Database::inMemory();
        migrateTo(*database, 12);
        database->execute(
            "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
            "INSERT INTO message(id, conversation_id, role, text, created_at) VALUES (1, 1, 1, 'yes', 1)");
        migrate(*database);
        MessageTable messages(*database);
        QCOMPARE(messages.find(1)->text, QString("yes"));
        QVERIFY(messages.find(1)->pictures.empty());
        const auto file = hearth::test::smallPicture(1);
        Message message;
        message.conversationId = message.parentId = 1;
        message.pictures = {messagePicture({file, "a.png"})};
        messages.insert(message);
        QCOMPARE(messages.ofConversation(1).at(1).pictures, message.pictures);
    }

    void picturesOfBeforeHaveTheModelsDetail() {
        const auto database = Database::inMemory();
        migrateTo(*database, 13);
        database->execute(
            "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
            "INSERT INTO message(id, conversation_id, role, text, created_at) VALUES (1, 1, 1, 'yes', 1);"
            "INSERT INTO picture(hash, width, height, bytes) VALUES ('aa', 3, 4, x'00');"
            "INSERT INTO message_picture(message_id, position, at, hash, name) VALUES (1, 0, 0, 'aa', "
            "'a.png');"
            "INSERT INTO draft_picture(conversation_id, position, hash, name) VALUES (1, 0, 'aa', 'a.png')");
        migrate(*database);
        MessageTable messages(*database);
        const auto old = messages.find(1)->pictures;
        QCOMPARE(old.size(), size_t{1});
        QCOMPARE(old[0].name, QString("a.png"));
        QCOMPARE(old[0].detail, hearth::PictureDetail::Auto);
        {
            Statement draft = database->prepare("SELECT detail FROM draft_picture");
            QVERIFY(draft.step());
            QCOMPARE(draft.integer(0), qint64(hearth::PictureDetail::Auto));
        }
        // The file still goes with the last that has it.
        database->execute("DELETE FROM message WHERE id = 1; DELETE FROM conversation WHERE id = 1");
        Statement left = database->prepare("SELECT count(*) FROM picture");
        QVERIFY(left.step());
        QCOMPARE(left.integer(0), 0);
    }

    void whatTheCacheSavedIsThatOfTheReplies() {
        const auto database = Database::inMemory();
        migrateTo(*database, 6);
        database->execute("INSERT INTO conversation(id, created_at, updated_at) VALUES (1, 1, 1)");
        const auto keep = [&](int id, qint64 day, const char* metrics) {
            database->execute(
                QStringLiteral(
                    "INSERT INTO message(id, conversation_id, role, created_at) VALUES (%1, 1, 2, %2);"
                    "INSERT INTO generation(message_id, tokens, probabilities, metrics) "
                    "VALUES (%1, x'', x'', '%3')")
                    .arg(id)
                    .arg(day * 86400000 + 5)
                    .arg(QString::fromUtf8(metrics))
                    .toUtf8()
                    .constData());
        };
        keep(1, 20000, R"({"promptTokens":100,"reusedTokens":60,"prefillTokensPerS":30.0})");
        keep(2, 20000, R"({"promptTokens":50,"reusedTokens":0,"prefillTokensPerS":0})");
        keep(3, 20001, R"({"promptTokens":10,"reusedTokens":9,"reusedFromDisk":8})");
        keep(4, 20001, "not JSON");
        keep(5, 20001, R"({"promptTokens":"many","reusedTokens":[]})");
        keep(6, -5, R"({"promptTokens":7,"reusedTokens":-4})");
        migrate(*database);
        CacheDayTable days(*database);
        QCOMPARE(days.since(20000).promptTokens, 160);
        QCOMPARE(days.since(20000).reusedTokens, 69);
        QCOMPARE(days.since(20000).savedMs, 2000.0);
        QCOMPARE(days.since(20001).diskTokens, 8);
        QCOMPARE(days.since(0).promptTokens, 167);
        QCOMPARE(days.since(0).reusedTokens, 69);
    }

    void settingsWithoutACheckStayAsTheyAre() {
        const auto database = Database::inMemory();
        migrateTo(*database, 4);
        SettingTable settings(*database);
        settings.put("app", QJsonObject{{"kvType", "q8_0"}});
        migrate(*database);
        QCOMPARE(SettingTable(*database).find("app").toObject(), (QJsonObject{{"kvType", "q8_0"}}));
    }

    void aNewerOneIsRefusedUntouched() {
        const auto database = Database::inMemory();
        database->setSchemaVersion(currentSchemaVersion() + 1);
        QVERIFY_EXCEPTION_THROWN(migrate(*database), StoreError);
        QVERIFY(schemaOf(*database).isEmpty());
        QCOMPARE(database->schemaVersion(), currentSchemaVersion() + 1);
    }

    void aNegativeOneIsDamage() {
        const auto database = Database::inMemory();
        database->setSchemaVersion(-3);
        try {
            migrate(*database);
            QFAIL("it was accepted");
        } catch (const StoreError& error) {
            QCOMPARE(error.fault(), StoreFault::Damaged);
        }
    }
};

QTEST_GUILESS_MAIN(TestSchema)
#include "tst_schema.moc"
