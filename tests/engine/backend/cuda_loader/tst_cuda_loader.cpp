#include "backend/cuda_loader/cuda_loader.h"

#include <QtTest>
#include <filesystem>
#include <fstream>

using namespace hearth;

/// Every way in which there can be no GPU has its own sentence.
class TestCudaLoader : public QObject {
    Q_OBJECT

private:
    static std::string reason(const CudaLoader& loader) {
        try {
            (void)loader.makeBackend();
        } catch (const Error& error) {
            return error.code() == ErrorCode::Device ? error.what() : "wrong code";
        }
        return {};
    }

private slots:
    void withoutAPlugin() {
        QTemporaryDir folder;
        const CudaLoader loader(folder.path().toStdString());
        QCOMPARE(QString::fromStdString(reason(loader)),
                 QString("This copy of Hearth was built without its GPU engine. Hearth will use the CPU."));
        QVERIFY(!loader.isBuilt());
    }

    void withABrokenPlugin() {
        QTemporaryDir folder;
        std::ofstream(folder.filePath("libhearth-cuda.so").toStdString()) << "not a library";
        const CudaLoader loader(folder.path().toStdString());
        QVERIFY(
            QString::fromStdString(reason(loader)).startsWith("Hearth's GPU engine could not be loaded ("));
    }

    void withAPluginOfAnotherBuild() {
        const CudaLoader loader(HEARTH_BINARY_DIR "/tests/other_plugin");
        QCOMPARE(QString::fromStdString(reason(loader)),
                 QString("Hearth's GPU engine belongs to another version of Hearth; install Hearth again, or "
                         "use the CPU."));
    }

    void withTheRealPlugin() {
#ifdef HEARTH_HAS_PLUGIN
        const CudaLoader loader(HEARTH_BINARY_DIR "/bin");
        const std::string why = reason(loader);
        if (why.empty()) QSKIP("there is a graphics card here");
        // No GPU: the driver is missing, too old, or shows nothing; never a crash or the plug-in's own
        // fault.
        const QString sentence = QString::fromStdString(why);
        QVERIFY2(sentence.contains("driver"), why.c_str());
        QVERIFY(sentence.endsWith("use the CPU."));
        QVERIFY(std::filesystem::file_size(HEARTH_BINARY_DIR "/bin/libhearth-cuda.so") < 25U << 20U);
#else
        QSKIP("the CUDA plug-in is not built here (HEARTH_CUDA)");
#endif
    }
};

QTEST_GUILESS_MAIN(TestCudaLoader)
#include "tst_cuda_loader.moc"
