#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QtTest>
#include <cmath>

#include "hearth/error.h"
#include "hearth/picture.h"
#include "picture/decode_budget.h"
#include "support/hostile_pictures.h"
#include "support/sanitized.h"

using namespace hearth;

namespace {

/// Result of a child that decodes a file.
struct Outcome {
    std::string line;  ///< the error, or "decoded"
    int status = 0;
    double cpuSeconds = 0;
    long peakKb = 0;
};

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string decode(const QString& path) {
    QFile file(path);
    if (!file.open(QFile::ReadOnly)) return "it cannot be read";
    const QByteArray bytes = file.readAll();
    try {
        const std::span data(reinterpret_cast<const std::byte*>(bytes.constData()), size_t(bytes.size()));
        // Most of the time goes to the few that take all of theirs, which tst_decode_budget spends once.
        const Picture picture =
            test::wantsAllPictures() ? decodePicture(data) : decodeWithin(data, DecodeBudget::ofSeconds(0.1));
        const bool whole =
            picture.rgb.size() == picture.size.pixels() * 3 && pictureSize(data) == picture.size;
        return whole ? "decoded" : "the picture is not whole";
    } catch (const Error& error) {
        return error.message().id() + ": " + error.what();
    }
}

Outcome decodeInChild(const QString& path) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        const std::string line = decode(path);
        (void)!write(ends[1], line.data(), line.size());
        _exit(0);
    }
    close(ends[1]);
    Outcome outcome;
    char part[1024];
    for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;) outcome.line.append(part, size_t(got));
    close(ends[0]);
    rusage usage{};
    wait4(child, &outcome.status, 0, &usage);
    outcome.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    outcome.peakKb = usage.ru_maxrss;
    return outcome;
}

}  // namespace

/// Pictures that strangers made to do harm (tests/fuzz/hostile-pictures): each ends within its time and its
/// memory, with a picture or with one line that says what is wrong. With HEARTH_ALL_PICTURES in the
/// environment each has the time that decodePicture() gives it.
class TestHostilePictures : public QObject {
    Q_OBJECT
private slots:
    void eachIsBoundedAndHasItsLine() {
        const test::HostilePictures pictures;
        QVERIFY(pictures.files().size() >= 150);
        int decoded = 0;
        double longest = 0;
        long largest = 0;
        for (const QFileInfo& file : pictures.files()) {
            const Outcome outcome = decodeInChild(file.filePath());
            const std::string told = file.fileName().toStdString() + ": " + outcome.line;
            QVERIFY2(WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0, told.c_str());
            const bool isDecoded = outcome.line == "decoded";
            decoded += isDecoded;
            const bool isLine = outcome.line.starts_with("picture.") && outcome.line.ends_with('.') &&
                                outcome.line.find('\n') == std::string::npos && outcome.line.size() < 200;
            QVERIFY2(isDecoded || isLine, told.c_str());
            // A second more: the time is looked at between rows, and the file has to be read as well.
            const double megabytes = double(file.size()) / 1e6;
            const double mostSeconds = std::min(std::ceil(5 + megabytes), 30.0) + 1;
            const long mostKb = (500'000'000 + 2 * file.size()) / 1024 + 32 * 1024;
            longest = std::max(longest, outcome.cpuSeconds);
            largest = std::max(largest, outcome.peakKb);
            if (outcome.cpuSeconds > 1 || outcome.peakKb > 200'000)
                qInfo("%.1f s, %ld MB: %s", outcome.cpuSeconds, outcome.peakKb / 1024, told.c_str());
            if (hearth::test::addressSanitized || hearth::test::threadSanitized) continue;
            QVERIFY2(outcome.cpuSeconds <= mostSeconds, told.c_str());
            QVERIFY2(outcome.peakKb <= mostKb, told.c_str());
        }
        qInfo("%d decoded; at most %.1f s and %ld MB", decoded, longest, largest / 1024);
        QVERIFY(decoded >= 20);
    }
};

QTEST_GUILESS_MAIN(TestHostilePictures)
#include "tst_hostile_pictures.moc"
