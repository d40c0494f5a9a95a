#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

#include "inference/open_model.h"

namespace hearth::app {

class OpenModels;

/// Memory of the current model, in bytes. All 0 without a model. GUI thread.
class ModelMemory : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of EngineStatus")
    Q_PROPERTY(double weightsBytes READ weightsBytes NOTIFY changed)
    /// Maximum size of the KV cache of all conversations, and of one conversation of the model's context.
    Q_PROPERTY(double kvBytes READ kvBytes NOTIFY changed)
    Q_PROPERTY(double kvConversationBytes READ kvConversationBytes NOTIFY changed)
    /// The part of kvBytes that is in use.
    Q_PROPERTY(double kvTakenBytes READ kvTakenBytes NOTIFY changed)
    Q_PROPERTY(double scratchBytes READ scratchBytes NOTIFY changed)
    /// Memory of the draft model, and of the part that reads pictures.
    Q_PROPERTY(double draftBytes READ draftBytes NOTIFY changed)
    Q_PROPERTY(double visionBytes READ visionBytes NOTIFY changed)
    /// Figures of a mixture whose experts are in the computer's memory: experts of a layer, how many of them
    /// the card has room for, bytes of all of them, the share of uses that found theirs on the card (0 to 1;
    /// -1: none was used yet), and bytes that were copied. All 0: none are there.
    Q_PROPERTY(int expertCount READ expertCount NOTIFY changed)
    Q_PROPERTY(int expertsOnCard READ expertsOnCard NOTIFY changed)
    Q_PROPERTY(double expertBytes READ expertBytes NOTIFY changed)
    Q_PROPERTY(double expertHitRate READ expertHitRate NOTIFY changed)
    Q_PROPERTY(double expertCopiedBytes READ expertCopiedBytes NOTIFY changed)
    /// Of the device that it runs on.
    Q_PROPERTY(double freeBytes READ freeBytes NOTIFY changed)
    Q_PROPERTY(double totalBytes READ totalBytes NOTIFY changed)

public:
    /// `models` outlives it.
    explicit ModelMemory(const OpenModels& models) : m_models(models) {}

    double weightsBytes() const { return static_cast<double>(plan().weightsBytes); }
    double kvBytes() const { return static_cast<double>(plan().kvBytes); }
    double kvConversationBytes() const { return static_cast<double>(plan().kvConversationBytes); }
    double kvTakenBytes() const { return static_cast<double>(plan().kvCommittedBytes); }
    double scratchBytes() const { return static_cast<double>(plan().scratchBytes); }
    double draftBytes() const { return static_cast<double>(plan().draftBytes); }
    double visionBytes() const { return static_cast<double>(plan().visionBytes); }
    int expertCount() const { return plan().experts.experts; }
    int expertsOnCard() const { return plan().experts.onGpu; }
    double expertBytes() const { return static_cast<double>(plan().experts.hostBytes); }
    double expertHitRate() const;
    double expertCopiedBytes() const { return static_cast<double>(plan().experts.copiedBytes); }
    double freeBytes() const;
    double totalBytes() const { return static_cast<double>(plan().deviceTotalBytes); }
    /// Maximum size of the KV cache with another context length and cell type ("f16", "q8_0", "q4_0"), and
    /// the part of one conversation; 0 without a model.
    Q_INVOKABLE double kvBytesAt(int contextLength, const QString& kvType) const;
    Q_INVOKABLE double kvConversationBytesAt(int contextLength, const QString& kvType) const;

signals:
    void changed();

private:
    const MemoryPlan& plan() const;

    const OpenModels& m_models;
};

}  // namespace hearth::app
