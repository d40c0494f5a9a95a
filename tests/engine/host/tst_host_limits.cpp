#include "host/host_limits.h"

#include <QtTest/QtTest>
#include <filesystem>
#include <fstream>

using namespace hearth;

class TestHostLimits : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path root() const { return m_folder.path().toStdString(); }
    void put(const std::string& path, const std::string& text) {
        std::filesystem::create_directories((root() / path).parent_path());
        std::ofstream(root() / path) << text;
    }

private slots:
    void cleanup() {
        for (const auto& entry : std::filesystem::directory_iterator(root()))
            std::filesystem::remove_all(entry);
    }

    void withoutGroupsThereAreNoLimits() {
        const ControlGroupLimits limits = readControlGroups(root());
        QVERIFY(!limits.cores && !limits.memoryBytes && !limits.freeMemoryBytes);
    }

    void theStrictestGroupOfVersion2Counts() {
        put("proc/self/cgroup", "0::/user.slice/app.service\n");
        put("sys/fs/cgroup/cpu.max", "max 100000\n");
        put("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
        put("sys/fs/cgroup/user.slice/app.service/cpu.max", "400000 100000\n");
        put("sys/fs/cgroup/user.slice/app.service/memory.max", "1000000\n");
        put("sys/fs/cgroup/user.slice/app.service/memory.current", "700000\n");
        put("sys/fs/cgroup/user.slice/app.service/memory.stat", "anon 500000\ninactive_file 200000\n");
        put("sys/fs/cgroup/user.slice/memory.max", "max\n");
        const ControlGroupLimits limits = readControlGroups(root());
        QCOMPARE(limits.cores, std::optional(1.5));
        QCOMPARE(limits.memoryBytes, std::optional<uint64_t>(1000000));
        QCOMPARE(limits.freeMemoryBytes, std::optional<uint64_t>(500000));
    }

    /// A container sees its own group as the mount, and the path of the machine outside.
    void aContainersLimitsAreAtTheMount() {
        put("proc/self/cgroup", "0::/docker/0123\n");
        put("sys/fs/cgroup/cpu.max", "200000 100000\n");
        put("sys/fs/cgroup/memory.max", "4096\n");
        put("sys/fs/cgroup/memory.current", "8192\n");
        const ControlGroupLimits limits = readControlGroups(root());
        QCOMPARE(limits.cores, std::optional(2.0));
        QCOMPARE(limits.freeMemoryBytes, std::optional<uint64_t>(0));
    }

    void version1HasAFolderForEachController() {
        put("proc/self/cgroup", "5:memory:/box\n4:cpu,cpuacct:/box\n1:name=systemd:/\n");
        put("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "300000\n");
        put("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
        put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        put("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1000\n");
        put("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "400\n");
        put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        const ControlGroupLimits limits = readControlGroups(root());
        QCOMPARE(limits.cores, std::optional(3.0));
        QCOMPARE(limits.memoryBytes, std::optional<uint64_t>(1000));
        QCOMPARE(limits.freeMemoryBytes, std::optional<uint64_t>(600));
    }

    void nonsenseIsNoLimit() {
        put("proc/self/cgroup", "nonsense\n0\n0::\n");
        put("sys/fs/cgroup/cpu.max", "0 0\n");
        put("sys/fs/cgroup/memory.max", "lots\n");
        const ControlGroupLimits limits = readControlGroups(root());
        QVERIFY(!limits.cores && !limits.memoryBytes);
    }

    void hardwareThreadsOfACoreCountOnce() {
        for (int processor = 0; processor < 4; ++processor)
            put("sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/thread_siblings_list",
                processor % 2 == 0 ? "0,2\n" : "1,3\n");
        QCOMPARE(physicalCoresOf({0, 1, 2, 3}, root()), 2);
        QCOMPARE(physicalCoresOf({0, 2}, root()), 1);
        QCOMPARE(physicalCoresOf({3}, root()), 1);
        // Nothing is known of these two.
        QCOMPARE(physicalCoresOf({8, 9}, root()), 2);
        QCOMPARE(physicalCoresOf({}, root()), 1);
    }

    void memoryIsReadInBytes() {
        put("proc/meminfo", "MemTotal:  9 kB\nMemFree: 1 kB\nMemAvailable:   16384 kB\nX: 1 kB\n");
        QCOMPARE(readHostMemory(root()).availableBytes, uint64_t(16384) * 1024);
        QCOMPARE(readHostMemory(root()).totalBytes, uint64_t(9) * 1024);
        for (const char* bad : {"", "MemAvailable:", "MemAvailable: many kB", "MemFree: 5 kB"}) {
            put("proc/meminfo", bad);
            QCOMPARE(readHostMemory(root()).availableBytes, uint64_t(0));
        }
    }
};

QTEST_APPLESS_MAIN(TestHostLimits)
#include "tst_host_limits.moc"
