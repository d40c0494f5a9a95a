#include "exchange/chat_backup.h"

#include <QDate>
#include <QFileInfo>
#include <new>

#include "notices/toast_queue.h"
#include "store/backup.h"
#include "store/store.h"

namespace hearth::app {

ChatBackup::ChatBackup(store::Store& store, QString database, ToastQueue& toasts, QObject* parent)
    : ChatBackup(store, std::move(database), toasts, store::backUpFile, parent) {
}

ChatBackup::ChatBackup(store::Store& store, QString database, ToastQueue& toasts, FileWriter writer,
                       QObject* parent)
    : QObject(parent),
      m_store(store),
      m_database(std::move(database)),
      m_toasts(toasts),
      m_writer(std::move(writer)) {
}

ChatBackup::~ChatBackup() = default;

QString ChatBackup::fileName() const {
    // The name that Hearth opens by itself: this file is meant to be gone on with.
    if (isMemoryOnly()) return QStringLiteral("hearth.db");
    return QStringLiteral("hearth-%1.db").arg(QDate::currentDate().toString(Qt::ISODate));
}

void ChatBackup::writeTo(const QUrl& file) {
    if (m_running) return;
    const QString path = file.isLocalFile() ? file.toLocalFile() : file.toString();
    m_running = true;
    m_fraction = 0;
    emit changed();
    if (isMemoryOnly()) {
        // One connection, one thread; and little that was written since the start.
        QString problem;
        try {
            store::backUp(m_store.database(), path.toStdString());
        } catch (const store::StoreError& error) {
            problem = error.message();
        }
        end(path, problem.isEmpty(), problem);
        return;
    }
    m_thread = std::jthread([this, path, database = m_database.toStdString()](const std::stop_token& stop) {
        const auto progress = [this](double share) {
            QMetaObject::invokeMethod(
                this,
                [this, share] {
                    m_fraction = share;
                    emit changed();
                },
                Qt::QueuedConnection);
        };
        QString problem;
        bool whole = false;
        try {
            whole = m_writer(database, path.toStdString(), progress, stop);
        } catch (const store::StoreError& error) {
            problem = error.message();
        } catch (const std::bad_alloc&) {
            problem = tr("There is not enough memory. Close other programs and try again.");
        }
        QMetaObject::invokeMethod(
            this, [=, this] { end(path, whole, problem); }, Qt::QueuedConnection);
    });
}

void ChatBackup::end(const QString& path, bool whole, const QString& problem) {
    m_running = false;
    emit changed();
    if (!problem.isEmpty()) {
        emit failed(isMemoryOnly() ? tr("The chats were not saved") : tr("The backup was not made"), problem);
        return;
    }
    if (!whole) return;
    if (isMemoryOnly()) m_savedMark = m_store.contentMark();
    m_toasts.show(isMemoryOnly() ? tr("The chats are saved as %1").arg(QFileInfo(path).fileName())
                                 : tr("The backup is saved as %1").arg(QFileInfo(path).fileName()));
    emit written();
}

void ChatBackup::cancel() {
    m_thread.request_stop();
}

bool ChatBackup::wouldLose() const {
    if (!isMemoryOnly() || !m_asks) return false;
    try {
        return m_store.hasMessages() && m_store.contentMark() != m_savedMark;
    } catch (const store::StoreError&) {
        return true;
    }
}

}  // namespace hearth::app
