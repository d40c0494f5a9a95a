#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QThreadPool>
#include <QVariantList>
#include <functional>

#include "hearth/memory_plan.h"
#include "models/header_opener.h"

namespace hearth::app {

/// Everything a model file says of itself that people want to know, as the details page shows it.
struct GpuFacts {
    QString parametersText;  ///< "8 B"
    QVariantList groups;     ///< {name, text, share (0 to 1)}: places of the parameters, largest first
    QStringList contexts;    ///< heads of the memory table's columns: "8k", "32k"
    QVariantList memory;     ///< {precision, thisFile, weights, cells: [{text, fits}]}
    QVariantList lines;      ///< {name, value}: author, languages, vocabulary, …
    QString description;
};

/// Memory that loading would take with a context of this many tokens and one conversation.
using ContextPlanner = std::function<MemoryPlan(const QString& path, int contextLength)>;
using GpuReader = std::function<GpuFacts(const QString& path)>;

/// Reads a file's header. Never throws: entries that cannot be read are missing.
GpuFacts readGpu(const QString& path, const ContextPlanner& planner, const HeaderOpener& open = headerHere);

/// The details of the shown model; the file is read on a worker thread. GUI thread.
class ModelCard : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString path READ path WRITE setPath NOTIFY changed)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    Q_PROPERTY(QString parametersText READ parametersText NOTIFY changed)
    Q_PROPERTY(QVariantList groups READ groups NOTIFY changed)
    Q_PROPERTY(QStringList contexts READ contexts NOTIFY changed)
    Q_PROPERTY(QVariantList memory READ memory NOTIFY changed)
    Q_PROPERTY(QVariantList lines READ lines NOTIFY changed)
    Q_PROPERTY(QString description READ description NOTIFY changed)

public:
    explicit ModelCard(GpuReader reader, QObject* parent = nullptr);
    ~ModelCard() override;

    QString path() const { return m_path; }
    bool isBusy() const { return m_busy; }
    QString parametersText() const { return m_facts.parametersText; }
    QVariantList groups() const { return m_facts.groups; }
    QStringList contexts() const { return m_facts.contexts; }
    QVariantList memory() const { return m_facts.memory; }
    QVariantList lines() const { return m_facts.lines; }
    QString description() const { return m_facts.description; }
    /// Nothing is read for an empty path, or for one that does not exist.
    void setPath(const QString& path);

signals:
    void changed();

private:
    GpuReader m_reader;
    QThreadPool m_pool;
    QString m_path;
    GpuFacts m_facts;
    quint64 m_asked = 0;
    bool m_busy = false;
};

}  // namespace hearth::app
