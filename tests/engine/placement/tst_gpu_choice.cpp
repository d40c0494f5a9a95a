#include "placement/gpu_choice.h"

#include "backend/reference/reference_backend.h"
#include "hearth/error.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

/// GPUs that remember which of them were opened.
class ListedCards final : public BackendKind {
public:
    explicit ListedCards(std::vector<DeviceInfo> cards)
        : BackendKind(
              {.name = "listed", .title = "GPU", .type = DeviceType::GraphicsCard, .ownMemory = true}),
          m_cards(std::move(cards)) {}
    DeviceSearch findDevices() const override {
        if (m_cards.empty()) return {.whyNone = Error(ErrorCode::Device, "There is none.")};
        return {.devices = m_cards};
    }
    std::unique_ptr<Backend> make(const BackendSettings& settings) const override {
        opened.push_back(static_cast<int>(settings.device));
        if (m_cards[settings.device].name == "taken") throw Error(ErrorCode::Device, "It is taken.");
        return std::make_unique<ReferenceBackend>();
    }
    DeviceBandwidth measureBandwidth(const BackendSettings&) const override { return {}; }
    mutable std::vector<int> opened;

private:
    std::vector<DeviceInfo> m_cards;
};

std::vector<int> numbersOf(const std::vector<OpenGpu>& cards) {
    std::vector<int> numbers;
    for (const OpenGpu& card : cards) numbers.push_back(static_cast<int>(card.number));
    return numbers;
}

std::string failureOf(const std::function<void()>& call) {
    try {
        call();
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

class TestGpuChoice : public QObject {
    Q_OBJECT

    const ListedCards m_three{{{.name = "slow", .memoryBytesPerS = 1e11},
                               {.name = "quick", .memoryBytesPerS = 1e12},
                               {.name = "middle", .memoryBytesPerS = 5e11}}};

private slots:
    void init() { m_three.opened.clear(); }

    void namedCardsAreTakenInTheirOrder() {
        const std::vector<int> numbers{2, 0};
        const auto cards = openGpus(m_three, numbers, {});
        QCOMPARE(numbersOf(cards), numbers);
        QCOMPARE(cards[0].info.name, std::string("middle"));
        QCOMPARE(cards[0].room().bytesPerS, 5e11);
    }

    void whatIsNotThereIsSaid() {
        QCOMPARE(failureOf([&] {
                     (void)openGpus(m_three, std::vector{0, 3}, {});
                 }),
                 std::string(
                     "There is no graphics card number 3 (Hearth sees 3, and counts from 0); choose another "
                     "one."));
        QCOMPARE(failureOf([&] { (void)openGpus(m_three, std::vector{-1}, {}); }),
                 std::string("There is no graphics card number -1 (Hearth sees 3, and counts from 0); choose "
                             "another one."));
        QCOMPARE(failureOf([&] {
                     (void)openGpus(m_three, std::vector{1, 0, 1}, {});
                 }),
                 std::string("The graphics card number 1 is named twice; name each card once."));
        QCOMPARE(failureOf([&] { (void)openGpus(ListedCards({}), std::vector{0}, {}); }),
                 std::string("There is none."));
    }

    void theQuickestCardAloneIfItDoes() {
        const auto cards = enoughGpus(m_three, {}, [](auto) { return true; });
        QCOMPARE(numbersOf(cards), std::vector<int>{1});
        QCOMPARE(m_three.opened, std::vector<int>{1});
    }

    void theNextOneAloneIfThatDoes() {
        const auto cards = enoughGpus(m_three, {}, [](std::span<const OpenGpu> some) {
            return some.size() == 1 && some.front().info.name == "middle";
        });
        QCOMPARE(numbersOf(cards), std::vector<int>{2});
        QCOMPARE(m_three.opened, (std::vector<int>{1, 2}));
    }

    void asFewAsHoldIt() {
        const auto two =
            enoughGpus(m_three, {}, [](std::span<const OpenGpu> some) { return some.size() == 2; });
        QCOMPARE(numbersOf(two), (std::vector<int>{1, 2}));
        const auto all = enoughGpus(m_three, {}, [](auto) { return false; });
        QCOMPARE(numbersOf(all), (std::vector<int>{1, 2, 0}));
    }

    void cardsThatCannotBeOpenedAreLeftOut() {
        const ListedCards some({{.name = "taken", .memoryBytesPerS = 1e12}, {.name = "free"}});
        QCOMPARE(numbersOf(enoughGpus(some, {}, [](auto) { return true; })), std::vector<int>{1});
        const ListedCards none({{.name = "taken"}, {.name = "taken"}});
        QCOMPARE(failureOf([&] { (void)enoughGpus(none, {}, [](auto) { return true; }); }),
                 std::string("It is taken."));
    }
};

QTEST_APPLESS_MAIN(TestGpuChoice)
#include "tst_gpu_choice.moc"
