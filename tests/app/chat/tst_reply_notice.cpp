#include "chat/reply_notice.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestReplyNotice : public QObject {
    Q_OBJECT

    static store::Message reply(const QString& text,
                                store::MessageState state = store::MessageState::Complete) {
        store::Message message;
        message.role = store::Role::Assistant;
        message.text = text;
        message.state = state;
        return message;
    }
    static QString said(const ReplyNotice& notice) {
        QString out = notice.text;
        for (const QVariant& action : notice.actions)
            out += " [" + action.toMap().value("action").toString() + "]";
        return out;
    }

private slots:
    void whatEndedOtherwiseIsSaid() {
        QCOMPARE(said(noticeOf(reply("Hello."), {FinishReason::EndOfText})), QString());
        QCOMPARE(said(noticeOf(reply(" \n"), {FinishReason::EndOfText})),
                 QString("The model ended its reply without writing anything. [regenerate]"));
        QCOMPARE(said(noticeOf(reply("<think>hm</think>\n"), {})),
                 QString("The model ended its reply after thinking, without an answer. [regenerate]"));
        QCOMPARE(said(noticeOf(reply("Half"), {FinishReason::MaxTokens})),
                 QString("The reply reached its length limit. [continue]"));
        QCOMPARE(said(noticeOf(reply("<think>\nlet me"), {FinishReason::MaxTokens})),
                 QString("The reply reached its length limit while the model was thinking. [continue] "
                         "[regenerate]"));
        QCOMPARE(said(noticeOf(reply("<think>\nlet me"), {FinishReason::ContextFull})),
                 QString("The context was full while the model was thinking. [regenerate]"));
        QCOMPARE(said(noticeOf(reply("Half", store::MessageState::Stopped), {FinishReason::Cancelled})),
                 QString("Stopped [continue]"));
        QCOMPARE(said(noticeOf(reply("", store::MessageState::Stopped), {})),
                 QString("Stopped [regenerate]"));
        QCOMPARE(said(noticeOf(reply("Half", store::MessageState::Interrupted), {})),
                 QString("Interrupted: Hearth ended while this was being written. [continue]"));
        QCOMPARE(said(noticeOf(reply("", store::MessageState::Failed), {})), QString());
        QCOMPARE(said(noticeOf(reply(QString("The same line.\n").repeated(60)), {FinishReason::MaxTokens})),
                 QString("This reply repeats itself. [regenerateWithPenalty]"));
        store::Message question = reply("");
        question.role = store::Role::User;
        QCOMPARE(said(noticeOf(question, {})), QString());
        QCOMPARE(
            said(noticeOf(reply("Hello."),
                          {FinishReason::EndOfText, false, EarlierAnswer::Mark{"Who are\nyou?", 0.0625}})),
            QString(
                "This is the answer to a question that is close to yours (distance 0.063): “Who are you?” "
                "[regenerate]"));
        QCOMPARE(said(noticeOf(reply("Hello."), {FinishReason::EndOfText, true})),
                 QString("This was asked before; this is the answer from then. [regenerate]"));
        QCOMPARE(said(noticeOf(reply("Half"), {FinishReason::MaxTokens, true})),
                 QString("The reply reached its length limit. [continue] [regenerate]"));
        QCOMPARE(said(noticeOf(reply(""), {FinishReason::EndOfText, true})),
                 QString("The model ended its reply without writing anything. [regenerate]"));
    }
};

QTEST_GUILESS_MAIN(TestReplyNotice)
#include "tst_reply_notice.moc"
