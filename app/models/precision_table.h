#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QVariantList>
#include <functional>
#include <vector>

#include "hearth/devices.h"
#include "models/header_opener.h"
#include "models/precision_rows.h"

namespace hearth::app {

class EngineStatus;

/// Memory that a model may be in.
struct MemoryPlace {
    QString name;  ///< of a card; empty: the memory of the computer
    uint64_t bytes = 0;
};

/// The memory of weights at every precision together with contexts, for the model in use and for published
/// shapes of 7, 13 and 70 billion parameters, and the part of it that fits into this machine. All figures are
/// computed from shapes, none are measured. GUI thread.
class PrecisionTable : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// "This model", "Llama 2 7B", …; the model in use comes first if there is one that can be read.
    Q_PROPERTY(QStringList subjects READ subjects NOTIFY changed)
    Q_PROPERTY(int subject READ subject WRITE setSubject NOTIFY changed)
    /// "Llama 2 7B: 6.74 billion parameters"
    Q_PROPERTY(QString parametersText READ parametersText NOTIFY changed)
    Q_PROPERTY(QStringList contexts READ contexts NOTIFY changed)
    /// As MemoryTable has them: {precision, thisFile, weights, cells: [{text, fits}]}; a cell has weights and
    /// one context together.
    Q_PROPERTY(QVariantList rows READ rows NOTIFY changed)
    /// The cache alone, for cells of 16, 8 and 4 bits: {name, cells: [text]}.
    Q_PROPERTY(QVariantList cacheRows READ cacheRows NOTIFY changed)
    /// {name, text, fits}: for each memory, the most exact precision that fits with a context of 8k.
    Q_PROPERTY(QVariantList places READ places NOTIFY changed)
    Q_PROPERTY(bool shown READ isShown WRITE setShown NOTIFY changed)

public:
    /// Lists the memories that models can be in. Called on a worker thread.
    using PlaceLister = std::function<std::vector<MemoryPlace>()>;

    static constexpr int contextLengths[] = {4096, 8192, 32768, 131072};

    PrecisionTable(const EngineStatus& engine, PlaceLister places, HeaderOpener open = headerHere,
                   QObject* parent = nullptr);
    ~PrecisionTable() override;

    QStringList subjects() const;
    int subject() const { return m_subject; }
    void setSubject(int subject);
    QString parametersText() const;
    QStringList contexts() const;
    QVariantList rows() const;
    QVariantList cacheRows() const;
    QVariantList places() const;
    bool isShown() const { return m_shown; }
    void setShown(bool shown);

signals:
    void changed();

private:
    struct Subject {
        QString name;
        WeightShapes shapes;
        QString ownPrecision;  ///< of the model in use
        uint64_t ownBytes = 0;
    };
    struct Row {
        QString name;
        uint64_t bytes = 0;
        bool own = false;
    };
    void follow();
    const Subject& current() const;
    std::vector<Row> precisionRows() const;
    int fitOf(uint64_t bytes) const;

    const EngineStatus& m_engine;
    PlaceLister m_lister;
    HeaderOpener m_open;
    std::vector<Subject> m_subjects;
    std::vector<MemoryPlace> m_places;  ///< the computer's first
    QString m_path;                     ///< the model of the first subject; empty: there is none
    int m_subject = 0;
    bool m_shown = false;
    quint64 m_asked = 0;
    QThreadPool m_pool;  ///< last: its tasks are waited for first
};

/// The memory of this computer, and the cards of the lister.
std::vector<MemoryPlace> placesHere(const std::function<std::vector<ListedGpu>()>& cards);

}  // namespace hearth::app
