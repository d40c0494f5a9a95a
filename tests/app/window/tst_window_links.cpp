#include "window/window_links.h"

#include <QSignalSpy>
#include <QtTest>

#include "window_fixture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::WindowFixture;

namespace {

/// All models make embeddings, and those of the name only score pairs.
class DocumentModels : public test::PlayedProvider {
public:
    DocumentModels() : PlayedProvider(std::make_shared<test::EngineScript>()) {}
    bool makesEmbeddings(const QString&) const override { return true; }
    bool reranks(const QString& path) const override { return path.contains("rank"); }
    std::unique_ptr<ModelProvider> models(ModelPlace, const QString&) const override {
        return std::make_unique<DocumentModels>();
    }
};

/// Models of documents are refused, and others cannot be read apart.
class TwoPlaces : public test::PlayedProvider {
public:
    TwoPlaces() : PlayedProvider(std::make_shared<test::EngineScript>()) {}
    std::vector<BackendLabel> backends() const override { return {{.name = "cpu", .title = "CPU"}}; }
    std::unique_ptr<Embedder> loadEmbedder(const EmbedderOptions&, const std::stop_token&) const override {
        throw Error(ErrorCode::BadFile, m_apart ? "Apart." : "Here.");
    }
    ModelHeader header(const QString& path) const override {
        if (m_apart) throw Error(ErrorCode::BadFile, "Apart.");
        return PlayedProvider::header(path);
    }
    std::unique_ptr<ModelProvider> models(ModelPlace place, const QString&) const override {
        auto other = std::make_unique<TwoPlaces>();
        other->m_apart = place == ModelPlace::Sandbox;
        return other;
    }

private:
    bool m_apart = false;
};

}  // namespace

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
        QVERIFY(f.parts.chats.chat.send("Q"));
        f.parts.chats.conversations.create();
        QVERIFY(!f.parts.chats.chat.canStop());
        f.parts.models.folder.moveTo(QUrl::fromLocalFile(other.path()));
        QVERIFY2(f.parts.models.folder.problem().startsWith("A model is loading or writing a reply."),
                 qPrintable(f.parts.models.folder.problem()));
        QVERIFY(!f.parts.models.folder.isMoving());
        f.parts.chats.conversations.busy->stopAll();
        QTRY_COMPARE(f.parts.chats.conversations.busy->count(), 0);
        f.parts.models.folder.moveTo(QUrl::fromLocalFile(other.path()));
        QCOMPARE(f.parts.models.folder.problem(), QString());
    }

    void anotherFolderCountsForDownloadsToo() {
        WindowFixture f;
        QTemporaryDir other;
        f.parts.models.folder.use(QUrl::fromLocalFile(other.path()));
        QCOMPARE(f.parts.settings.app.models->modelsFolder(), other.path());
        QCOMPARE(ModelsArea::downloadFolders("/a").models, QString("/a"));
        QCOMPARE(ModelsArea::downloadFolders("/a").parts, QString("/a/.downloads"));
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
        const test::PlayedProvider engine(std::make_shared<test::EngineScript>());
        for (const QString& path : added) {
            WindowParts parts({*store, {}, data.path(), errors, engine});
            parts.models.installed.addFile(QUrl::fromLocalFile(path));
            QTRY_VERIFY(parts.models.installed.factsOf(path) != nullptr);
        }
        WindowParts parts({*store, {}, data.path(), errors, engine});
        parts.models.installed.refresh();
        QTRY_VERIFY(!parts.models.installed.isScanning());
        for (const QString& path : added)
            QVERIFY2(parts.models.installed.factsOf(path) != nullptr, qPrintable(path));
    }

    void rerankersAreOfferedAsSuchAlone() {
        const DocumentModels engine;
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
        parts.models.installed.refresh();
        QTRY_COMPARE(parts.documents.vectors.names().size(), 2);
        QCOMPARE(parts.documents.vectors.names().last(),
                 parts.models.installed.factsOf(data.filePath("models/means.gguf"))->name);
        QCOMPARE(parts.documents.reranker.names().size(), 2);
        QCOMPARE(parts.documents.reranker.names().last(),
                 parts.models.installed.factsOf(data.filePath("models/ranks.gguf"))->name);
        QCOMPARE(parts.documents.reranker.current(), 0);
        // They have no memory plan of a chat, and nothing is wrong with them.
        const ModelFacts* facts = parts.models.installed.factsOf(data.filePath("models/means.gguf"));
        QVERIFY2(facts->problem.isEmpty(), qPrintable(facts->problem));
        QCOMPARE(facts->plan.totalBytes(), static_cast<uint64_t>(facts->sizeBytes));
        QCOMPARE(parts.session.start.modelPath({}), QString());
        // A downloaded model is offered for its purpose.
        emit parts.models.downloads.installed(data.filePath("models/ranks.gguf"), "Ranks");
        QCOMPARE(parts.desktop.toasts.actionText(), QString("Use"));
        parts.desktop.toasts.act();
        QCOMPARE(parts.documents.reranker.path(), data.filePath("models/ranks.gguf"));
    }

    void headersAreReadInAProcessOfTheirOwnWhereModelsRunInOne() {
        const TwoPlaces engine;
        const QTemporaryDir data;
        QVERIFY(QDir(data.path()).mkpath("models"));
        const QString model = data.filePath("models/model.gguf");
        QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf", model));
        const auto store = store::Store::inMemory();
        ErrorLog errors(data.filePath("logs"));
        WindowParts parts({*store, {}, data.path(), errors, engine});
        for (const bool own : {true, false, true}) {
            parts.settings.app.engine->setOwnProcess(own);
            parts.models.installed.refresh();
            QTRY_VERIFY(!parts.models.installed.isScanning() &&
                        parts.models.installed.factsOf(model) != nullptr);
            QTRY_COMPARE(parts.models.installed.factsOf(model)->problem, own ? QString("Apart.") : QString());
            QCOMPARE(parts.models.installed.factsOf(model)->architecture, own ? QString() : QString("llama"));
            parts.models.card.setPath({});
            parts.models.card.setPath(model);
            QTRY_VERIFY(!parts.models.card.isBusy());
            QCOMPARE(parts.models.card.groups().isEmpty(), own);
        }
    }

    void modelsOfDocumentsRunWhereTheSettingsSay() {
        const TwoPlaces engine;
        const QTemporaryDir data;
        const auto store = store::Store::inMemory();
        ErrorLog errors(data.filePath("logs"));
        WindowParts parts({*store, {}, data.path(), errors, engine});
        QCOMPARE(parts.documents.device.backend(), std::string("auto"));
        parts.settings.app.engine->setBackendIndex(1);
        QCOMPARE(parts.documents.device.backend(), std::string("cpu"));
        for (const bool own : {true, false, true}) {
            parts.settings.app.engine->setOwnProcess(own);
            parts.documents.embedder->setModel("model.gguf");
            QString problem;
            try {
                (void)parts.documents.embedder->loaded({});
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
        const qint64 first = f.parts.chats.chat.conversationId();
        ReplyInspector& inspector = f.parts.inspector.reply;
        const auto last = [&] { return f.parts.chats.chat.messages()->lastMessageOf("assistant"); };
        const qint64 one = last();
        inspector.inspect(one);
        QCOMPARE(inspector.subject(), QString("To “the first question”"));
        f.parts.chats.conversations.create();
        QVERIFY(!inspector.isActive());
        QCOMPARE(inspector.subject(), QString());
        f.talk("another question");
        inspector.inspect(last());
        QVERIFY(inspector.messageId() != one);
        f.parts.chats.conversations.open(first);
        QCOMPARE(inspector.messageId(), one);
        QCOMPARE(inspector.subject(), QString("To “the first question”"));
        // One that is still being written says so, and is read when it has ended.
        f.script->tokenStep = 10ms;
        f.script->pieces.assign(50, "x");
        QVERIFY(f.parts.chats.chat.send("a third"));
        QTRY_VERIFY(last() != one);
        inspector.inspect(last());
        QCOMPARE(inspector.note(), QString("This reply is still being written."));
        QTRY_VERIFY(!f.parts.chats.chat.canStop());
        QTRY_COMPARE(inspector.note(), QString());
        QCOMPARE(inspector.tokens()->tokenCount(), 50);
    }

    void settingsReachTheNextReply() {
        WindowFixture f;
        f.load();
        f.parts.settings.app.engine->setPromptLookup(true);
        f.talk("one");
        QVERIFY(f.script->requests.back().speculation == Speculation::PromptLookup);
        f.parts.settings.app.engine->setPromptLookup(false);
        f.talk("two");
        QVERIFY(f.script->requests.back().speculation == Speculation::Off);
    }

    void modelsThatGuessDoSoUnlessToldOtherwise() {
        WindowFixture f;
        f.script->hasMtp = true;
        f.load();
        f.parts.settings.app.engine->setPromptLookup(true);
        f.talk("one");
        QVERIFY(f.script->requests.back().speculation == Speculation::Own);
        f.parts.settings.app.engine->setOwnGuesses(false);
        f.talk("two");
        QVERIFY(f.script->requests.back().speculation == Speculation::PromptLookup);
    }

    void whatIsLookedAtFollowsTheChat() {
        WindowFixture f;
        f.load();
        f.talk("one");
        const qint64 first = f.parts.chats.chat.messages()->lastMessageOf("assistant");
        QCOMPARE(f.parts.inspector.nextToken.messageId(), first);
        f.parts.inspector.reply.inspect(first);
        // Another reply takes its place.
        f.parts.chats.chat.versions->regenerate(first);
        while (f.parts.chats.chat.canStop()) QTest::qWait(1);
        const qint64 second = f.parts.chats.chat.messages()->lastMessageOf("assistant");
        QVERIFY(second != first);
        QCOMPARE(f.parts.inspector.nextToken.messageId(), second);
        QCOMPARE(f.parts.inspector.reply.messageId(), second);
        QCOMPARE(f.parts.settings.app.window->lastConversation(), f.parts.chats.chat.conversationId());
    }

    void programsAreToldOfModelsThatAreHere() {
        WindowFixture f;
        QCOMPARE(f.parts.session.programs.model(), QString());
        f.load();
        QCOMPARE(f.parts.session.programs.model(), QString("model"));
        f.script->serverHost = "rack.lan";
        f.load();
        QCOMPARE(f.parts.session.programs.model(), QString());
        f.script->serverHost.clear();
        f.load();
        QCOMPARE(f.parts.session.programs.model(), QString("model"));
        f.parts.models.engine.unload();
        QTRY_COMPARE(f.parts.session.programs.model(), QString());
    }

    void failuresAreShownAndLogged() {
        WindowFixture f;
        QSignalSpy shown(&f.parts.desktop, &DesktopArea::errorRaised);
        emit f.parts.chats.chat.failed("This was not saved", "The disk is full.");
        emit f.parts.chats.search.failed("The search did not work", "what somebody looks for");
        emit f.parts.chats.exchange.failed("secret.json was not imported", "It is empty.");
        QCOMPARE(shown.count(), 3);
        QCOMPARE(shown[0][1].toString(), QString("The disk is full."));
        const QString log = f.errors.lastLines(10).join('\n');
        QVERIFY2(log.contains("This was not saved. The disk is full."), qPrintable(log));
        QVERIFY2(!log.contains("secret") && !log.contains("looks for"), qPrintable(log));
    }
};

QTEST_MAIN(TestWindowLinks)
#include "tst_window_links.moc"
