import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryD1 } from './memory-d1.ts'
import { type RealDatabases, startRealDatabases } from './real-databases.ts'

type Statement = [sql: string, ...params: unknown[]]
const columns = (count: number) => Array.from({ length: count }, (_, index) => `${index} AS c${index}`).join(', ')
const ones = (count: number) => Array(count).fill(1)

const schema: Statement[] = [
  [
    `CREATE TABLE camps (id TEXT PRIMARY KEY, places INTEGER NOT NULL, name TEXT UNIQUE,
    CONSTRAINT sold_out CHECK (places >= 0)) STRICT`,
  ],
  ['CREATE TABLE bookings (id TEXT, camp_id TEXT REFERENCES camps (id), num INTEGER, PRIMARY KEY (id, camp_id))'],
  [
    `CREATE TRIGGER takes_places AFTER INSERT ON bookings
    BEGIN UPDATE camps SET places = places - NEW.num WHERE id = NEW.camp_id; END`,
  ],
  [`CREATE TRIGGER never_gone BEFORE DELETE ON bookings BEGIN SELECT RAISE(ABORT, 'booked'); END`],
  [`CREATE VIRTUAL TABLE texts USING fts5 (body, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3')`],
  ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c1', 3, 'Lake'],
  ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c2', 1, null],
  ['INSERT INTO texts VALUES (?1)', 'A quiet lake, été et hiver'],
]

const asked: [title: string, ...Statement[]][] = [
  [
    'numbers, truths, texts, bytes and nothing',
    ...[1, 1.5, true, null, 'x', 5_000_000_000, '', 'a\0b'].map(
      (value): Statement => ['SELECT typeof(?1) AS type, ?1 AS value', value],
    ),
  ],
  [
    'numbers by the column they go to',
    ['INSERT INTO camps VALUES (?1, ?2, ?3) RETURNING typeof(places) AS type, *', 'c3', 5, null],
  ],
  ['bytes as a list', ["SELECT x'0102' AS bytes, unhex('ff') AS more"]],
  ['columns of one name', ['SELECT 1 AS a, 2 AS a, 1.0 AS whole']],
  ['whole numbers that are too large', ['SELECT 9007199254740993 AS num']],
  ['words in double quotes', ['SELECT "nowhere" AS word']],
  [
    'how many rows a change touched, those of triggers too',
    ['INSERT INTO bookings VALUES (?1, ?2, ?3)', 'b1', 'c1', 2],
    ['UPDATE camps SET name = name'],
    ['DELETE FROM camps WHERE 0'],
  ],
  [
    'search',
    ["SELECT body FROM texts WHERE texts MATCH 'ete'"],
    ["SELECT count(*) AS num FROM texts WHERE texts MATCH 'la*'"],
    ['SELECT * FROM texts WHERE texts MATCH ?1', '"'],
  ],
  [
    'JSON',
    ["SELECT string_agg(value, '|' ORDER BY value DESC) AS list FROM json_each(?1)", '[1,2,3]'],
    ['SELECT json_group_array(id) AS ids FROM camps'],
  ],
  ['a named CHECK', ['INSERT INTO bookings VALUES (?1, ?2, ?3)', 'b9', 'c2', 2]],
  [
    'a key that is there',
    ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c1', 3, 'Other'],
    ['INSERT INTO bookings VALUES (?1, ?2, ?3)', 'b1', 'c1', 0],
  ],
  ['a value that is there', ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c9', 3, 'Lake']],
  ['nothing where something must be', ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c9', null, 'X']],
  [
    'a wrong type',
    ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c9', 1.5, 'X'],
    ['INSERT INTO camps VALUES (?1, ?2, ?3)', 'c9', 'many', 'X'],
  ],
  [
    'a parent that is not there',
    ['INSERT INTO bookings VALUES (?1, ?2, ?3)', 'b9', 'nowhere', 1],
    ['DELETE FROM camps WHERE id = ?1', 'c1'],
  ],
  ['what a trigger refuses', ['DELETE FROM bookings']],
  [
    'rows that replace others, without their triggers',
    ['REPLACE INTO bookings VALUES (?1, ?2, ?3)', 'b1', 'c1', 0],
    ['PRAGMA recursive_triggers'],
    ['PRAGMA foreign_keys'],
  ],
  ['statements that are none', ['selec 1'], ['SELECT nothing'], ['SELECT * FROM nowhere']],
  ['values that are too few or too many', ['SELECT ?1 AS value'], ['SELECT ?1 AS value', 1, 2]],
  ['as many columns as may be', [`SELECT ${columns(100)}`], [`SELECT ${columns(101)}`]],
  ['as many values as may be', ['SELECT ?100 AS value', ...ones(100)], ['SELECT ?101 AS value', ...ones(101)]],
  [
    'as many terms as may be',
    [`SELECT 1 AS a ${'UNION SELECT 2 '.repeat(4)}`],
    [`SELECT 1 AS a ${'UNION SELECT 2 '.repeat(5)}`],
  ],
  ['as deep as may be', [`SELECT 1${'+1'.repeat(99)} AS sum`], [`SELECT 1${'+1'.repeat(100)} AS sum`]],
  [
    'as long a pattern as may be',
    ["SELECT 'x' LIKE ?1 AS is_like", '%'.repeat(50)],
    ["SELECT 'x' LIKE ?1 AS is_like", '%'.repeat(51)],
  ],
  [
    'as long a statement as may be',
    [`SELECT length('${'x'.repeat(99_900)}') AS num`],
    [`SELECT length('${'x'.repeat(100_100)}') AS num`],
  ],
  [
    'what only the platform may do',
    ['BEGIN'],
    ['SAVEPOINT a'],
    ["ATTACH ':memory:' AS other"],
    ['CREATE TEMP TABLE mine (id)'],
    ['VACUUM'],
  ],
  ['the plan of a statement', ['EXPLAIN QUERY PLAN SELECT * FROM bookings WHERE id = ?1', 'b1']],
]

/**
 * A database's result or its error, without details that may differ: the position of a mistake, and why a platform
 * forbids a statement.
 */
async function answered(db: D1Database, [sql, ...params]: Statement) {
  try {
    const statement = params.length === 0 ? db.prepare(sql) : db.prepare(sql).bind(...params)
    const { results, meta } = await statement.all()
    return { results, ...(/^(?:insert|update|delete|replace)/i.test(sql) ? { changes: meta.changes } : {}) }
  } catch (error) {
    const words = (error as Error).message
    return { refused: /SQLITE_CONSTRAINT/.test(words) ? words : words.slice(0, 'D1_ERROR'.length) }
  }
}

describe('the in-memory database', () => {
  let opened: RealDatabases
  let both: D1Database[]
  beforeAll(async () => {
    opened = await startRealDatabases(1)
    both = [opened.next(), memoryD1()]
    for (const db of both) await db.batch(schema.map(([sql, ...params]) => db.prepare(sql).bind(...params)))
  })
  afterAll(async () => opened.close())

  it.each(asked)('the in-memory database responds like D1: %s', async (_, ...statements) => {
    const [platform, memory] = await Promise.all(
      both.map(async (db) => {
        const answers = []
        for (const each of statements) answers.push(await answered(db, each))
        return answers
      }),
    )
    expect(memory).toEqual(platform)
  })

  it('the in-memory database commits a batch completely or not at all', async () => {
    const [platform, memory] = await Promise.all(
      both.map(async (db) => {
        const batch = db.batch([
          db.prepare("INSERT INTO camps VALUES ('whole', 1, NULL)"),
          db.prepare("INSERT INTO camps VALUES ('c1', 1, NULL)"),
        ])
        const words = await batch.then(String, (error: Error) => error.message)
        return [words, await db.prepare("SELECT * FROM camps WHERE id = 'whole'").first()]
      }),
    )
    expect(memory).toEqual(platform)
    expect(memory).toEqual([expect.stringContaining('UNIQUE constraint failed: camps.id'), null])
  })

  it('the in-memory database returns lists, rows and values like D1', async () => {
    const [platform, memory] = await Promise.all(
      both.map(async (db) => {
        const statement = db.prepare('SELECT id, name FROM camps WHERE id = ?1')
        return [
          await statement.bind('c1').raw(),
          await statement.bind('c1').first(),
          await statement.bind('c1').first('name'),
          await statement.bind('nowhere').first(),
        ]
      }),
    )
    expect(memory).toEqual(platform)
  })

  it('a session of the in-memory database has a bookmark like D1', async () => {
    for (const db of both) {
      const first = db.withSession('first-unconstrained')
      expect(first.getBookmark()).toBeNull()
      await first.prepare("UPDATE camps SET places = places + 1 WHERE id = 'c2'").run()
      const before = first.getBookmark() ?? ''
      const second = db.withSession(before)
      expect(await second.prepare("SELECT places FROM camps WHERE id = 'c2'").first('places')).toBe(2)
      await first.batch([first.prepare("UPDATE camps SET places = places - 1 WHERE id = 'c2'")])
      expect(before).not.toBe('')
      expect((first.getBookmark() ?? '') > before).toBe(true)
    }
  })

  it('a copy of the in-memory database is independent of the original', async () => {
    const first = both[1] as ReturnType<typeof memoryD1>
    const second = first.copy()
    await second.prepare("UPDATE camps SET name = 'Elsewhere' WHERE id = 'c1'").run()
    const name = (db: D1Database) => db.prepare("SELECT name FROM camps WHERE id = 'c1'").first('name')
    expect([await name(first), await name(second)]).toEqual(['Lake', 'Elsewhere'])
  })
})
