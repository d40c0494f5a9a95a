#include "hearth/picture_decoder.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <QCoreApplication>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/platform/in_child.h"
#include "hearth/error.h"
#include "hearth/platform/sandbox.h"
#include "picture/picture_errors.h"
#include "support/picture_urls.h"
#include "support/reference_pack.h"
#include "support/small_picture.h"

using namespace hearth;

class TestPictureDecoder : public QObject {
    Q_OBJECT

    const std::filesystem::path m_program = "/proc/self/exe";

    /// Has the kernel say for this process and its children that it has no filters for calls, as one without
    /// seccomp does.
    static bool withoutSeccomp() {
        std::array<sock_filter, 6> code{{
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        }};
        const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
        return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
    }
    static std::string outcome(const std::function<Picture()>& decode, Picture* into = nullptr) {
        try {
            Picture picture = decode();
            if (into != nullptr) *into = std::move(picture);
            return "decoded";
        } catch (const Error& error) {
            return error.message().id() + ": " + error.what();
        }
    }

private slots:
    /// Every format and its kinds.
    void decodesAsThisProcessDoes() {
        int files = 0;
        const QString folder =
            QString::fromStdString((test::tinyModelsFolder().parent_path() / "pictures").string());
        for (QDirIterator it(folder, QDir::Files); it.hasNext(); ++files) {
            const std::string path = it.next().toStdString();
            const std::vector<std::byte> file = test::readBytes(path);
            if (pictureMediaType(file).empty()) continue;
            Picture here, apart;
            const std::string wanted = outcome([&] { return decodePicture(file); }, &here);
            QCOMPARE(outcome([&] { return decodePictureApart(m_program, file); }, &apart), wanted);
            QVERIFY2(apart.size == here.size && apart.rgb == here.rgb, path.c_str());
        }
        QVERIFY(files > 80);
    }
    /// Errors come back as they are, with what they name.
    void damageIsReported() {
        std::vector<std::byte> file = test::smallPictureBytes(1);
        for (size_t length = 0; length < file.size(); length += 3) {
            const std::span part(file.data(), length);
            QCOMPARE(outcome([&] { return decodePictureApart(m_program, part); }),
                     outcome([&] { return decodePicture(part); }));
        }
        for (size_t at = 30; at < 70; ++at) {
            std::vector<std::byte> bent = file;
            bent[at] ^= std::byte{0x41};
            QCOMPARE(outcome([&] { return decodePictureApart(m_program, bent); }),
                     outcome([&] { return decodePicture(bent); }));
        }
    }
    /// A compromised child may write anything.
    void onlyAPictureOfTheExpectedSizeCounts() {
        const std::vector<std::byte> file = test::smallPictureBytes(1);
        for (const char* program : {"/bin/true", "/bin/false", "/bin/echo"})
            QVERIFY2(
                outcome([&] { return decodePictureApart(program, file); }).starts_with("picture.damaged"),
                program);
        QVERIFY(outcome([&] {
                    return decodePictureApart("/nowhere", file);
                }).starts_with("picture.decoder-not-started"));
    }
    void stopsAtOnce() {
        std::stop_source stop;
        stop.request_stop();
        QElapsedTimer time;
        time.start();
        const std::vector<std::byte> file = test::smallPictureBytes(1);
        try {
            (void)decodePictureApart(m_program, file, stop.get_token());
            QFAIL("it was decoded");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::Cancelled);
        }
        QVERIFY(time.elapsed() < 10'000);
    }
    /// A child that has entered a sandbox tells what the kernel can do.
    void theSandboxIsTold() {
        const PictureSandbox here = pictureSandbox(m_program);
        QVERIFY(here != PictureSandbox::Unknown);
        const int byItself = test::inChild([] {
            try {
                return platform::enterSandbox({}).filesShut ? 0 : 1;
            } catch (const Error&) {
                return 2;
            }
        });
        QCOMPARE(static_cast<int>(here), byItself);
        for (const char* program : {"/bin/true", "/bin/false", "/bin/echo", "/nowhere"})
            QVERIFY2(pictureSandbox(program) == PictureSandbox::Unknown, program);
        const QTemporaryDir folder;
        const auto played = [&folder](const QByteArray& script) {
            QFile file(folder.filePath("decoder"));
            if (!file.open(QFile::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0) qFatal("not written");
            file.close();
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            return pictureSandbox(file.fileName().toStdString());
        };
        QVERIFY(played("printf '\\001'; exit 4") == PictureSandbox::FilesOpen);
        QVERIFY(played("printf '\\002'; exit 4") == PictureSandbox::LimitsAlone);
        QVERIFY(played("printf '\\003'; exit 4") == PictureSandbox::Unknown);
        QVERIFY(played("printf '\\000'; exit 0") == PictureSandbox::Unknown);
        QVERIFY(played("printf 'ab'; exit 4") == PictureSandbox::Unknown);
    }
    /// Pictures are decoded also without a filter for calls in the kernel, and that is told.
    void withoutAFilterItIsToldAndDecodes() {
        const auto inOldKernel = [this](const std::function<int()>& work) {
            return test::inChild([&] { return withoutSeccomp() ? work() : 50; });
        };
        const int told = inOldKernel([this] { return static_cast<int>(pictureSandbox(m_program)); });
        if (told == 50) QSKIP("NOT TESTED: this needs a kernel with seccomp.");
        QCOMPARE(told, static_cast<int>(PictureSandbox::LimitsAlone));
        const std::vector<std::byte> file = test::smallPictureBytes(1);
        QCOMPARE(inOldKernel([&] { return decodePictureApart(m_program, file).size.width == 3 ? 1 : 0; }), 1);
    }
    void eachSandboxHasItsSentence() {
        QVERIFY(pictureSandboxText(PictureSandbox::Whole) == "no files, no network, no other programs");
        QVERIFY(pictureSandboxText(PictureSandbox::FilesOpen).find("no Landlock") != std::string_view::npos);
        QVERIFY(pictureSandboxText(PictureSandbox::LimitsAlone).find("no seccomp") != std::string_view::npos);
        QVERIFY(pictureSandboxText(PictureSandbox::Unknown).starts_with("not known"));
    }
    void onlyItsArgumentMakesAChild() {
        const auto isChild = [](std::vector<const char*> arguments) {
            return isPictureDecoder(static_cast<int>(arguments.size()), arguments.data());
        };
        QVERIFY(isChild({"hearth", "--decode-picture"}));
        QVERIFY(!isChild({"hearth"}));
        QVERIFY(!isChild({"hearth", "--decode-picture", "x"}));
        QVERIFY(!isChild({"hearth", "--model"}));
    }
};

int main(int argc, char* argv[]) {
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    const QCoreApplication application(argc, argv);
    TestPictureDecoder test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_picture_decoder.moc"
