#include "openai/peer_fields.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth::openai;

class TestPeerFields : public QObject {
    Q_OBJECT

private slots:
    void whatChangesNothingIsTaken() {
        RequestNotes notes;
        readPeerField("typical_p", 1, notes);
        readPeerField("typical_p", 1.0, notes);
        readPeerField("min_tokens", 0, notes);
        readPeerField("modalities", {"text"}, notes);
        QVERIFY(notes.sentences().empty());
        readPeerField("unheard_of", {{"x", 1}}, notes);
        QCOMPARE(notes.sentences().size(), size_t(1));
    }
    void whatWouldChangeTheReplyIsRefused() {
        for (const std::string_view name : peerFields()) {
            RequestNotes notes;
            QVERIFY_THROWS_EXCEPTION(Refusal, readPeerField(std::string(name), "other", notes));
        }
    }
    void strictlyNothingIsIgnored() {
        RequestNotes strict(UnknownFields::Refuse);
        readPeerField("min_tokens", 0, strict);
        QVERIFY_THROWS_EXCEPTION(Refusal, readPeerField("unheard_of", 0, strict));
    }
};

QTEST_GUILESS_MAIN(TestPeerFields)
#include "tst_peer_fields.moc"
