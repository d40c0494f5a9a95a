#include "window/qml_lockdown.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QQmlAbstractUrlInterceptor>
#include <QQmlEngine>
#include <QQmlNetworkAccessManagerFactory>
#include <QTimer>
#include <QUrl>
#include <memory>

namespace hearth::app {

namespace {

/// An answer that is an error from the start.
class DeniedReply : public QNetworkReply {
public:
    DeniedReply(const QNetworkRequest& request, QNetworkAccessManager::Operation operation, QObject* parent)
        : QNetworkReply(parent) {
        setRequest(request);
        setUrl(request.url());
        setOperation(operation);
        setError(ContentAccessDenied, QStringLiteral("Hearth loads nothing from outside into its window."));
        setFinished(true);
        QTimer::singleShot(0, this, [this] {
            emit errorOccurred(ContentAccessDenied);
            emit finished();
        });
    }
    void abort() override {}

protected:
    qint64 readData(char*, qint64) override { return -1; }
};

class DenyingManager : public QNetworkAccessManager {
public:
    using QNetworkAccessManager::QNetworkAccessManager;

protected:
    QNetworkReply* createRequest(Operation operation, const QNetworkRequest& request, QIODevice*) override {
        return new DeniedReply(request, operation, this);
    }
};

class DenyingFactory : public QQmlNetworkAccessManagerFactory {
public:
    QNetworkAccessManager* create(QObject* parent) override { return new DenyingManager(parent); }
};

bool isAllowed(const QUrl& url, QQmlAbstractUrlInterceptor::DataType type) {
    const QString scheme = url.scheme();
    if (scheme == QLatin1String("qrc") || scheme == QLatin1String("image") || scheme.isEmpty()) return true;
    // Qt's own modules (Controls, Layouts, Dialogs) are files in Qt's folders; code and texts never name
    // these.
    return type != QQmlAbstractUrlInterceptor::UrlString && url.isLocalFile();
}

class Gate : public QQmlAbstractUrlInterceptor {
public:
    QUrl intercept(const QUrl& url, DataType type) override {
        return isAllowed(url, type) ? url : QUrl(QStringLiteral("qrc:/denied"));
    }
};

/// Goes with the engine.
class Lock : public QObject {
public:
    explicit Lock(QQmlEngine& engine) : QObject(&engine) {
        engine.setNetworkAccessManagerFactory(&m_factory);
        engine.addUrlInterceptor(&m_gate);
    }

private:
    DenyingFactory m_factory;
    Gate m_gate;
};

}  // namespace

void lockDown(QQmlEngine& engine) {
    new Lock(engine);
}

}  // namespace hearth::app
