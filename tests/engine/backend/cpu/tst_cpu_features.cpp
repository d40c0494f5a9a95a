#include "backend/cpu/kernels.h"

#include <set>
#include <string_view>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest/QtTest>

using namespace hearth::cpu;

class TestCpuFeatures : public QObject {
    Q_OBJECT

private slots:
    void levelsRise() {
        const auto all = isaLevelsUpTo(IsaLevel::Amx);
        QCOMPARE(all.size(), size_t(4));
        QCOMPARE(isaLevelsUpTo(IsaLevel::Avx2).back(), IsaLevel::Avx2);
        QCOMPARE(isaLevelsUpTo(IsaLevel::Portable).size(), size_t(1));
        std::set<std::string_view> names;
        for (const IsaLevel level : all) names.insert(isaName(level));
        QCOMPARE(names.size(), size_t(4));
    }
    /// The kernel's description of the processor is an independent reference.
    void agreesWithTheSystem() {
        QFile file("/proc/cpuinfo");
        if (!file.open(QIODevice::ReadOnly)) QSKIP("no /proc/cpuinfo here");
        const QByteArray text = file.readAll();
        const auto has = [&](const char* flag) { return text.contains(QByteArray(" ") + flag + " "); };
        if (!has("avx2") || !has("fma") || !has("f16c"))
            QCOMPARE(detectIsa(), IsaLevel::Portable);
        else if (!has("avx512_vnni") || !has("avx512bw"))
            QCOMPARE(detectIsa(), IsaLevel::Avx2);
        else
            QVERIFY(detectIsa() >= IsaLevel::Avx512Vnni);
        if (!has("amx_bf16")) QVERIFY(detectIsa() < IsaLevel::Amx);
    }
    void lowerTablesCanBeForced() {
        for (const IsaLevel level : isaLevelsUpTo(detectIsa())) QCOMPARE(kernelTable(level).level, level);
        QCOMPARE(kernelTable(IsaLevel::Amx).level, detectIsa());
    }
};

QTEST_APPLESS_MAIN(TestCpuFeatures)
#include "tst_cpu_features.moc"
