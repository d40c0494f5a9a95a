#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QVariantMap>

namespace hearth::app {

class AppSettings;

/// Keys of the window's actions: a row for each action, with the keys a person chose for it or its default
/// keys. GUI thread.
class KeyBindings : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// By action: "Ctrl+Shift+N", as Shortcut takes it.
    Q_PROPERTY(QVariantMap sequences READ sequences NOTIFY changed)
    /// By action: "Ctrl Shift N", as shown next to the action.
    Q_PROPERTY(QVariantMap captions READ captions NOTIFY changed)
    /// Some keys are not those that the program comes with.
    Q_PROPERTY(bool altered READ isAltered NOTIFY changed)
    /// Reason why the last keys were not accepted; empty when they were.
    Q_PROPERTY(QString note READ note NOTIFY noteChanged)

public:
    /// `caps` are the single keys; `fixed` rows cannot be changed.
    enum Role { TextRole = Qt::UserRole + 1, CapsRole, FixedRole, AlteredRole };

    explicit KeyBindings(AppSettings& settings, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QVariantMap sequences() const;
    QVariantMap captions() const;
    bool isAltered() const;
    QString note() const { return m_note; }

    /// Gives a row the keys that were pressed, in the form of a key event. Returns true if the row has them
    /// now. Returns false for a modifier alone, and for keys that cannot be used: note() gives the reason.
    Q_INVOKABLE bool take(int row, int key, int modifiers);
    /// True if the keys of a key event are those of an action, given by its name.
    Q_INVOKABLE bool matches(const QString& action, int key, int modifiers) const;
    Q_INVOKABLE void reset(int row);
    Q_INVOKABLE void resetAll();
    Q_INVOKABLE void clearNote();
    /// The window speaks another language.
    void retranslate();

signals:
    void changed();
    void noteChanged();

private:
    QString sequenceOf(int row) const;
    /// Returns false, and note() gives the reason, if another action has these keys.
    bool store(int row, const QString& sequence);
    void say(const QString& note);

    AppSettings& m_settings;
    QString m_note;
};

}  // namespace hearth::app
