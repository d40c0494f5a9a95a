// Order of requests, and the turns of those that would otherwise always be last.
#include <QtTest>

#include "session/fairness.h"

using namespace hearth;

class TestFairness : public QObject {
    Q_OBJECT

    Fairness m_turns;
    Sequences m_sequences;

    Sequence& add(Priority priority, size_t promptTokens) {
        Sequence& sequence = m_sequences.emplace_back();
        sequence.options.priority = priority;
        sequence.tokens.ids.assign(promptTokens, 1);
        sequence.promptTokens = promptTokens;
        m_turns.arrived(sequence);
        return sequence;
    }
    Sequence& addDecoding(Priority priority) {
        Sequence& sequence = add(priority, 4);
        sequence.admitted = true;
        sequence.processed = 4;
        sequence.tokens.push_back(2);
        return sequence;
    }
    Sequence& addPrompt(Priority priority) {
        Sequence& sequence = add(priority, 100);
        sequence.admitted = true;
        return sequence;
    }
    using Order = std::vector<Sequence*>;

private slots:
    void init() {
        m_turns = {};
        m_sequences.clear();
    }

    void decodesByPriorityAndThenByArrival() {
        Sequence& chat = addDecoding(Priority::Chat);
        Sequence& read = addDecoding(Priority::Reading);
        Sequence& later = addDecoding(Priority::Chat);
        addPrompt(Priority::Reading);
        Sequence& inPass = addDecoding(Priority::Reading);
        inPass.rowsInPass = 1;
        QCOMPARE(m_turns.decoding(m_sequences), (Order{&read, &chat, &later}));
    }

    void theBackgroundDecodesBesideOthersEveryFourthRound() {
        Sequence& side = addDecoding(Priority::Background);
        Sequence& read = addDecoding(Priority::Reading);
        for (int round = 1; round <= 8; ++round) {
            m_turns.beginRound();
            QCOMPARE(m_turns.decoding(m_sequences), round % 4 == 0 ? (Order{&read, &side}) : (Order{&read}));
        }
        read.done = true;
        m_turns.beginRound();
        QCOMPARE(m_turns.decoding(m_sequences), (Order{&side}));
    }

    void everyFourthChunkIsOfWhoWaitedLongest() {
        Sequence& side = addPrompt(Priority::Background);
        Sequence& read = addPrompt(Priority::Reading);
        for (int chunk = 0; chunk < 8; ++chunk) {
            Sequence* next = m_turns.nextPrompt(m_sequences);
            QCOMPARE(next, chunk % 4 == 3 ? &side : &read);
            m_turns.tookPrompt(*next);
        }
        read.rowsInPass = 1;
        QCOMPARE(m_turns.nextPrompt(m_sequences), &side);
        side.done = true;
        QCOMPARE(m_turns.nextPrompt(m_sequences), nullptr);
    }

    void everyFourthAdmissionIsOfWhoCameFirst() {
        Sequence& side = add(Priority::Background, 10);
        Sequence& read = add(Priority::Reading, 10);
        QCOMPARE(m_turns.firstWaiting(m_sequences), &read);
        for (int admissions = 0; admissions < 8; ++admissions) {
            QCOMPARE(m_turns.oldestInItsTurn(m_sequences), admissions % 4 == 3 ? &side : nullptr);
            m_turns.admitted();
        }
        read.passedOver = true;
        QCOMPARE(m_turns.firstWaiting(m_sequences), &side);
        side.admitted = true;
        QCOMPARE(m_turns.firstWaiting(m_sequences), nullptr);
    }
};

QTEST_GUILESS_MAIN(TestFairness)
#include "tst_fairness.moc"
