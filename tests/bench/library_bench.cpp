// Measures the time until a folder of many files can be searched, and then until one more file can, from when
// it is written; in a library that may have many passages already.
//   hearth-library-bench DATABASE FOLDER [FILES]   DATABASE: one of hearth-document-bench, or a new one.
//   FOLDER: it is made, with FILES texts of 4 kB, if it is not there.
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QThread>
#include <QUrl>
#include <algorithm>
#include <cstdio>
#include <random>

#include "documents/document_library.h"
#include "documents/document_search.h"
#include "reading/document_child.h"

using namespace hearth::app;

namespace {

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("not written: %s", qPrintable(path));
}

void makeFiles(const QString& folder, int files) {
    std::mt19937 dice(9);
    for (int number = 0; number < files; ++number) {
        const QString below = folder + QStringLiteral("/%1").arg(number / 500);
        QDir().mkpath(below);
        QByteArray text;
        while (text.size() < 4000)
            text += "word" + QByteArray::number(dice() % 20'000) + (dice() % 12 == 0 ? ".\n" : " ");
        write(below + QStringLiteral("/%1.txt").arg(number), text);
    }
}

void waitUntil(const std::function<bool()>& is) {
    // The thread that reads documents has the lowest priority, and gets little beside one that asks all the
    // time.
    for (; !is(); QThread::msleep(5)) QCoreApplication::processEvents();
}

/// From when a file is written until a question for its word finds it.
double msUntilFound(DocumentSearch& search, const QString& path, const QString& word) {
    QElapsedTimer time;
    time.start();
    write(path, word.toUtf8());
    for (bool found = false; !found;) {
        bool answered = false;
        search.find({word, {}, 5}, [&](const std::vector<FoundPassage>& passages) {
            answered = true;
            found = !passages.empty();
        });
        waitUntil([&] { return answered; });
        if (!found) QThread::msleep(20);
    }
    const double ms = static_cast<double>(time.nsecsElapsed()) / 1e6;
    QFile::remove(path);
    return ms;
}

void run(const QString& database, const QString& folder, int files) {
    if (!QDir(folder).exists()) makeFiles(folder, files);
    const auto store = store::Store::inMemory();
    // The source of hearth-document-bench is not there, so that what was read of it is kept.
    store->settings().put(QStringLiteral("documents"),
                          QJsonObject{{"sources", QJsonArray{QJsonObject{{"path", "/bench"}}}}});
    DocumentLibrary library(*store, database);
    const int before = library.count();
    QElapsedTimer time;
    time.start();
    if (const QString refused = library.add(QUrl::fromLocalFile(folder)); !refused.isEmpty())
        qFatal("%s", qPrintable(refused));
    const auto isRead = [&] {
        const QModelIndex row = library.index(before);
        return library.data(row, DocumentLibrary::FractionRole).toDouble() < 0 &&
               library.data(row, DocumentLibrary::StatusRole)
                   .toString()
                   .startsWith(QLatin1String("Files: ")) &&
               time.elapsed() > 1000;
    };
    waitUntil(isRead);
    const double seconds = static_cast<double>(time.elapsed()) / 1000;
    std::printf("%s; the folder was read in %.1f s; %d passages in all\n",
                qPrintable(library.data(library.index(before), DocumentLibrary::StatusRole).toString()),
                seconds, library.passages());
    DocumentSearch search(database);
    std::vector<double> ms;
    for (int i = 0; i < 12; ++i) {
        // The work left by the previous file is finished first.
        time.restart();
        waitUntil([&] { return time.elapsed() > 3000; });
        ms.push_back(msUntilFound(search, folder + QStringLiteral("/0/new%1.txt").arg(i),
                                  QStringLiteral("zyx%1q%2").arg(i).arg(QCoreApplication::applicationPid())));
    }
    std::ranges::sort(ms);
    std::printf("one more file, until it is found: median %.0f ms, longest %.0f ms\n", ms[ms.size() / 2],
                ms.back());
}

}  // namespace

int main(int argc, char* argv[]) {
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    if (argc < 3) return 2;
    const QCoreApplication application(argc, argv);
    try {
        run(QFile::decodeName(argv[1]), QFile::decodeName(argv[2]), argc > 3 ? atoi(argv[3]) : 10'000);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
