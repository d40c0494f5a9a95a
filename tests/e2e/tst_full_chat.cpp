// The real window with the real starter model in a short context: what happens when a chat is full, by
// keyboard.
#include <QTest>

#include "support/driven_window.h"

class TestFullChat : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    int number(const char* sql) const { return query(sql).toInt(); }
    void key(const QString& name) { m_window.display().key(name); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    QString lastState() const {
        return query("SELECT state FROM message WHERE role = 2 ORDER BY id DESC LIMIT 1");
    }
    QString lastRecipe(const char* key) const {
        return query(qPrintable(
            QString("SELECT json_extract(recipe, '$.%1') FROM generation ORDER BY message_id DESC LIMIT 1")
                .arg(key)));
    }
    int replies() const { return number("SELECT count(*) FROM message WHERE role = 2"); }

    /// True if the remedies are offered: in the card of a reply that failed, or above the composer.
    bool isFull() { return shows("Longer context", "push button"); }
    bool isAtRest() { return query("SELECT count(*) FROM message WHERE state = 1") == "0"; }
    void toComposer() {
        m_window.click("Message", "text");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Message", "text", 0).focused, 5000);
    }
    /// Text in the composer; empty while a card offers to ask again.
    QString draft() { return m_window.tree().find("Message", "text", 0).text; }
    void typeQuestion(const QString& last = {}) {
        toComposer();
        m_window.display().type(
            "Tell me about the long road from the harbour to the lighthouse, who walked it in the winter of "
            "that year, what they carried in their bags, what they said to each other on the way, and why "
            "nobody came back before the spring. Leave nothing out, and say it in the order in which it "
            "happened.",
            last);
    }
    /// Sends at once, before the window has counted what was typed.
    void ask() {
        const int before = replies();
        typeQuestion("Return");
        QTRY_VERIFY_WITH_TIMEOUT(isFull() || (replies() > before && isAtRest()), 60000);
    }
    /// Until a question has no room. Which one that is depends on what the model says: if a reply took the
    /// last of the room, the next question is typed, for what helps needs one.
    void fill() {
        for (int turn = 0; turn < 12; ++turn) {
            ask();
            if (QTest::currentTestFailed()) return;
            if (!isFull()) continue;
            QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), 60000);
            if (lastState() != "4" && draft().isEmpty()) typeQuestion();
            // A reply that ended early may have left room after all.
            for (int wait = 0; wait < 30 && !isFull(); ++wait) QTest::qWait(100);
            if (isFull()) return;
            toComposer();
            key("ctrl+a");
            key("Delete");
        }
        QFAIL("the chat was never full");
    }
    /// Until what helps has led to a reply beyond those that were there before.
    void waitForRoom(int before) {
        QTRY_VERIFY_WITH_TIMEOUT(replies() > before && !isFull() && isAtRest() && lastState() == "0", 90000);
    }
    /// Moves the keyboard to a control.
    void reach(const QString& name, const QString& role = {}) {
        for (int i = 0; i < 80; ++i) {
            if (m_window.tree().find(name, role, 0).focused) return;
            key("shift+Tab");
        }
        QFAIL(qPrintable("not reached by keyboard: " + name));
    }
    /// The tree and the keyboard have only what is in view.
    void scrollUpTo(const QString& name) {
        const QPoint middle = m_window.tree().find("Messages", "list").extents.center();
        constexpr int wheelUp = 4;
        for (int notch = 0; notch < 60 && !shows(name); ++notch)
            m_window.display().click(middle.x(), middle.y(), wheelUp);
        QVERIFY2(shows(name), qPrintable("not found above: " + name));
    }
    void press(const QString& name, const QString& role = {}) {
        toComposer();
        reach(name, role);
        if (!QTest::currentTestFailed()) key("Return");
    }
    void choose(const QString& name) {
        m_window.click("Context: ");
        QTRY_VERIFY_WITH_TIMEOUT(shows(name, "radio button"), 5000);
        m_window.click(name, "radio button");
        m_window.shoot("full-context-choice-" + name.toLower());
        key("Escape");
        // Until then it takes the next click.
        QTRY_VERIFY_WITH_TIMEOUT(!shows(name, "radio button"), 5000);
    }
    void restart(const char* change) {
        m_window.quit();
        m_window.change(change);
        m_window.start();
    }

private slots:
    void cleanup() {
        if (!QTest::currentTestFailed()) return;
        m_window.shoot("failed-full-context");
        qInfo("%s", qPrintable(m_window.tree().dump()));
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
        m_window.answerBriefly(150);
        restart("UPDATE setting SET value = json_set(value, '$[0].contextLength', 512) WHERE name = 'app'");
    }

    void theOldestTurnsAreDropped() {
        fill();
        QVERIFY(lastState() == "4" || !draft().isEmpty());
        QVERIFY(shows("Summarise", "push button") && shows("Drop the oldest turns", "push button"));
        QVERIFY(shows("New chat with a summary", "push button") && !shows("Try again", "push button"));
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
        m_window.shoot("full-context-1-card");
        const int before = replies();
        press("Drop the oldest turns", "push button");
        waitForRoom(before);
        QVERIFY(!lastRecipe("cuts").isEmpty());
        QVERIFY(query("SELECT figures FROM message WHERE role = 2 ORDER BY id DESC LIMIT 1")
                    .contains("messagesLeftOut"));
        m_window.shoot("full-context-2-dropped");
    }

    void aSummaryIsStoppedWrittenAndChanged() {
        fill();
        const int before = replies();
        press("Summarise", "push button");
        // At once: a short summary is written sooner than the tree can be read.
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Summarising", "push button"), 3000);
        QCOMPARE(query("SELECT count(*) FROM summary"), QString("0"));
        QVERIFY(isFull());
        press("Summarise", "push button");
        m_window.shoot("full-context-3-summarising");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) > 0 FROM summary"), QString("1"), 60000);
        waitForRoom(before);
        QVERIFY(!lastRecipe("summary").isEmpty());
        scrollUpTo("Earlier messages, summarised");
        press("Earlier messages, summarised", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Edit", "push button"), 5000);
        m_window.shoot("full-context-4-summary");
        // Messages have a button of that name as well.
        for (int i = 0; i < 6 && !m_window.tree().find("Use the messages again", {}, 0).focused; ++i)
            key("Tab");
        key("shift+Tab");
        key("Return");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Summary", "text", 0).focused, 5000);
        key("ctrl+a");
        m_window.display().type("They walked to the lighthouse.");
        m_window.shoot("full-context-5-summary-changed");
        key("Tab");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Save", "push button", 0).focused, 5000);
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT text FROM summary WHERE edited = 1"),
                                  QString("They walked to the lighthouse."), 5000);
        ask();
        QCOMPARE(lastRecipe("summary"), QString("They walked to the lighthouse."));
    }

    void aChatSlides() {
        choose("Slide");
        for (int turn = 0; turn < 3; ++turn) ask();
        QCOMPARE(lastState(), QString("0"));
        QVERIFY(!lastRecipe("cuts").isEmpty());
        QCOMPARE(lastRecipe("overflow"), QString("slide"));
        // The tokens after the cut are not processed again.
        QVERIFY2(m_window.lastMetric("processedTokens").toInt() < 120,
                 qPrintable(m_window.lastMetric("processedTokens")));
        m_window.shoot("full-context-6-slid");
    }

    void aChatIsSummarisedBeforeItIsFull() {
        const int before = number("SELECT max(id) FROM summary");
        choose("Summarise");
        for (int turn = 0; turn < 3; ++turn) ask();
        QTRY_VERIFY_WITH_TIMEOUT(number("SELECT max(id) FROM summary") > before, 60000);
        QCOMPARE(lastState(), QString("0"));
    }

    void aNewChatBeginsWithASummary() {
        choose("Stop");
        fill();
        press("New chat with a summary", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM conversation"), QString("2"), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window.tree().find("Message", "text", 0).text.startsWith("Tell me about the long"), 5000);
        scrollUpTo("Earlier messages, summarised");
        m_window.shoot("full-context-7-new-chat");
        key("ctrl+a");
        key("Delete");
    }

    void aLongerContextIsLoaded() {
        fill();
        press("Longer context", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(!isFull() && m_window.tree().find("Model:", {}, 0).name.contains("Q4_1"),
                                 60000);
        if (!m_window.tree().find("Message", "text").text.isEmpty()) {
            m_window.click("Message", "text");
            key("Return");
        } else if (lastState() != "4" && isAtRest()) {
            // The last reply ended with the context, and nothing waited to be sent.
            ask();
        }
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest() && lastRecipe("contextLength").toInt() > 512, 60000);
    }

    void inTheDark() {
        restart(
            "UPDATE setting SET value = json_set(value, '$[0].contextLength', 512, '$[0].loadOptions', "
            "json('{}'), '$[0].theme', 'dark') WHERE name = 'app'");
        key("ctrl+n");
        fill();
        m_window.shoot("full-context-dark-1-card");
    }
};

QTEST_GUILESS_MAIN(TestFullChat)
#include "tst_full_chat.moc"
