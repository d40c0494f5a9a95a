#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

class OpenModels;

/// The device and the computer that the current model runs on. GUI thread.
class ModelDevice : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of EngineStatus")
    /// "CPU, 2 threads, AVX-512 VNNI", in the language of the window.
    Q_PROPERTY(QString text READ text NOTIFY changed)
    /// Reason why it does not run on a graphics card; empty: it does, or was not meant to.
    Q_PROPERTY(QString reason READ reason NOTIFY changed)
    /// The process that computes, and what a crash costs there, in one sentence; empty: another computer's.
    Q_PROPERTY(QString placeText READ placeText NOTIFY changed)
    /// There is a GPU engine that could find a card when it is asked again.
    Q_PROPERTY(bool canCheckAgain READ canCheckAgain NOTIFY changed)
    /// The computer that the model runs on; empty: this one.
    Q_PROPERTY(QString remoteHost READ remoteHost NOTIFY changed)
    /// The computer that the large one of two models runs on; empty: this one, or there is one model.
    Q_PROPERTY(QString largeHost READ largeHost NOTIFY changed)

public:
    /// `models` outlives it.
    explicit ModelDevice(const OpenModels& models) : m_models(models) {}

    QString text() const;
    QString reason() const;
    QString placeText() const;
    bool canCheckAgain() const;
    QString remoteHost() const;
    bool isRemote() const { return !remoteHost().isEmpty(); }
    QString largeHost() const;

signals:
    void changed();

private:
    const OpenModels& m_models;
};

}  // namespace hearth::app
