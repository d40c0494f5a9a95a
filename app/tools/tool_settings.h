#pragma once

#include <QtQml/qqmlregistration.h>
#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QUrl>

#include "store/store.h"

namespace hearth::app {

/// A person's settings of tools for all chats: those that are off, those that may run without a question, the
/// folder that may be read, and whether web pages may be read. Kept in the database. GUI thread.
class ToolSettings : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// The folder that tools may read in; empty: none.
    Q_PROPERTY(QString folder READ folder WRITE setFolder NOTIFY changed)
    /// True if web pages may be read: the only built-in tool that leaves the computer.
    Q_PROPERTY(bool webReader READ webReader WRITE setWebReader NOTIFY changed)
    /// True if new chats have tools.
    Q_PROPERTY(bool newChats READ newChats WRITE setNewChats NOTIFY changed)
    /// The tools that run without a question, by ToolBox::Tool::permission().
    Q_PROPERTY(QStringList allowed READ allowed NOTIFY changed)

public:
    explicit ToolSettings(store::Store& store, QObject* parent = nullptr);

    QString folder() const { return m_values.value(QLatin1String("folder")).toString(); }
    void setFolder(const QString& folder) { set("folder", folder); }
    /// The same by the address of a local folder.
    Q_INVOKABLE void chooseFolder(const QUrl& folder) { setFolder(folder.toLocalFile()); }
    bool webReader() const { return m_values.value(QLatin1String("webReader")).toBool(); }
    void setWebReader(bool on) { set("webReader", on); }
    bool newChats() const { return m_values.value(QLatin1String("newChats")).toBool(); }
    void setNewChats(bool on) { set("newChats", on); }

    QStringList allowed() const { return list("allowed"); }
    bool isAllowed(const QString& key) const { return allowed().contains(key); }
    void allow(const QString& key) { putIn("allowed", key, true); }
    Q_INVOKABLE void forget(const QString& key) { putIn("allowed", key, false); }
    Q_INVOKABLE void forgetAll() { set("allowed", QJsonValue()); }

    /// True if a tool is offered, by ToolBox::Tool::key().
    Q_INVOKABLE bool isOn(const QString& key) const { return !list("off").contains(key); }
    Q_INVOKABLE void setOn(const QString& key, bool on) { putIn("off", key, !on); }

signals:
    void changed();
    /// They could not be kept; one sentence.
    void notKept(const QString& sentence);

private:
    QStringList list(const char* name) const;
    void putIn(const char* list, const QString& key, bool in);
    void set(const char* name, const QJsonValue& value);

    store::Store& m_store;
    QJsonObject m_values;
};

}  // namespace hearth::app
