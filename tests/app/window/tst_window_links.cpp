#include "window/window_links.h"

#include <QSignalSpy>
#include <QtTest>

#include "window_fixture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::WindowFixture;

class TestWindowLinks : public QObject {
    Q_OBJECT

private slots:
    // A reply in a chat that is not open reads the model's file as well.
    void theFolderOfModelsWaitsForAllChats() {
        WindowFixture f;
        QTemporaryDir other;
        f.load();
        f.script->pieces.assign(100000, "x");
        f.script->tokenStep = 1ms;
        QVERIFY(f.parts.chat.send("Q"));
        f.parts.conversations.create();
        QVERIFY(!f.parts.chat.canStop());
        f.parts.folder.moveTo(QUrl::fromLocalFile(other.path()));
        QVERIFY2(f.parts.folder.problem().startsWith("A model is loading or writing a reply."),
                 qPrintable(f.parts.folder.problem()));
        QVERIFY(!f.parts.folder.isMoving());
        f.parts.conversations.stopAllReplies();
        QTRY_COMPARE(f.parts.conversations.busyCount(), 0);
        f.parts.folder.moveTo(QUrl::fromLocalFile(other.path()));
        QCOMPARE(f.parts.folder.problem(), QString());
    }

    void anotherFolderCountsForDownloadsToo() {
        WindowFixture f;
        QTemporaryDir other;
        f.parts.folder.use(QUrl::fromLocalFile(other.path()));
        QCOMPARE(f.parts.settings.modelsFolder(), other.path());
        QCOMPARE(downloadFolders("/a").models, QString("/a"));
        QCOMPARE(downloadFolders("/a").parts, QString("/a/.downloads"));
    }

    void modelsFromElsewhereAreThereAtTheNextStart() {
        const auto store = store::Store::inMemory();
        const QTemporaryDir elsewhere;
        QStringList added;
        for (const char* name : {"one.gguf", "two.gguf"}) {
            added += elsewhere.filePath(QLatin1String(name));
            QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf", added.last()));
        }
        const QTemporaryDir data;
        ErrorLog errors(data.filePath("logs"));
        // One in each of two starts: the second does not take the place of the first.
        for (const QString& path : added) {
            WindowParts parts({*store, {}, data.path(), errors, WindowFixture().engine()});
            parts.models.addFile(QUrl::fromLocalFile(path));
            QTRY_VERIFY(parts.models.factsOf(path) != nullptr);
        }
        WindowParts parts({*store, {}, data.path(), errors, WindowFixture().engine()});
        parts.models.refresh();
        QTRY_VERIFY(!parts.models.isScanning());
        for (const QString& path : added) QVERIFY2(parts.models.factsOf(path) != nullptr, qPrintable(path));
    }

    void rerankersAreOfferedAsSuchAlone() {
        EngineFunctions engine = WindowFixture().engine();
        engine.makesEmbeddings = [](const QString&) { return true; };
        engine.reranks = [](const QString& path) { return path.contains("rank"); };
        const QTemporaryDir data;
        QVERIFY(QDir(data.path()).mkpath("models"));
        for (const char* name : {"models/means.gguf", "models/ranks.gguf"})
            QVERIFY(
                QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf", data.filePath(name)));
        QFile broken(data.filePath("models/broken.gguf"));
        QVERIFY(broken.open(QFile::WriteOnly) && broken.write("no model") > 0);
        const auto store = store::Store::inMemory();
        ErrorLog errors(data.filePath("logs"));
        WindowParts parts({*store, {}, data.path(), errors, engine});
        parts.models.refresh();
        QTRY_COMPARE(parts.documentVectors.names().size(), 2);
        QCOMPARE(parts.documentVectors.names().last(),
                 parts.models.factsOf(data.filePath("models/means.gguf"))->name);
        QCOMPARE(parts.rerankerChoice.names().size(), 2);
        QCOMPARE(parts.rerankerChoice.names().last(),
                 parts.models.factsOf(data.filePath("models/ranks.gguf"))->name);
        QCOMPARE(parts.rerankerChoice.current(), 0);
        // They have no memory plan of a chat, and nothing is wrong with them.
        const ModelFacts* facts = parts.models.factsOf(data.filePath("models/means.gguf"));
        QVERIFY2(facts->problem.isEmpty(), qPrintable(facts->problem));
        QCOMPARE(facts->plan.totalBytes(), static_cast<uint64_t>(facts->sizeBytes));
        QCOMPARE(parts.start.modelPath({}), QString());
        // What was downloaded is put to its use.
        emit parts.downloads.installed(data.filePath("models/ranks.gguf"), "Ranks");
        QCOMPARE(parts.toasts.actionText(), QString("Use"));
        parts.toasts.act();
        QCOMPARE(parts.rerankerChoice.path(), data.filePath("models/ranks.gguf"));
    }

    void headersAreReadInAProcessOfTheirOwnWhereModelsRunInOne() {
        EngineFunctions engine = WindowFixture().engine();
        engine.readApart.open = [](const QString&) -> ModelHeader {
            throw Error(ErrorCode::BadFile, "Apart.");
        };
        const QTemporaryDir data;
        QVERIFY(QDir(data.path()).mkpath("models"));
        const QString model = data.filePath("models/model.gguf");
        QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf", model));
        const auto store = store::Store::inMemory();
        ErrorLog errors(data.filePath("logs"));
        WindowParts parts({*store, {}, data.path(), errors, engine});
        for (const bool own : {true, false, true}) {
            parts.settings.setOwnProcess(own);
            parts.models.refresh();
            QTRY_VERIFY(!parts.models.isScanning() && parts.models.factsOf(model) != nullptr);
            QTRY_COMPARE(parts.models.factsOf(model)->problem, own ? QString("Apart.") : QString());
            QCOMPARE(parts.models.factsOf(model)->architecture, own ? QString() : QString("llama"));
            parts.card.setPath({});
            parts.card.setPath(model);
            QTRY_VERIFY(!parts.card.isBusy());
            QCOMPARE(parts.card.groups().isEmpty(), own);
        }
    }

    void modelsOfDocumentsRunWhereTheSettingsSay() {
        EngineFunctions engine = WindowFixture().engine();
        engine.backends = {{.name = "cpu", .title = "CPU"}};
        const auto failing = [](const char* sentence) -> EmbedderLoader {
            return [sentence](const EmbedderOptions&, const std::stop_token&) -> std::unique_ptr<Embedder> {
                throw Error(ErrorCode::BadFile, sentence);
            };
        };
        engine.loadEmbedder = failing("Here.");
        engine.loadEmbedderApart = failing("Apart.");
        const QTemporaryDir data;
        const auto store = store::Store::inMemory();
        ErrorLog errors(data.filePath("logs"));
        WindowParts parts({*store, {}, data.path(), errors, engine});
        QCOMPARE(parts.embeddingDevice.backend(), std::string("auto"));
        parts.settings.setBackendIndex(1);
        QCOMPARE(parts.embeddingDevice.backend(), std::string("cpu"));
        for (const bool own : {true, false, true}) {
            parts.settings.setOwnProcess(own);
            parts.embedder->setModel("model.gguf");
            QString problem;
            try {
                (void)parts.embedder->loaded({});
            } catch (const Error& error) {
                problem = error.what();
            }
            QCOMPARE(problem, own ? QString("Apart.") : QString("Here."));
        }
    }

    void theInspectorFollowsTheOpenChat() {
        WindowFixture f;
        f.load();
        f.talk("the first question");
        const qint64 first = f.parts.chat.conversationId();
        ReplyInspector& inspector = f.parts.inspector;
        const auto last = [&] { return f.parts.chat.messages()->lastMessageOf("assistant"); };
        const qint64 one = last();
        inspector.inspect(one);
        QCOMPARE(inspector.subject(), QString("To “the first question”"));
        f.parts.conversations.create();
        QVERIFY(!inspector.isActive());
        QCOMPARE(inspector.subject(), QString());
        f.talk("another question");
        inspector.inspect(last());
        QVERIFY(inspector.messageId() != one);
        f.parts.conversations.open(first);
        QCOMPARE(inspector.messageId(), one);
        QCOMPARE(inspector.subject(), QString("To “the first question”"));
        // One that is still being written says so, and is read when it has ended.
        f.script->tokenStep = 10ms;
        f.script->pieces.assign(50, "x");
        QVERIFY(f.parts.chat.send("a third"));
        QTRY_VERIFY(last() != one);
        inspector.inspect(last());
        QCOMPARE(inspector.note(), QString("This reply is still being written."));
        QTRY_VERIFY(!f.parts.chat.canStop());
        QTRY_COMPARE(inspector.note(), QString());
        QCOMPARE(inspector.tokens()->tokenCount(), 50);
    }

    void settingsReachTheNextReply() {
        WindowFixture f;
        f.load();
        f.parts.settings.setPromptLookup(true);
        f.talk("one");
        QVERIFY(f.script->requests.back().speculation == Speculation::PromptLookup);
        f.parts.settings.setPromptLookup(false);
        f.talk("two");
        QVERIFY(f.script->requests.back().speculation == Speculation::Off);
    }

    void modelsThatGuessDoSoUnlessToldOtherwise() {
        WindowFixture f;
        f.script->guessesItself = true;
        f.load();
        f.parts.settings.setPromptLookup(true);
        f.talk("one");
        QVERIFY(f.script->requests.back().speculation == Speculation::Own);
        f.parts.settings.setOwnGuesses(false);
        f.talk("two");
        QVERIFY(f.script->requests.back().speculation == Speculation::PromptLookup);
    }

    void whatIsLookedAtFollowsTheChat() {
        WindowFixture f;
        f.load();
        f.talk("one");
        const qint64 first = f.parts.chat.messages()->lastMessageOf("assistant");
        QCOMPARE(f.parts.nextToken.messageId(), first);
        f.parts.inspector.inspect(first);
        // Another reply takes its place.
        f.parts.chat.versions()->regenerate(first);
        while (f.parts.chat.canStop()) QTest::qWait(1);
        const qint64 second = f.parts.chat.messages()->lastMessageOf("assistant");
        QVERIFY(second != first);
        QCOMPARE(f.parts.nextToken.messageId(), second);
        QCOMPARE(f.parts.inspector.messageId(), second);
        QCOMPARE(f.parts.settings.lastConversation(), f.parts.chat.conversationId());
    }

    void programsAreToldOfModelsThatAreHere() {
        WindowFixture f;
        QCOMPARE(f.parts.programs.model(), QString());
        f.load();
        QCOMPARE(f.parts.programs.model(), QString("model"));
        f.script->serverHost = "rack.lan";
        f.load();
        QCOMPARE(f.parts.programs.model(), QString());
        f.script->serverHost.clear();
        f.load();
        QCOMPARE(f.parts.programs.model(), QString("model"));
        f.parts.engine.unload();
        QTRY_COMPARE(f.parts.programs.model(), QString());
    }

    void failuresAreShownAndLogged() {
        WindowFixture f;
        QSignalSpy shown(&f.parts.application, &Application::errorRaised);
        emit f.parts.chat.failed("This was not saved", "The disk is full.");
        emit f.parts.search.failed("The search did not work", "what somebody looks for");
        emit f.parts.exchange.failed("secret.json was not imported", "It is empty.");
        QCOMPARE(shown.count(), 3);
        QCOMPARE(shown[0][1].toString(), QString("The disk is full."));
        const QString log = f.errors.lastLines(10).join('\n');
        QVERIFY2(log.contains("This was not saved. The disk is full."), qPrintable(log));
        QVERIFY2(!log.contains("secret") && !log.contains("looks for"), qPrintable(log));
    }
};

QTEST_MAIN(TestWindowLinks)
#include "tst_window_links.moc"
