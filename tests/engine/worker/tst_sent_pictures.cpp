#include "worker/sent_pictures.h"

#include <QtTest>
#include <fstream>
#include <iterator>

#include "worker/engine_wire.h"

using namespace hearth;
using namespace hearth::wire;

namespace {

std::shared_ptr<const PictureFile> pictureOf(const char* name) {
    std::ifstream in(std::string(HEARTH_SOURCE_DIR) + "/tests/reference/pictures/" + name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return std::make_shared<const PictureFile>(std::vector<std::byte>(bytes.begin(), bytes.end()));
}

/// A turn with each picture.
GenerationRequest requestWith(const std::vector<std::shared_ptr<const PictureFile>>& files) {
    GenerationRequest request;
    for (const auto& file : files) {
        ChatMessage message{.role = "user", .content = "look", .reasoning = {}, .tokens = {}};
        message.pictures = {{.at = 2, .file = file}};
        request.messages.push_back(std::move(message));
    }
    return request;
}

/// A process as far as requests go, and how many bytes it was sent.
struct Process {
    GenerationRequest ask(const GenerationRequest& request) {
        GenerationRequest heard;
        sendPicturesOnce(request, sent, [&](const SentPictures* known) {
            Writer out(known);
            out.put(request);
            bytes = out.bytes().size();
            ++messages;
            Reader in(out.bytes(), &table);
            in.get(heard);
            in.end();
        });
        return heard;
    }
    SentPictures sent;
    ReceivedPictures table{uint64_t{1} << 20U};
    size_t bytes = 0;  ///< of the last message
    int messages = 0;
};

bool isSame(const GenerationRequest& heard, const GenerationRequest& said) {
    if (heard.messages.size() != said.messages.size()) return false;
    for (size_t i = 0; i < said.messages.size(); ++i) {
        const auto &own = heard.messages[i].pictures, &other = said.messages[i].pictures;
        if (own.size() != 1 || own[0].at != other[0].at || own[0].file->hash() != other[0].file->hash() ||
            !std::ranges::equal(own[0].file->bytes(), other[0].file->bytes()))
            return false;
    }
    return true;
}

}  // namespace

class TestSentPictures : public QObject {
    Q_OBJECT

    const std::shared_ptr<const PictureFile> m_first = pictureOf("jpeg-420.jpg"),
                                             m_second = pictureOf("jpeg-444.jpg");

private slots:
    void bytesAreSentOnce() {
        Process process;
        const GenerationRequest one = requestWith({m_first}), both = requestWith({m_first, m_second});
        QVERIFY(isSame(process.ask(one), one));
        QVERIFY(process.bytes > m_first->bytes().size());
        QVERIFY(isSame(process.ask(one), one));
        QVERIFY(process.bytes < m_first->bytes().size());
        // The next turn sends what is new.
        QVERIFY(isSame(process.ask(both), both));
        QVERIFY(process.bytes > m_second->bytes().size());
        QVERIFY(process.bytes < m_first->bytes().size() + m_second->bytes().size());
        QVERIFY(isSame(process.ask(both), both));
        QVERIFY(process.bytes < m_first->bytes().size());
        QCOMPARE(process.messages, 4);
    }

    void whatWasForgottenIsSentAgain() {
        Process process;
        const GenerationRequest both = requestWith({m_first, m_second});
        QVERIFY(isSame(process.ask(both), both));
        // As another process in the place of one that ended.
        Process next;
        next.sent.add(both);
        QVERIFY(isSame(next.ask(both), both));
        QCOMPARE(next.messages, 2);
        QVERIFY(isSame(next.ask(both), both));
        QCOMPARE(next.messages, 3);
        // A process that never has one is asked no third time.
        ReceivedPictures none(1);
        int messages = 0;
        try {
            sendPicturesOnce(both, process.sent, [&](const SentPictures*) {
                ++messages;
                (void)none.find(m_first->hash());
            });
            QFAIL("It was found.");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::pictureForgotten));
        }
        QCOMPARE(messages, 2);
    }

    void otherErrorsAreNoReasonToSendAgain() {
        Process process;
        int messages = 0;
        const GenerationRequest one = requestWith({m_first});
        QVERIFY_EXCEPTION_THROWN(sendPicturesOnce(one, process.sent,
                                                  [&](const SentPictures*) {
                                                      ++messages;
                                                      throw Error(errors::workerKilled);
                                                  }),
                                 Error);
        QCOMPARE(messages, 1);
        QVERIFY(!process.sent.has(m_first->hash()));
    }

    void theTableIsBounded() {
        ReceivedPictures table(m_first->bytes().size() + m_second->bytes().size() - 1);
        table.keep(m_first);
        QVERIFY(table.find(m_first->hash()) == m_first);
        table.keep(m_second);
        QVERIFY(table.find(m_second->hash()) == m_second);
        QVERIFY_EXCEPTION_THROWN((void)table.find(m_first->hash()), Error);
        ReceivedPictures one(0);
        one.keep(m_first);
        QVERIFY(one.find(m_first->hash()) == m_first);
    }

    void aHashWithoutATableIsNonsense() {
        SentPictures sent;
        const GenerationRequest request = requestWith({m_first});
        sent.add(request);
        Writer out(&sent);
        out.put(request);
        try {
            (void)Reader(out.bytes()).take<GenerationRequest>();
            QFAIL("It was read.");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::workerNonsense));
        }
    }
};

QTEST_GUILESS_MAIN(TestSentPictures)
#include "tst_sent_pictures.moc"
