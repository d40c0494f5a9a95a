#include "store/document_table.h"

#include <QFileInfo>

#include "store/database.h"
#include "store/search_index.h"

namespace hearth::app::store {

namespace {

PassageRecord passageOf(const Statement& row) {
    PassageRecord passage;
    passage.id = row.integer(0);
    passage.documentId = row.integer(1);
    passage.number = static_cast<int>(row.integer(2));
    passage.text = row.text(3);
    passage.headings = row.text(4);
    passage.page = static_cast<int>(row.integer(5));
    passage.firstLine = static_cast<int>(row.integer(6));
    passage.lastLine = static_cast<int>(row.integer(7));
    passage.firstByte = row.integer(8);
    passage.endByte = row.integer(9);
    return passage;
}

DocumentRecord documentOf(const Statement& row) {
    DocumentRecord document;
    document.id = row.integer(0);
    document.sourceId = row.integer(1);
    document.path = row.text(2);
    document.sizeBytes = row.integer(3);
    document.modifiedNs = row.integer(4);
    document.hash = row.blob(5);
    document.problem = static_cast<DocumentProblem>(row.integer(6));
    document.detail = row.text(7);
    document.passages = static_cast<int>(row.integer(8));
    return document;
}

/// The form of a text that is indexed, which is most often the text itself.
QString searchForm(const QString& text) {
    const QString spaced = SearchIndex::indexedText(text);
    return spaced.isNull() ? text : spaced;
}

}  // namespace

qint64 DocumentTable::sourceOf(const QString& path) {
    m_database.prepare("INSERT INTO source(path) VALUES(?) ON CONFLICT(path) DO NOTHING").bind(0, path).run();
    return findSource(path).value_or(0);
}

std::optional<qint64> DocumentTable::findSource(const QString& path) {
    Statement found = m_database.prepare("SELECT id FROM source WHERE path = ?");
    if (!found.bind(0, path).step()) return std::nullopt;
    return found.integer(0);
}

std::vector<DocumentSource> DocumentTable::sources() {
    Statement rows = m_database.prepare("SELECT id, path FROM source ORDER BY id");
    std::vector<DocumentSource> all;
    while (rows.step()) all.push_back({rows.integer(0), rows.text(1)});
    return all;
}

void DocumentTable::removeSource(qint64 sourceId) {
    m_database
        .prepare(
            "DELETE FROM source WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM document WHERE source_id = ?1)")
        .bind(0, sourceId)
        .run();
}

std::vector<DocumentRecord> DocumentTable::documents(qint64 sourceId) {
    Statement rows = m_database.prepare(
        "SELECT id, source_id, path, size_bytes, modified_ns, hash, problem, '', passages FROM document "
        "WHERE source_id = ? ORDER BY path");
    rows.bind(0, sourceId);
    std::vector<DocumentRecord> all;
    while (rows.step()) all.push_back(documentOf(rows));
    return all;
}

std::optional<DocumentRecord> DocumentTable::find(qint64 documentId) {
    Statement row = m_database.prepare(
        "SELECT id, source_id, path, size_bytes, modified_ns, hash, problem, detail, passages FROM document "
        "WHERE id = ?");
    if (!row.bind(0, documentId).step()) return std::nullopt;
    return documentOf(row);
}

std::optional<DocumentRecord> DocumentTable::find(qint64 sourceId, const QString& path) {
    Statement row = m_database.prepare(
        "SELECT id, source_id, path, size_bytes, modified_ns, hash, problem, detail, passages FROM document "
        "WHERE source_id = ? AND path = ?");
    if (!row.bind(0, sourceId).bind(1, path).step()) return std::nullopt;
    return documentOf(row);
}

std::vector<DocumentRecord> DocumentTable::problems(qint64 sourceId, int limit) {
    Statement rows = m_database.prepare(
        "SELECT id, source_id, path, size_bytes, modified_ns, hash, problem, detail, passages FROM document "
        "WHERE source_id = ? AND problem > 1 ORDER BY path LIMIT ?");
    rows.bind(0, sourceId).bind(1, qint64{limit});
    std::vector<DocumentRecord> all;
    while (rows.step()) all.push_back(documentOf(rows));
    return all;
}

SourceCounts DocumentTable::counts(qint64 sourceId) {
    Statement row = m_database.prepare(
        "SELECT coalesce(sum(passages > 0), 0), coalesce(sum(passages), 0), coalesce(sum(problem > 1), 0) "
        "FROM document WHERE source_id = ?");
    row.bind(0, sourceId).step();
    return {static_cast<int>(row.integer(0)), static_cast<int>(row.integer(1)),
            static_cast<int>(row.integer(2))};
}

qint64 DocumentTable::passageCount() {
    Statement row = m_database.prepare("SELECT coalesce(sum(passages), 0) FROM document");
    row.step();
    return row.integer(0);
}

void DocumentTable::put(DocumentRecord& document, const std::vector<PassageRecord>& passages) {
    Transaction transaction(m_database);
    qint64 before = 0;
    {
        Statement found = m_database.prepare("SELECT id FROM document WHERE source_id = ? AND path = ?");
        if (found.bind(0, document.sourceId).bind(1, document.path).step()) before = found.integer(0);
    }
    if (before != 0) removePassages(before);
    document.passages = static_cast<int>(passages.size());
    m_database
        .prepare(
            "INSERT INTO document(source_id, path, size_bytes, modified_ns, hash, problem, detail, passages) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(source_id, path) DO UPDATE SET "
            "size_bytes = excluded.size_bytes, modified_ns = excluded.modified_ns, hash = excluded.hash, "
            "problem = excluded.problem, detail = excluded.detail, passages = excluded.passages")
        .bind(0, document.sourceId)
        .bind(1, document.path)
        .bind(2, document.sizeBytes)
        .bind(3, document.modifiedNs)
        .bindBlob(4, document.hash)
        .bind(5, static_cast<qint64>(document.problem))
        .bind(6, document.detail)
        .bind(7, static_cast<qint64>(document.passages))
        .run();
    document.id = before != 0 ? before : m_database.lastInsertId();
    for (const PassageRecord& passage : passages) addPassage(document, passage);
    transaction.commit();
}

void DocumentTable::addPassage(const DocumentRecord& document, const PassageRecord& passage) {
    Statement insert = m_database.prepare(
        "INSERT INTO passage(document_id, number, text, headings, search_text, search_headings, page, "
        "first_line, last_line, first_byte, end_byte) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(0, document.id)
        .bind(1, qint64{passage.number})
        .bind(2, passage.text)
        .bind(3, passage.headings);
    const QString spaced = SearchIndex::indexedText(passage.text);
    if (spaced.isNull())
        insert.bindNull(4);
    else
        insert.bind(4, spaced);
    // The name of a file is a heading above all of it.
    insert.bind(5, searchForm(QFileInfo(document.path).completeBaseName() + u' ' + passage.headings))
        .bind(6, qint64{passage.page})
        .bind(7, qint64{passage.firstLine})
        .bind(8, qint64{passage.lastLine})
        .bind(9, passage.firstByte)
        .bind(10, passage.endByte)
        .run();
    m_database
        .prepare(
            "INSERT INTO passage_index(rowid, body, headings) SELECT id, body, headings FROM "
            "passage_search_text "
            "WHERE id = ?")
        .bind(0, m_database.lastInsertId())
        .run();
}

void DocumentTable::removePassages(qint64 documentId) {
    std::vector<qint64> ids;
    {
        Statement rows = m_database.prepare("SELECT id FROM passage WHERE document_id = ?");
        rows.bind(0, documentId);
        while (rows.step()) ids.push_back(rows.integer(0));
    }
    for (const qint64 id : ids)
        m_database
            .prepare(
                "INSERT INTO passage_index(passage_index, rowid, body, headings) SELECT 'delete', id, body, "
                "headings FROM passage_search_text WHERE id = ?")
            .bind(0, id)
            .run();
    m_database.prepare("DELETE FROM passage WHERE document_id = ?").bind(0, documentId).run();
}

void DocumentTable::touch(qint64 documentId, qint64 sizeBytes, qint64 modifiedNs) {
    m_database.prepare("UPDATE document SET size_bytes = ?, modified_ns = ? WHERE id = ?")
        .bind(0, sizeBytes)
        .bind(1, modifiedNs)
        .bind(2, documentId)
        .run();
}

void DocumentTable::remove(qint64 documentId) {
    Transaction transaction(m_database);
    removePassages(documentId);
    m_database.prepare("DELETE FROM document WHERE id = ?").bind(0, documentId).run();
    transaction.commit();
}

std::optional<PassageRecord> DocumentTable::passage(qint64 passageId) {
    Statement row = m_database.prepare(
        "SELECT id, document_id, number, text, headings, page, first_line, last_line, first_byte, end_byte "
        "FROM passage WHERE id = ?");
    if (!row.bind(0, passageId).step()) return std::nullopt;
    return passageOf(row);
}

std::vector<PassageRecord> DocumentTable::passages(qint64 documentId) {
    Statement rows = m_database.prepare(
        "SELECT id, document_id, number, text, headings, page, first_line, last_line, first_byte, end_byte "
        "FROM passage WHERE document_id = ? ORDER BY number");
    rows.bind(0, documentId);
    std::vector<PassageRecord> all;
    while (rows.step()) all.push_back(passageOf(rows));
    return all;
}

std::vector<DocumentLength> DocumentTable::lengths(const QString& words, int limit) {
    Statement rows = m_database.prepare(
        "SELECT document.id, source.path, document.path, coalesce((SELECT end_byte FROM passage WHERE "
        "document_id = document.id ORDER BY number DESC LIMIT 1), 0) FROM source JOIN document ON source_id "
        "= "
        "source.id WHERE passages > 0 AND instr(lower(source.path || '/' || document.path), lower(?1)) > 0 "
        "ORDER BY source.id, document.path LIMIT ?2");
    rows.bind(0, words).bind(1, qint64{limit});
    std::vector<DocumentLength> all;
    while (rows.step()) all.push_back({rows.integer(0), rows.text(1), rows.text(2), rows.integer(3)});
    return all;
}

std::vector<PassageRecord> DocumentTable::passagesAround(qint64 documentId, qint64 firstByte, qint64 endByte,
                                                         int each) {
    Statement rows = m_database.prepare(
        "WITH spot(at) AS (SELECT number FROM passage WHERE document_id = ?1 AND first_byte = ?2 AND "
        "end_byte = ?3 LIMIT 1) "
        "SELECT id, document_id, number, text, headings, page, first_line, last_line, first_byte, end_byte "
        "FROM spot CROSS JOIN passage WHERE document_id = ?1 AND number BETWEEN at - ?4 AND at + ?4 "
        "ORDER BY number");
    rows.bind(0, documentId).bind(1, firstByte).bind(2, endByte).bind(3, qint64{each});
    std::vector<PassageRecord> all;
    while (rows.step()) all.push_back(passageOf(rows));
    return all;
}

void DocumentTable::check() {
    m_database.execute("INSERT INTO passage_index(passage_index, rank) VALUES('integrity-check', 1)");
    Statement wrong = m_database.prepare(
        "SELECT 1 FROM document WHERE passages <> (SELECT count(*) FROM passage WHERE document_id = "
        "document.id) "
        "LIMIT 1");
    if (wrong.step())
        throw StoreError(StoreFault::Damaged,
                         QStringLiteral("A document has not the passages that it says."));
}

}  // namespace hearth::app::store
