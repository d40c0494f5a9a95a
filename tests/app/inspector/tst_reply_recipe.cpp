#include "inspector/reply_recipe.h"

#include "../chat/chat_fixture.h"
#include "chat/recipe_keys.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;

class TestReplyRecipe : public QObject {
    Q_OBJECT

private slots:
    // Later changes of the settings do not count.
    void whatItWasAskedForWith() {
        test::ChatFixture f;
        f.load();
        f.sampling.setValue("temperature", 0.3);
        f.chat.setSystemPrompt("Be brief.");
        f.talk("hi");
        f.talk("and then?");
        f.sampling.setValue("temperature", 1.5);
        f.chat.setSystemPrompt("Be long.");
        const ReplyRecipe recipe = recipeOfReply(*f.store, f.engine, f.idAt(3));
        QCOMPARE(recipe.problem, QString());
        QVERIFY(recipe.request && recipe.parts.size() == 1);
        QVERIFY(std::abs(recipe.request->sampling.temperature - 0.3F) < 1e-6F);
        QCOMPARE(recipe.request->sampling.seed.value_or(0), uint64_t(42));
        QCOMPARE(QString::fromStdString(recipe.request->messages.front().content),
                 QStringLiteral("Be brief."));
        QCOMPARE(recipe.request->messages.size(), size_t(4));
        QVERIFY(!recipe.tokens.empty());
    }

    void picturesAreAskedForAgain() {
        test::ChatFixture f;
        f.load();
        f.chat.draft->pictures()->add({test::smallPicture(1), "a.png"});
        f.talk("What is it?");
        f.chat.versions->edit(f.idAt(0), "What is it?", {{test::smallPicture(2), "b.png"}});
        f.waitForReply();
        const auto picturesOf = [&f](qint64 reply) {
            const ReplyRecipe recipe = recipeOfReply(*f.store, f.engine, reply);
            return recipe.parts.at(0).request.messages.at(0).pictures;
        };
        const qint64 edited = f.idAt(1);
        f.chat.versions->select(f.idAt(0), -1);
        // Each version has its own.
        QCOMPARE(picturesOf(f.idAt(1)).size(), size_t{1});
        QVERIFY(picturesOf(f.idAt(1))[0].file->hash() == test::smallPicture(1)->hash());
        QVERIFY(picturesOf(edited)[0].file->hash() == test::smallPicture(2)->hash());
    }

    void whatItWasHeldTo() {
        test::ChatFixture f;
        f.load();
        f.chat.structure->setKind(ReplyStructure::Regex);
        f.chat.structure->setSource("yes|no");
        f.chat.structure->setOn(true);
        f.sampling.choices->setThinking("off");
        f.talk("Ready?");
        f.chat.structure->setSource("maybe");
        f.sampling.choices->setThinking({});
        const ReplyRecipe recipe = recipeOfReply(*f.store, f.engine, f.idAt(1));
        QVERIFY(recipe.request && recipe.parts.size() == 1);
        QCOMPARE(recipe.request->grammar, (ReplyGrammar{ReplyGrammar::Kind::Regex, "yes|no"}));
        QCOMPARE(recipe.parts[0].request.grammar, recipe.request->grammar);
        QCOMPARE(recipe.request->templateVariables, std::string("{\"enable_thinking\":false}"));
        // A reply of another manner knows nothing of it.
        f.chat.structure->setOn(false);
        f.talk("And now?");
        QCOMPARE(recipeOfReply(*f.store, f.engine, f.idAt(3)).request->grammar, ReplyGrammar());
    }

    void anotherModelIsSaid() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        const qint64 id = f.idAt(1);
        f.engine.unload();
        QVERIFY(!f.engine.isReady());
        const ReplyRecipe recipe = recipeOfReply(*f.store, f.engine, id);
        QVERIFY(!recipe.request);
        QVERIFY2(recipe.problem.startsWith("Load "), qPrintable(recipe.problem));
        QVERIFY(!recipe.tokens.empty());
    }

    void partsOfWhichNothingWasKeptAreSaid() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        auto generation = f.store->generations().find(f.idAt(1));
        QVERIFY(generation);
        generation->recipe[recipe::continued] = true;
        f.store->generations().put(f.idAt(1), *generation);
        const ReplyRecipe made = recipeOfReply(*f.store, f.engine, f.idAt(1));
        QVERIFY(made.parts.empty());
        QCOMPARE(made.problem,
                 QString("This reply was generated in parts by an earlier version, which did not "
                         "keep how each of them was made."));
    }

    void whatIsNotStoredIsSaid() {
        test::ChatFixture f;
        const ReplyRecipe recipe = recipeOfReply(*f.store, f.engine, 4711);
        QVERIFY(!recipe.request);
        QVERIFY(recipe.problem.startsWith("Nothing is stored"));
    }

    void aReplyInTwoPartsHasARecipeForEach() {
        test::ChatFixture f;
        f.load();
        f.talk("hi");
        f.chat.versions->continueReply(f.idAt(1));
        f.waitForReply();
        const ReplyRecipe recipe = recipeOfReply(*f.store, f.engine, f.idAt(1));
        QCOMPARE(recipe.parts.size(), size_t{2});
        QVERIFY(!recipe.parts[0].request.continueLast && recipe.parts[1].request.continueLast);
        QCOMPARE(recipe.parts[1].firstToken, recipe.parts[0].tokens.size());
        QCOMPARE(recipe.parts[1].firstToken + recipe.parts[1].tokens.size(), recipe.tokens.size());
    }
};

QTEST_GUILESS_MAIN(TestReplyRecipe)
#include "tst_reply_recipe.moc"
