#pragma once

#include <QByteArray>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

namespace hearth::app::store {

class Database;

/// A passage that has no vector yet, with the data for making one.
struct PassageForVector {
    qint64 passageId = 0, sourceId = 0;
    QString path;  ///< of its file, below the source; empty for a source that is a file
    QString headings, text;
};

/// The vector of a passage: each of its numbers is a code, -127 to 127, times `scale`.
struct PassageVector {
    qint64 passageId = 0, sourceId = 0;
    float scale = 0;
    QByteArray codes;  ///< one byte a number, signed
};

/// Position of a reader that follows the changes of the file's vectors.
struct VectorMark {
    qint64 model = 0;  ///< 0: nothing has been read
    qint64 added = 0, gone = 0;
};

/// Vectors of passages, each of one model; a vector is removed with its passage. Each write is one
/// transaction. One thread.
class VectorTable {
public:
    explicit VectorTable(Database& database) : m_database(database) {}

    /// The number of a model, found by everything that its vectors depend on; added if it does not exist.
    qint64 modelOf(const QString& identity, int dimensions);
    /// The number of a model that exists.
    std::optional<qint64> findModel(const QString& identity);
    /// True if there is any vector.
    bool hasAny();
    /// Number of vectors, of all models.
    qint64 count();

    /// Passages without a vector and with a higher number than `after`, in the order of their numbers.
    std::vector<PassageForVector> without(qint64 after, int limit);
    /// Passages that have a vector already keep it, and those that have gone get none.
    void put(qint64 model, const std::vector<PassageVector>& vectors);
    /// Removes vectors of other models, at most this many; false: none are left.
    bool removeOthers(qint64 model, int most);
    /// Removes the vectors of these passages, so that they are made again.
    void remove(const std::vector<qint64>& passages);
    /// Forgets which vectors were removed. Readers that follow them read all of them again.
    void forgetGone();

    /// Reports the changes since a mark, and moves the mark on: first the passages that have lost their
    /// vector, then the vectors that were added. `restart`: everything known from before has to be forgotten.
    /// Passages whose vector is damaged, or does not have `dimensions` numbers, are returned and not
    /// reported.
    struct Follower {
        std::function<void()> restart;
        std::function<void(const std::vector<qint64>& passages)> gone;
        /// `codes`: `dimensions` bytes, valid during the call.
        std::function<void(qint64 passageId, qint64 sourceId, float scale, const qint8* codes)> added;
    };
    std::vector<qint64> follow(VectorMark& mark, qint64 model, int dimensions, const Follower& follower);

private:
    bool mustRestart(const VectorMark& mark, qint64 model);
    qint64 highest(const char* table);
    void tellGone(VectorMark& mark, const Follower& follower);
    std::vector<qint64> tellAdded(VectorMark& mark, int dimensions, const Follower& follower);

    Database& m_database;
};

}  // namespace hearth::app::store
