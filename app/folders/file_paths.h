#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace hearth::app {

/// Paths of files and folders, for QML.
class FilePaths : public QObject {
    Q_OBJECT
    QML_ELEMENT

public:
    enum class Kind { Nothing, File, Folder };
    Q_ENUM(Kind)
    using QObject::QObject;

    Q_INVOKABLE static Kind kindOf(const QString& path);
    /// The nearest folder above a path that exists.
    Q_INVOKABLE static QString existing(const QString& path);
    Q_INVOKABLE static QString parentOf(const QString& path);
    Q_INVOKABLE static QString nameOf(const QString& path);
    Q_INVOKABLE static QUrl urlOf(const QString& path) { return QUrl::fromLocalFile(path); }
    Q_INVOKABLE static QString pathOf(const QUrl& url) { return url.toLocalFile(); }
    /// See withEnding() and withEndingInstead().
    Q_INVOKABLE static QString completeName(const QString& name, const QString& ending);
    Q_INVOKABLE static QString renamed(const QString& name, const QStringList& endings,
                                       const QString& ending);
};

}  // namespace hearth::app
