#include "window/interface_scale.h"

#include <QSignalSpy>
#include <QtTest>

#include "window/restart.h"

using namespace hearth::app;

class TestInterfaceScale : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<AppSettings> m_settings;
    std::unique_ptr<ToastQueue> m_toasts;
    std::unique_ptr<InterfaceScale> m_scale;

private slots:
    void init() {
        qunsetenv("QT_SCALE_FACTOR");
        m_store = store::Store::inMemory();
        m_settings = std::make_unique<AppSettings>(*m_store);
        m_toasts = std::make_unique<ToastQueue>();
        m_scale = std::make_unique<InterfaceScale>();
        m_scale->setProperty("settings", QVariant::fromValue(m_settings.get()));
        m_scale->setProperty("toasts", QVariant::fromValue(m_toasts.get()));
    }
    void cleanup() {
        m_scale.reset();
        m_toasts.reset();
        m_settings.reset();
    }

    void stepsGoUpAndDownAndBack() {
        m_scale->step(-1);
        QCOMPARE(m_settings->look->scale(), 1.0);
        m_scale->step(1);
        m_scale->step(1);
        QCOMPARE(m_settings->look->scale(), 1.25);
        m_scale->step(-1);
        QCOMPARE(m_settings->look->scale(), 1.1);
        m_scale->step(0);
        QCOMPARE(m_settings->look->scale(), 1.0);
        for (int i = 0; i < 12; ++i) m_scale->step(1);
        QCOMPARE(m_settings->look->scale(), 3.0);
        // From a scale between two steps to the next.
        m_settings->look->setScale(1.3);
        m_scale->step(1);
        QCOMPARE(m_settings->look->scale(), 1.5);
    }

    void aNoticeOffersToStartAgain() {
        QSignalSpy restart(m_scale.get(), &InterfaceScale::restartRequested);
        m_scale->step(1);
        m_scale->step(1);
        QCOMPARE(m_toasts->message(), "Interface scale: 125 %, after a restart");
        QCOMPARE(m_toasts->actionText(), "Restart now");
        m_toasts->act();
        QCOMPARE(restart.size(), 1);
        // There was one notice for both steps.
        QVERIFY(!m_toasts->isVisible());
        m_scale->step(0);
        QCOMPARE(m_toasts->message(), "Interface scale: 100 %");
        QCOMPARE(m_toasts->actionText(), "");
    }

    void whereItStartsAgainIsKept() {
        m_scale->prepareRestart(3, 5, "/m.gguf");
        QCOMPARE(takeRestartPlace(), (RestartPlace{3, 5, "/m.gguf"}));
        m_scale->prepareRestart(3, 5, "/m.gguf");
        m_scale->cancelRestart();
        QVERIFY(!isRestartPrepared());
    }
};

QTEST_GUILESS_MAIN(TestInterfaceScale)
#include "tst_interface_scale.moc"
