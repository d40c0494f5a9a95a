#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QJsonObject>
#include <QString>
#include <array>
#include <vector>

namespace hearth::app {

class ChatModels;
class PresetListModel;
class SamplingSettings;

/// Planned differences between the answers of a comparison, one row for each answer. GUI thread.
class ComparisonPlan : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ChatController")
    /// Number of answers, `fewest` to `most`.
    Q_PROPERTY(int answerCount READ count WRITE setCount NOTIFY changed)
    Q_PROPERTY(Difference difference READ difference WRITE setDifference NOTIFY changed)
    /// Reason why the answers will be identical; empty: they will not be.
    Q_PROPERTY(QString note READ note NOTIFY changed)

public:
    enum Difference { Seeds, Temperatures, Presets, Models };
    Q_ENUM(Difference)
    enum Role { TemperatureRole = Qt::UserRole + 1, PresetRole, ModelRowRole };

    static constexpr int fewest = 2, most = 4;

    ComparisonPlan(const SamplingSettings& sampling, const PresetListModel& presets, const ChatModels& models,
                   QObject* parent = nullptr);

    int count() const { return m_count; }
    void setCount(int count);
    Difference difference() const { return m_difference; }
    void setDifference(Difference difference);
    QString note() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    Q_INVOKABLE void setTemperature(int row, double temperature);
    /// The preset with this place among all presets.
    Q_INVOKABLE void setPreset(int row, int preset);

    /// The model with this place among those that can answer.
    Q_INVOKABLE void setModel(int row, int model);
    /// The model of the chat, which is that of the first answer until another one is chosen.
    void setChatModel(const QString& path);

    /// One answer: its name, its settings (see samplingFromJson()), and its model; empty: that of the chat.
    struct Answer {
        QString label;
        QJsonObject sampling;
        QString modelPath = {};
    };
    /// The open chat's settings with the differences. If the seeds do not differ, all answers have the same
    /// one, so that nothing else makes them differ.
    std::vector<Answer> answers() const;

signals:
    void changed();

private:
    struct Row {
        double temperature = 0;
        int preset = 0;
        QString modelPath = {};  ///< empty: none was chosen
    };
    /// The model of a row among those that can answer; -1: there is none.
    int modelRowOf(int row) const;

    const SamplingSettings& m_sampling;
    const PresetListModel& m_presets;
    const ChatModels& m_models;
    QString m_chatModel;
    int m_count = fewest;
    Difference m_difference = Seeds;
    std::array<Row, most> m_rows{Row{0.2, 0}, Row{0.6, 1}, Row{1.0, 2}, Row{1.4, 3}};
};

}  // namespace hearth::app
