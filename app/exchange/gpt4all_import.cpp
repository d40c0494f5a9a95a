#include <QCoreApplication>
#include <QtEndian>

#include "exchange/chat_importers.h"
#include "exchange/said_time.h"
#include "exchange/tree_builder.h"

namespace hearth::app {

namespace {

constexpr quint32 magic = 0xF5D553CC;
constexpr int lastVersion = 12;
constexpr int deepest = 32;

struct Gpt4AllText {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

[[noreturn]] void fail(const QString& sentence) {
    throw ImportError(sentence);
}

/// Big-endian numbers and texts as QDataStream writes them, with every length held against what is left.
class Reader {
public:
    explicit Reader(const QByteArray& data) : m_data(data) {}

    template <class Number>
    Number number() {
        need(sizeof(Number));
        const Number value = qFromBigEndian<Number>(m_data.constData() + m_at);
        m_at += static_cast<qsizetype>(sizeof(Number));
        return value;
    }
    bool boolean() { return number<quint8>() != 0; }
    QString string() {
        const quint32 bytes = number<quint32>();
        if (bytes == 0xFFFFFFFF) return {};
        need(bytes);
        if (bytes % 2 != 0)
            fail(Gpt4AllText::tr("This GPT4All chat is damaged: a text in it is incomplete."));
        QString text(static_cast<qsizetype>(bytes / 2), Qt::Uninitialized);
        qFromBigEndian<char16_t>(m_data.constData() + m_at, text.size(), text.data());
        m_at += bytes;
        return text;
    }
    void skip(quint64 bytes) {
        need(bytes);
        m_at += static_cast<qsizetype>(bytes);
    }
    void skipBytes() {
        const quint32 bytes = number<quint32>();
        if (bytes != 0xFFFFFFFF) skip(bytes);
    }
    /// A count of things that take at least `leastBytes` each.
    template <class Number>
    quint64 count(quint64 leastBytes) {
        const auto value = number<Number>();
        if (value < 0 || static_cast<quint64>(value) > left() / leastBytes)
            fail(Gpt4AllText::tr("This GPT4All chat is damaged: it contains less than it claims."));
        return static_cast<quint64>(value);
    }
    quint64 left() const { return static_cast<quint64>(m_data.size() - m_at); }

private:
    void need(quint64 bytes) const {
        if (bytes > left()) fail(Gpt4AllText::tr("This GPT4All chat is cut off; copy it again."));
    }
    const QByteArray& m_data;
    qsizetype m_at = 0;
};

void skipVariant(Reader& in) {
    const quint32 type = in.number<quint32>();
    in.number<quint8>();
    switch (type) {
        case 0:
            return;
        case 1:
            in.skip(1);
            return;
        case 2:
        case 3:
            in.skip(4);
            return;
        case 4:
        case 5:
        case 6:
            in.skip(8);
            return;
        case 10:
            in.string();
            return;
        default:
            fail(Gpt4AllText::tr("This GPT4All chat contains a value that Hearth does not know."));
    }
}

void skipModelState(Reader& in, int version) {
    const bool hasState = version < 6 || in.boolean();
    if (version >= 2) {
        in.number<qint32>();
        if (in.number<qint32>() != 0)
            fail(Gpt4AllText::tr("This GPT4All chat contains a state that Hearth does not know."));
    }
    in.string();
    in.string();
    in.number<quint32>();
    if (!hasState) return;
    if (version < 4) in.number<quint32>();
    in.number<quint32>();
    if (version >= 7) in.number<quint32>();
    const auto skipWords = [&in] {
        const quint64 words = in.number<quint64>();
        if (words > in.left() / 4) fail(Gpt4AllText::tr("This GPT4All chat is cut off; copy it again."));
        in.skip(words * 4);
    };
    if (version < 9) skipWords();
    skipWords();
    in.skipBytes();
}

void skipSources(Reader& in, int version) {
    if (version >= 8) {
        for (quint64 n = in.count<qint64>(7 * 4 + 12); n > 0; --n) {
            for (int i = 0; i < 7; ++i) in.string();
            in.skip(12);
        }
    } else if (version >= 3) {
        in.string();
        for (quint64 n = in.count<quint32>(4); n > 0; --n) in.string();
    }
}

/// Adds an item's parts to the answer and the thought.
void readSubItems(Reader& in, QString& answer, QString& thought, int depth) {
    if (depth > deepest) fail(Gpt4AllText::tr("This GPT4All chat is nested too deeply."));
    for (quint64 n = in.count<qint64>(12); n > 0; --n) {
        const QString name = in.string();
        const QString value = in.string();
        if (name == QLatin1String("ToolCall: ")) {
            in.string();
            for (quint64 p = in.count<qint64>(13); p > 0; --p) {
                in.string();
                in.number<qint32>();
                skipVariant(in);
            }
            in.string();
            in.number<qint32>();
            in.string();
        } else if (name == QLatin1String("Think: ")) {
            in.number<qint32>();
            thought += value;
        } else {
            answer += value;
        }
        readSubItems(in, answer, thought, depth + 1);
    }
}

/// One item; false for kinds that are not shown.
bool readItem(Reader& in, int version, store::Message& message) {
    if (version < 12) in.number<qint32>();
    const QString name = in.string();
    const QString value = in.string();
    if (version < 10) in.string();
    in.string();
    in.skip(2);  // isCurrentResponse, stopped
    in.skip(2);  // thumbs
    const bool isReply = name == QLatin1String("Response: ");
    if (version >= 11 && isReply) in.skip(1);
    skipSources(in, version);
    if (version >= 10) {
        for (quint64 n = in.count<qint64>(8); n > 0; --n) {
            in.skipBytes();
            in.skipBytes();
        }
    }
    QString answer, thought;
    if (version >= 12) readSubItems(in, answer, thought, 0);
    if (answer.isEmpty()) answer = value;
    message.text =
        thought.trimmed().isEmpty() ? answer.trimmed() : withThought(thought.trimmed(), answer.trimmed());
    message.role = isReply                             ? store::Role::Assistant
                   : name == QLatin1String("System: ") ? store::Role::System
                                                       : store::Role::User;
    const bool isKnown = isReply || name == QLatin1String("Prompt: ") || name == QLatin1String("System: ");
    return isKnown && !message.text.isEmpty();
}

}  // namespace

ExchangedConversation fromGpt4All(const QByteArray& file) {
    Reader in(file);
    if (in.number<quint32>() != magic) fail(Gpt4AllText::tr("This is not a GPT4All chat."));
    const int version = in.number<qint32>();
    if (version < 1 || version > lastVersion)
        fail(Gpt4AllText::tr("This GPT4All chat was saved by a version that Hearth does not know."));
    ExchangedConversation exchanged;
    exchanged.conversation.createdAt = saidTime(static_cast<double>(in.number<qint64>()) * 1000);
    in.string();
    exchanged.conversation.title = in.string();
    exchanged.conversation.titleSource = store::TitleSource::Person;
    in.string();
    exchanged.conversation.model = in.string();
    if (version >= 3)
        for (quint64 n = in.count<quint32>(4); n > 0; --n) in.string();
    if (version < 11) skipModelState(in, version);
    qint64 parent = 0;
    for (quint64 n = in.count<qint32>(20); n > 0; --n) {
        store::Message message;
        if (!readItem(in, version, message)) continue;
        message.id = static_cast<qint64>(exchanged.messages.size()) + 1;
        message.parentId = parent;
        message.model = message.role == store::Role::Assistant ? exchanged.conversation.model : QString();
        if (parent == 0)
            exchanged.conversation.activeRoot = message.id;
        else
            exchanged.messages.back().activeChild = message.id;
        parent = message.id;
        exchanged.messages.push_back(std::move(message));
    }
    if (in.left() != 0) fail(Gpt4AllText::tr("This GPT4All chat contains more than Hearth understands."));
    return exchanged;
}

}  // namespace hearth::app
