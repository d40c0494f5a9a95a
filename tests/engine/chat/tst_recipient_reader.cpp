// Messages with recipients, as Muse Glimmer writes them.
#include <QtTest>
#include <random>

#include "chat/reply_reader.h"

using namespace hearth;

class RecipientReaderTest : public QObject {
    Q_OBJECT

    static std::string shown(SegmentList& segments) {
        std::string out;
        SegmentKind last = SegmentKind::ToolCall;
        for (const ReplySegment& segment : segments.take()) {
            if (segment.kind == SegmentKind::ToolCall) {
                out += "T[" + segment.call.name + segment.call.argumentsJson + "]";
            } else if (segment.kind == last && !segment.isCut) {
                out.insert(out.size() - 1, segment.text);
            } else {
                const std::string mark = segment.kind == SegmentKind::Reasoning ? "R[" : "C[";
                out += (segment.isCut ? "cut " : "") + mark + segment.text + "]";
            }
            last = segment.kind;
        }
        return out;
    }
    static std::string read(const std::vector<std::string>& pieces) {
        ReplyFormat format;
        format.recipients = true;
        format.calls = {{"<call>", "</call>", CallBody::Tagged}};
        SegmentList segments;
        const auto reader =
            makeRecipientReader(makeMarkReader(format, nlohmann::ordered_json(), segments), segments);
        for (const std::string& piece : pieces) reader->feed(piece);
        reader->finish(ReplyEnd::Complete);
        return shown(segments);
    }

private slots:
    void messages_data() {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const QByteArray& reply, const char* expected) {
            QTest::newRow(name) << reply << QByteArray(expected);
        };
        row("nothing", "", "");
        row("no header", "Hi", "C[Hi]");
        row("header without a recipient", "<|start|>assistant<|message|>Hi<|eot|>", "C[Hi]");
        row("thought, answer", " to=self<|message|>Hm<|eom|><|start|>assistant to=user<|message|>Hi<|eot|>",
            "R[Hm]C[Hi]");
        row("no space", "to=self<|message|>Hm<|eom|>to=user<|message|>Hi", "R[Hm]C[Hi]");
        row("a header without an end before it",
            " to=self<|message|>Hm<|start|>assistant to=user<|message|>Hi", "R[Hm]C[Hi]");
        row("two thoughts", " to=self<|message|>a<|eom|><|start|>assistant to=self<|message|>b", "R[ab]");
        row("a name that begins as self", " to=selfish<|message|>Hi", "C[Hi]");
        row("marks of headers in a text", " to=user<|message|>write to=self, then <|message|>",
            "C[write to=self, then <|message|>]");
        row("less-than", " to=user<|message|>1 <|eo 2", "C[1 <|eo 2]");
        row("a header that was cut off", " to=self<|message|>Hm<|eom|><|start|>assistant to=us", "R[Hm]");
        row("half an end", " to=user<|message|>Hi<|eo", "C[Hi<|eo]");
        row("half a beginning", " t", "C[ t]");
        row("empty thought", " to=self<|message|><|eom|><|start|>assistant to=user<|message|>Hi", "C[Hi]");
        row("ends alone", "<|eom|><|eot|><|eom|>", "");
        row("a call", " to=f<|message|><call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}</call><|eom|>",
            "T[f{\"a\":1}]");
        row("calls to two tools",
            " to=f<|message|><call>{\"name\": \"f\", \"arguments\": {}}</call><|eom|><|start|>assistant "
            "to=g<|message|><call>{\"name\": \"g\", \"arguments\": {}}</call><|eot|>",
            "T[f{}]T[g{}]");
        row("marks of messages in a value",
            " to=f<|message|><call>{\"name\": \"f\", \"arguments\": {\"a\": \"<|eom|><|start|> "
            "to=self<|message|><|eot|>\"}}</call><|eom|><|start|>assistant to=user<|message|>Hi",
            "T[f{\"a\":\"<|eom|><|start|> to=self<|message|><|eot|>\"}]C[Hi]");
        row("marks of calls in a thought", " to=self<|message|><call>{}</call><|eom|>", "R[<call>{}</call>]");
    }
    void messages() {
        QFETCH(const QByteArray, reply);
        QFETCH(const QByteArray, expected);
        const std::string text = reply.toStdString();
        QCOMPARE(QByteArray::fromStdString(read({text})), expected);
        std::vector<std::string> bytes;
        for (const char c : text) bytes.emplace_back(1, c);
        QCOMPARE(QByteArray::fromStdString(read(bytes)), expected);
    }

    void randomMarksReadTheSameInPieces() {
        static const char* const parts[] = {" to=self",
                                            " to=user",
                                            "to=f",
                                            "<|start|>",
                                            "assistant",
                                            "<|message|>",
                                            "<|eom|>",
                                            "<|eot|>",
                                            "<call>",
                                            "</call>",
                                            "{\"name\": \"f\", \"arguments\": {\"a\": \"",
                                            "\"}}",
                                            "x",
                                            "\n",
                                            "<|",
                                            "ü"};
        std::mt19937 random(5);
        for (int round = 0; round < 400; ++round) {
            std::string text;
            for (size_t i = 1 + random() % 12; i > 0; --i) text += parts[random() % std::size(parts)];
            std::vector<std::string> pieces;
            for (size_t at = 0, size = 0; at < text.size(); at += size) {
                size = 1 + random() % 4;
                pieces.push_back(text.substr(at, size));
            }
            QCOMPARE(read(pieces), read({text}));
        }
    }
};

QTEST_GUILESS_MAIN(RecipientReaderTest)
#include "tst_recipient_reader.moc"
