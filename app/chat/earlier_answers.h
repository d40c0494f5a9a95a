#pragma once

#include <QtQml/qqmlregistration.h>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "store/earlier_turns.h"
#include "store/store.h"

namespace hearth::app {

class EngineStatus;

/// An answer to a question that is close to another one.
struct EarlierAnswer {
    QString question;              ///< that was asked then
    double distance = 0;           ///< 1 less the cosine of both questions' vectors
    QString text;                  ///< the answer
    store::Generation generation;  ///< data on its generation, with metrics marked as by markOf()
    std::vector<store::Attachment> passages{};  ///< of documents, that it cites

    /// The question and the distance that a reply's metrics are marked with; nullopt: it was made for its
    /// question.
    struct Mark {
        QString question;
        double distance = 0;
    };
    static std::optional<Mark> markOf(const QJsonObject& metrics);
};

/// Offers the answer of an earlier chat to a first question of the same meaning, if the model, the system
/// prompt and the documents are the same. Only when a person has switched it on. GUI thread.
class EarlierAnswers : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    Q_PROPERTY(bool on READ isOn WRITE setOn NOTIFY changed)
    /// Reason why it does nothing although it is on, one sentence; empty: it works.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// Savings so far, one sentence; empty: nothing yet.
    Q_PROPERTY(QString saved READ saved NOTIFY changed)

public:
    /// Questions as vectors, see QuestionVectors.
    struct Vectors {
        std::function<bool()> hasModel;
        std::function<void(
            const QStringList& texts, int mostMs,
            std::function<void(const QString& identity, const std::vector<std::vector<float>>& vectors)>)>
            make;
    };
    /// Maximum distance of questions that are similar. With all-MiniLM-L6-v2 two ways to ask for the capital
    /// of France have a distance of 0.058, two to ask how a list is sorted 0.019; bees and honey bees in
    /// summer 0.099, the capitals of two countries 0.337. Vectors hardly show some differences ("safe" and
    /// "unsafe" have a distance of 0.012), so the words are compared as well: questions with other figures,
    /// with one word replaced, or with one or two words more are never similar.
    static constexpr double closeDistance = 0.06;
    /// Number of the last questions that are compared.
    static constexpr int mostCompared = 300;
    /// Maximum number of vectors of questions that are kept for the next question.
    static constexpr qsizetype mostKept = 2 * mostCompared;
    /// A question waits at most about so long for this.
    static constexpr int mostMs = 2000;

    EarlierAnswers(store::Store& store, const EngineStatus& engine, QObject* parent = nullptr);

    void setVectors(Vectors vectors);
    bool isOn() const { return m_on; }
    void setOn(bool on);
    QString problem() const;
    QString saved() const;
    /// True if first questions are compared.
    bool compares() const { return m_on && m_vectors.make && m_vectors.hasModel(); }
    bool isLooking(qint64 conversationId) const { return m_looking.contains(conversationId); }
    /// Looks for an answer to the first question of a conversation; `done` is called later. One search at a
    /// time for each conversation. Throws StoreError.
    void look(const store::Conversation& conversation, const QString& question,
              std::function<void(std::optional<EarlierAnswer>)> done);
    /// Vectors of questions that are kept.
    qsizetype kept() const { return m_ofQuestions.size(); }
    /// Counts the savings of an answer that was given.
    void count(const EarlierAnswer& answer);
    /// The embedding model is another one.
    void tell() { emit changed(); }

signals:
    void changed();

private:
    void keepOnly(const std::vector<store::EarlierTurn>& turns);
    std::optional<EarlierAnswer> closest(const std::vector<store::EarlierTurn>& turns,
                                         const QString& question);
    std::optional<EarlierAnswer> answerOf(const store::EarlierTurn& turn, double distance);
    void keep();

    store::Store& m_store;
    const EngineStatus& m_engine;
    Vectors m_vectors;
    bool m_on = false;
    int m_savedQuestions = 0;
    double m_savedTokens = 0, m_savedMs = 0;
    QSet<qint64> m_looking;
    QString m_identity;                                ///< of the model that made the vectors
    QHash<QString, std::vector<float>> m_ofQuestions;  ///< by their texts
};

}  // namespace hearth::app
