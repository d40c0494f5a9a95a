// Preloaded into the tests of the app (LD_PRELOAD): writes every text that the program asks a translation of,
// once each, to $HEARTH_SAID_DIR/<program>.said. tests/project/check-errors reads there which errors the
// tests brought about.
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QMutex>
#include <QSaveFile>
#include <QSet>
#include <QTranslator>
#include <cerrno>
#include <utility>

namespace {

class Listener : public QTranslator {
public:
    QString translate(const char* context, const char* text, const char*, int) const override {
        const QMutexLocker lock(&m_mutex);
        m_said.insert(QByteArray(context) + '\t' + QByteArray(text).replace('\n', ' '));
        return {};
    }
    bool isEmpty() const override { return false; }

    ~Listener() override {
        const QString folder = qEnvironmentVariable("HEARTH_SAID_DIR");
        // Name under which it was started: joined tests are one program.
        const QString program = QString::fromLocal8Bit(program_invocation_short_name);
        if (folder.isEmpty() || program.isEmpty() || !QDir().mkpath(folder)) return;
        QSaveFile file(folder + u'/' + program + QStringLiteral(".said"));
        if (!file.open(QFile::WriteOnly)) return;
        for (const QByteArray& line : m_said) file.write(line + '\n');
        file.commit();
    }

private:
    mutable QMutex m_mutex;
    mutable QSet<QByteArray> m_said;
};

Listener* listener = nullptr;

// Translators that a test installs are asked first; what they answer is not heard.
void listen() {
    listener = new Listener;
    QCoreApplication::installTranslator(listener);
    qAddPostRoutine([] { delete std::exchange(listener, nullptr); });
}

}  // namespace

Q_COREAPP_STARTUP_FUNCTION(listen)
