#include "support/power_cut.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cstring>
#include <new>

namespace {

constexpr qint64 sectorBytes = 512;
constexpr int keptFlags = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;

}  // namespace

/// SQLite makes it as plain memory; the real file follows it.
struct PowerCut::File {
    sqlite3_file base;
    PowerCut* disk;
    QString* path;  ///< null: a file that needs not outlive the program
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

struct PowerCut::Methods {
    static File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
    static PowerCut& of(sqlite3_vfs* vfs) { return *static_cast<PowerCut*>(vfs->pAppData); }

    static int close(sqlite3_file* file) {
        File& one = of(file);
        sqlite3_file* real = one.real();
        const int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
        delete one.path;
        one.path = nullptr;
        return code;
    }
    static int read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 offset) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xRead(real, bytes, count, offset);
    }
    static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
        File& one = of(file);
        if (one.path && one.disk->continues())
            one.disk->m_images[*one.path].pending.push_back(
                {offset, QByteArray(static_cast<const char*>(bytes), count), false});
        return one.real()->pMethods->xWrite(one.real(), bytes, count, offset);
    }
    static int truncate(sqlite3_file* file, sqlite3_int64 size) {
        File& one = of(file);
        if (one.path && one.disk->continues())
            one.disk->m_images[*one.path].pending.push_back({size, {}, true});
        return one.real()->pMethods->xTruncate(one.real(), size);
    }
    static int sync(sqlite3_file* file, int) {
        File& one = of(file);
        if (one.path && one.disk->continues()) {
            Image& image = one.disk->m_images[*one.path];
            for (const Change& change : image.pending) apply(image.durable, change);
            image.pending.clear();
        }
        // The real disk may take its time: what counts is kept here.
        return SQLITE_OK;
    }
    static int fileSize(sqlite3_file* file, sqlite3_int64* size) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xFileSize(real, size);
    }
    static int lock(sqlite3_file* file, int level) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xLock(real, level);
    }
    static int unlock(sqlite3_file* file, int level) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xUnlock(real, level);
    }
    static int checkReservedLock(sqlite3_file* file, int* result) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xCheckReservedLock(real, result);
    }
    static int fileControl(sqlite3_file* file, int what, void* argument) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xFileControl(real, what, argument);
    }
    static int sectorSize(sqlite3_file*) { return sectorBytes; }
    static int characteristics(sqlite3_file*) { return 0; }
    static int shmMap(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xShmMap(real, page, size, extend, memory);
    }
    static int shmLock(sqlite3_file* file, int offset, int count, int flags) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xShmLock(real, offset, count, flags);
    }
    static void shmBarrier(sqlite3_file* file) {
        sqlite3_file* real = of(file).real();
        real->pMethods->xShmBarrier(real);
    }
    static int shmUnmap(sqlite3_file* file, int removes) {
        sqlite3_file* real = of(file).real();
        return real->pMethods->xShmUnmap(real, removes);
    }
    static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* outFlags) {
        static const sqlite3_io_methods methods = {2,
                                                   close,
                                                   read,
                                                   write,
                                                   truncate,
                                                   sync,
                                                   fileSize,
                                                   lock,
                                                   unlock,
                                                   checkReservedLock,
                                                   fileControl,
                                                   sectorSize,
                                                   characteristics,
                                                   shmMap,
                                                   shmLock,
                                                   shmBarrier,
                                                   shmUnmap,
                                                   nullptr,
                                                   nullptr};
        PowerCut& disk = of(vfs);
        File& one = of(file);
        one = {{&methods}, &disk, nullptr};
        const int code = disk.m_real->xOpen(disk.m_real, name, one.real(), flags, outFlags);
        if (code != SQLITE_OK) {
            one.base.pMethods = nullptr;
            return code;
        }
        if (name && (flags & keptFlags) != 0) {
            one.path = new QString(QFile::decodeName(name));
            if (!disk.m_images.contains(*one.path)) {
                QFile there(*one.path);
                if (there.open(QFile::ReadOnly)) disk.m_images[*one.path].durable = there.readAll();
            }
        }
        return SQLITE_OK;
    }
    static int remove(sqlite3_vfs* vfs, const char* name, int syncs) {
        PowerCut& disk = of(vfs);
        if (disk.continues()) disk.m_images.remove(QFile::decodeName(name));
        return disk.m_real->xDelete(disk.m_real, name, syncs);
    }
};

PowerCut::PowerCut() : m_real(sqlite3_vfs_find(nullptr)), m_vfs(*m_real) {
    m_vfs.zName = "power-cut";
    m_vfs.pAppData = this;
    m_vfs.pNext = nullptr;
    m_vfs.szOsFile = static_cast<int>(sizeof(File)) + m_real->szOsFile;
    m_vfs.xOpen = Methods::open;
    m_vfs.xDelete = Methods::remove;
    sqlite3_vfs_register(&m_vfs, 1);
}

PowerCut::~PowerCut() {
    sqlite3_vfs_unregister(&m_vfs);
    sqlite3_vfs_register(m_real, 1);
}

void PowerCut::reset() {
    m_images.clear();
    m_random = nullptr;
    m_callsLeft = -1;
    m_cut = false;
}

void PowerCut::cutAfter(int calls, QRandomGenerator& random) {
    m_callsLeft = calls;
    m_random = &random;
}

bool PowerCut::continues() {
    if (!m_cut && m_callsLeft >= 0 && m_callsLeft-- == 0) cutNow();
    return !m_cut;
}

void PowerCut::apply(QByteArray& bytes, const Change& change) {
    if (change.truncates) {
        bytes.truncate(static_cast<qsizetype>(change.offset));
        return;
    }
    const auto end = static_cast<qsizetype>(change.offset) + change.bytes.size();
    if (bytes.size() < end) bytes.append(QByteArray(end - bytes.size(), '\0'));
    std::copy(change.bytes.begin(), change.bytes.end(),
              bytes.begin() + static_cast<qsizetype>(change.offset));
}

void PowerCut::cutNow() {
    if (m_cut) return;
    m_cut = true;
    // Some disks lose nothing, some all, most something.
    const double kept = m_random ? m_random->bounded(3) / 2.0 : 0;
    const auto survives = [&] { return m_random && m_random->generateDouble() < kept; };
    for (Image& image : m_images) {
        for (const Change& change : image.pending) {
            if (change.truncates) {
                if (survives()) apply(image.durable, change);
                continue;
            }
            for (qint64 at = change.offset; at < change.offset + change.bytes.size();) {
                const qint64 end = std::min<qint64>((at / sectorBytes + 1) * sectorBytes,
                                                    change.offset + change.bytes.size());
                if (survives())
                    apply(image.durable, {at, change.bytes.mid(at - change.offset, end - at), false});
                at = end;
            }
        }
        image.pending.clear();
    }
}

void PowerCut::writeTo(const QString& folder) const {
    for (auto image = m_images.cbegin(); image != m_images.cend(); ++image) {
        QFile file(folder + u'/' + QFileInfo(image.key()).fileName());
        if (!file.open(QFile::WriteOnly) || file.write(image->durable) != image->durable.size())
            qFatal("%s cannot be written", qPrintable(file.fileName()));
    }
}
