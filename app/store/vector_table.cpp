#include "store/vector_table.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "store/database.h"

namespace hearth::app::store {

namespace {

/// SQLite notices pages that are torn, and not bytes of a blob that have changed. Mixes as SplitMix64 does
/// (Steele, Lea, Flood, OOPSLA 2014), eight bytes a step.
qint64 checksumOf(qint64 passageId, float scale, QByteArrayView codes) {
    constexpr quint64 step = 0x9e3779b97f4a7c15;
    quint64 sum = static_cast<quint64>(passageId) * step + std::bit_cast<quint32>(scale);
    const auto mix = [&sum](quint64 word) {
        sum = (sum ^ word) * 0xbf58476d1ce4e5b9;
        sum ^= sum >> 29;
    };
    qsizetype at = 0;
    for (; at + 8 <= codes.size(); at += 8) {
        quint64 word = 0;
        std::memcpy(&word, codes.data() + at, 8);
        mix(word);
    }
    quint64 rest = static_cast<quint64>(codes.size());
    for (; at < codes.size(); ++at) rest = rest << 8 | static_cast<quint8>(codes[at]);
    mix(rest);
    return static_cast<qint64>(sum ^ (sum >> 32));
}

}  // namespace

qint64 VectorTable::modelOf(const QString& identity, int dimensions) {
    m_database
        .prepare(
            "INSERT INTO vector_model(identity, dimensions) VALUES(?, ?) ON CONFLICT(identity) DO NOTHING")
        .bind(0, identity)
        .bind(1, qint64{dimensions})
        .run();
    return findModel(identity).value_or(0);
}

std::optional<qint64> VectorTable::findModel(const QString& identity) {
    Statement found = m_database.prepare("SELECT id FROM vector_model WHERE identity = ?");
    if (!found.bind(0, identity).step()) return std::nullopt;
    return found.integer(0);
}

bool VectorTable::hasAny() {
    return m_database.prepare("SELECT 1 FROM passage_vector LIMIT 1").step();
}

qint64 VectorTable::count() {
    Statement row = m_database.prepare("SELECT count(*) FROM passage_vector");
    row.step();
    return row.integer(0);
}

std::vector<PassageForVector> VectorTable::without(qint64 after, int limit) {
    Statement rows = m_database.prepare(
        "SELECT passage.id, document.source_id, document.path, passage.headings, passage.text FROM passage "
        "CROSS JOIN document ON document.id = passage.document_id WHERE passage.id > ?1 AND NOT EXISTS "
        "(SELECT 1 FROM passage_vector WHERE passage_id = passage.id) ORDER BY passage.id LIMIT ?2");
    rows.bind(0, after).bind(1, qint64{limit});
    std::vector<PassageForVector> all;
    while (rows.step())
        all.push_back({rows.integer(0), rows.integer(1), rows.text(2), rows.text(3), rows.text(4)});
    return all;
}

void VectorTable::put(qint64 model, const std::vector<PassageVector>& vectors) {
    Transaction transaction(m_database);
    for (const PassageVector& vector : vectors) {
        Statement insert = m_database.prepare(
            "INSERT INTO passage_vector(passage_id, source_id, model_id, scale, checksum, codes) "
            "SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM passage WHERE id = ?1) "
            "ON CONFLICT(passage_id) DO NOTHING");
        insert.bind(0, vector.passageId)
            .bind(1, vector.sourceId)
            .bind(2, model)
            .bindReal(3, static_cast<double>(vector.scale))
            .bind(4, checksumOf(vector.passageId, vector.scale, vector.codes))
            .bindBlob(5, vector.codes)
            .run();
    }
    transaction.commit();
}

bool VectorTable::removeOthers(qint64 model, int most) {
    {
        Statement others = m_database.prepare("SELECT 1 FROM vector_model WHERE id <> ? LIMIT 1");
        if (!others.bind(0, model).step()) return false;
    }
    Transaction transaction(m_database);
    m_database
        .prepare(
            "DELETE FROM passage_vector WHERE number IN (SELECT number FROM passage_vector "
            "WHERE model_id <> ? LIMIT ?)")
        .bind(0, model)
        .bind(1, qint64{most})
        .run();
    const bool some = m_database.changedRows() > 0;
    if (!some) m_database.prepare("DELETE FROM vector_model WHERE id <> ?").bind(0, model).run();
    transaction.commit();
    return some;
}

void VectorTable::remove(const std::vector<qint64>& passages) {
    Transaction transaction(m_database);
    for (const qint64 id : passages)
        m_database.prepare("DELETE FROM passage_vector WHERE passage_id = ?").bind(0, id).run();
    transaction.commit();
}

void VectorTable::forgetGone() {
    m_database.execute("DELETE FROM vector_gone");
}

qint64 VectorTable::highest(const char* table) {
    Statement row = m_database.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?");
    return row.bind(0, QString::fromLatin1(table)).step() ? row.integer(0) : 0;
}

bool VectorTable::mustRestart(const VectorMark& mark, qint64 model) {
    if (mark.model != model) return true;
    Statement known = m_database.prepare("SELECT count(*) FROM vector_gone WHERE number > ?");
    known.bind(0, mark.gone).step();
    // Some that have gone since were forgotten.
    return known.integer(0) != highest("vector_gone") - mark.gone;
}

void VectorTable::tellGone(VectorMark& mark, const Follower& follower) {
    Statement rows = m_database.prepare("SELECT passage_id FROM vector_gone WHERE number > ?");
    rows.bind(0, mark.gone);
    std::vector<qint64> gone;
    while (rows.step()) gone.push_back(rows.integer(0));
    if (!gone.empty()) follower.gone(gone);
}

std::vector<qint64> VectorTable::tellAdded(VectorMark& mark, int dimensions, const Follower& follower) {
    Statement rows = m_database.prepare(
        "SELECT number, passage_id, source_id, model_id, scale, checksum, codes FROM passage_vector "
        "WHERE number > ? ORDER BY number");
    rows.bind(0, mark.added);
    std::vector<qint64> damaged;
    while (rows.step()) {
        mark.added = rows.integer(0);
        if (rows.integer(3) != mark.model) continue;
        const qint64 passage = rows.integer(1);
        const auto scale = static_cast<float>(rows.real(4));
        const QByteArray codes = rows.blob(6);
        if (codes.size() != dimensions || !std::isfinite(scale) || scale < 0 ||
            rows.integer(5) != checksumOf(passage, scale, codes)) {
            damaged.push_back(passage);
            continue;
        }
        follower.added(passage, rows.integer(2), scale, reinterpret_cast<const qint8*>(codes.constData()));
    }
    return damaged;
}

std::vector<qint64> VectorTable::follow(VectorMark& mark, qint64 model, int dimensions,
                                        const Follower& follower) {
    // One view of the file for all that is read; readers wait for nobody.
    m_database.execute("BEGIN");
    try {
        if (mustRestart(mark, model)) {
            mark = {.model = model, .added = 0, .gone = highest("vector_gone")};
            follower.restart();
        } else {
            tellGone(mark, follower);
            mark.gone = highest("vector_gone");
        }
        std::vector<qint64> damaged = tellAdded(mark, dimensions, follower);
        m_database.execute("COMMIT");
        return damaged;
    } catch (...) {
        mark = {};
        try {
            m_database.execute("ROLLBACK");
        } catch (const StoreError&) {
            // SQLite did so by itself.
        }
        throw;
    }
}

}  // namespace hearth::app::store
