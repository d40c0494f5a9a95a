// The real window with the real starter model: what it says of a reply, of its own speed and of memory.
#include <QTest>

#include "support/driven_window.h"

class TestSeeInside : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    bool shows(const QString& text) { return m_window.tree().dump().contains(text); }
    void page(const QString& name) { m_window.click(name, "page tab"); }

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
        m_window.answerBriefly(24);
        m_window.send("Name one colour of the sea.");
        m_window.waitForReplies(1);
        m_window.click("Open in the inspector");
    }

    // A click on a token, and the first one of the prompt has its share, as it always has.
    void aTokenLightsUpWhatItLookedAt() {
        m_window.click("What a token looked at", "push button");
        // The tokens move up.
        QTRY_VERIFY_WITH_TIMEOUT(shows("How sure it was"), 5000);
        // The middle of a text of three lines may lie behind its end.
        const QRect tokens = m_window.tree().find("Tokens", "list").extents;
        m_window.display().click(tokens.x() + 48, tokens.y() + 16);
        m_window.display().key("Right");
        QTRY_VERIFY2_WITH_TIMEOUT(shows("prompt 1, "), qPrintable(m_window.tree().dump()), 20000);
        m_window.shoot("inside-0-attention");
        m_window.click("How sure it was", "push button");
    }

    void theReplyIsFollowedThroughTheModel() {
        m_window.click("The way of a token", "push button");
        QTRY_VERIFY2(shows("30 layers"), qPrintable(m_window.tree().dump()));
        m_window.shoot("inside-1-way");
    }

    void theMachineIsMeasured() {
        page("Speed");
        // The rest stands below the edge, which the tree does not show.
        QTRY_VERIFY2_WITH_TIMEOUT(shows("One reply"), qPrintable(m_window.tree().dump()), 60000);
        m_window.shoot("inside-2-speed");
    }

    void precisionsHaveTheFilesOwn() {
        page("Precision");
        QTRY_VERIFY2(shows("Q4_1"), qPrintable(m_window.tree().dump()));
        m_window.shoot("inside-3-precision");
    }

    void whatIsTypedIsSplit() {
        page("Words to tokens");
        QTRY_VERIFY2(shows("English"), qPrintable(m_window.tree().dump()));
        m_window.click("Your text", "text");
        m_window.display().type("lighthouse");
        QTRY_VERIFY2(shows("bytes each"), qPrintable(m_window.tree().dump()));
        m_window.shoot("inside-4-words");
    }

    void nothingCostsWithoutAPrice() {
        page("Costs");
        QTRY_VERIFY2(shows("Enter a server's price"), qPrintable(m_window.tree().dump()));
        m_window.shoot("inside-5-costs");
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestSeeInside)
#include "tst_see_inside.moc"
