#include <algorithm>
#include <random>

#include "backend/cuda/kernel_arguments.h"
#include "engine/backend/cuda/backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

struct Order {
    std::vector<int> item;
    std::vector<cuda::ExpertTile> tile;
};

/// The same one after the other.
Order expected(const std::vector<int>& expert, int experts, int tileItems) {
    Order order;
    for (int e = 0; e < experts; ++e) {
        const auto first = static_cast<int>(order.item.size());
        for (size_t i = 0; i < expert.size(); ++i)
            if (expert[i] == e) order.item.push_back(static_cast<int>(i));
        const int count = static_cast<int>(order.item.size()) - first;
        for (int done = 0; done < count; done += tileItems)
            order.tile.push_back({e, first + done, std::min(tileItems, count - done)});
        while (order.item.size() % cuda::expertAlignment != 0) order.item.push_back(-1);
    }
    return order;
}

Order ordered(const std::vector<int>& expert, int experts, int tileItems) {
    const auto items = static_cast<int>(expert.size());
    const int tiles = cuda::mostExpertTiles(items, experts, tileItems);
    Order order{std::vector<int>(static_cast<size_t>(cuda::mostExpertPlaces(items, experts))),
                std::vector<cuda::ExpertTile>(static_cast<size_t>(tiles))};
    const cuda::DeviceMemory in(expert.size() * sizeof(int)), item(order.item.size() * sizeof(int)),
        tile(order.tile.size() * sizeof(cuda::ExpertTile));
    const auto stream = cuda::createStream();
    cuda::copyToDevice(in.data(), expert.data(), in.size(), stream);
    cuda::launchExpertOrder({.expert = in.as<int>(),
                             .items = items,
                             .experts = experts,
                             .tileItems = tileItems,
                             .item = item.as<int>(),
                             .places = static_cast<int>(order.item.size()),
                             .tile = tile.as<cuda::ExpertTile>(),
                             .tiles = tiles},
                            stream);
    cuda::copyToHost(order.item.data(), item.data(), item.size(), stream);
    cuda::copyToHost(order.tile.data(), tile.data(), tile.size(), stream);
    cuda::synchronize(stream);
    cuda::destroyStream(stream);
    return order;
}

}  // namespace

class TestExpertOrder : public QObject {
    Q_OBJECT

private slots:
    void isTheSortedOrder_data() {
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("experts");
        QTest::addColumn<int>("chosen");
        QTest::addColumn<int>("tileItems");
        QTest::newRow("one item") << 1 << 4 << 4 << 8;
        QTest::newRow("few") << 9 << 3 << 3 << 2;
        QTest::newRow("whole warps") << 64 << 8 << 8 << 16;
        QTest::newRow("many experts") << 300 << 128 << 128 << 8;
        QTest::newRow("all to the last") << 70 << 9 << -1 << 32;
        QTest::newRow("few of many") << 130 << 60 << 2 << 64;
    }
    void isTheSortedOrder() {
        QFETCH(int, items);
        QFETCH(int, experts);
        QFETCH(int, chosen);
        QFETCH(int, tileItems);
        const test::EmulatedTest device;
        std::mt19937 random(3);
        std::vector<int> expert(static_cast<size_t>(items));
        for (int& one : expert)
            one = chosen < 0 ? experts - 1 : static_cast<int>(random() % static_cast<unsigned>(chosen));
        const Order wanted = expected(expert, experts, tileItems),
                    found = ordered(expert, experts, tileItems);
        QVERIFY(found.item.size() >= wanted.item.size());
        for (size_t i = 0; i < found.item.size(); ++i)
            QCOMPARE(found.item[i], i < wanted.item.size() ? wanted.item[i] : -1);
        QVERIFY(found.tile.size() >= wanted.tile.size());
        for (size_t i = 0; i < found.tile.size(); ++i)
            QVERIFY(found.tile[i] == (i < wanted.tile.size() ? wanted.tile[i] : cuda::ExpertTile{}));
    }
};

HEARTH_KERNEL_TEST_MAIN(TestExpertOrder)
#include "tst_expert_order.moc"
