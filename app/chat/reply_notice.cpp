#include "chat/reply_notice.h"

#include <QCoreApplication>
#include <QVariantMap>

#include "chat/repetition_watch.h"
#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

/// Of a question.
constexpr qsizetype longestShown = 200;

struct NoticeText {
    Q_DECLARE_TR_FUNCTIONS(ReplyNotice)
};

QVariantMap replyAction(const QString& action, const QString& text) {
    return {{QStringLiteral("action"), action}, {QStringLiteral("text"), text}};
}

QVariantMap resume() {
    return replyAction(QStringLiteral("continue"), NoticeText::tr("Continue"));
}

QVariantMap tryAgain() {
    return replyAction(QStringLiteral("regenerate"), NoticeText::tr("Try again"));
}

/// Says of a reply that was there before what can be done about that, besides what the notice says.
ReplyNotice withAskAnew(ReplyNotice notice) {
    if (notice.text.isEmpty())
        notice.text = NoticeText::tr("This was asked before; this is the answer from then.");
    const QVariantMap again = replyAction(QStringLiteral("regenerate"), NoticeText::tr("Ask again"));
    const bool offered = std::ranges::any_of(notice.actions, [&](const QVariant& action) {
        return action.toMap().value(QStringLiteral("action")) == again.value(QStringLiteral("action"));
    });
    if (!offered) notice.actions.append(again);
    return notice;
}

ReplyNotice noticeOfComplete(const store::Message& reply, std::optional<FinishReason> finishReason) {
    if (answerOf(reply.text).isEmpty()) {
        const bool thought = !reply.text.trimmed().isEmpty();
        if (thought && finishReason == FinishReason::MaxTokens)
            return {NoticeText::tr("The reply reached its length limit while the model was thinking."),
                    {resume(), tryAgain()}};
        if (thought && finishReason == FinishReason::ContextFull)
            return {NoticeText::tr("The context was full while the model was thinking."), {tryAgain()}};
        return {thought ? NoticeText::tr("The model ended its reply after thinking, without an answer.")
                        : NoticeText::tr("The model ended its reply without writing anything."),
                {tryAgain()}};
    }
    if (finishReason == FinishReason::MaxTokens)
        return {NoticeText::tr("The reply reached its length limit."), {resume()}};
    return {};
}

}  // namespace

QString answerOf(const QString& text) {
    const QString trimmed = text.trimmed();
    if (!trimmed.startsWith(QLatin1String("<think>"))) return trimmed;
    const qsizetype end = trimmed.indexOf(QLatin1String("</think>"));
    return end < 0 ? QString() : trimmed.mid(end + 8).trimmed();
}

ReplyNotice noticeOf(const store::Message& reply, const ReplyEnd& end) {
    if (reply.role != store::Role::Assistant || !reply.calls.empty()) return {};
    RepetitionWatch watch;
    watch.add(reply.text);
    if (watch.isRepeatingNow())
        return {NoticeText::tr("This reply repeats itself."),
                {replyAction(QStringLiteral("regenerateWithPenalty"),
                             NoticeText::tr("Write it again with a repeat penalty"))}};
    if (end.earlier && reply.state == store::MessageState::Complete) {
        ReplyNotice notice{
            NoticeText::tr("This is the answer to a question that is close to yours (distance %1): “%2”")
                .arg(spokenLocale().toString(end.earlier->distance, 'f', 3),
                     end.earlier->question.simplified().left(longestShown)),
            {}};
        return withAskAnew(std::move(notice));
    }
    switch (reply.state) {
        case store::MessageState::Complete:
            return end.kept ? withAskAnew(noticeOfComplete(reply, end.reason))
                            : noticeOfComplete(reply, end.reason);
        case store::MessageState::Stopped:
            return {NoticeText::tr("Stopped"), {reply.text.isEmpty() ? tryAgain() : resume()}};
        case store::MessageState::Interrupted:
            return {NoticeText::tr("Interrupted: Hearth ended while this was being written."),
                    {reply.text.isEmpty() ? tryAgain() : resume()}};
        default:
            return {};
    }
}

}  // namespace hearth::app
