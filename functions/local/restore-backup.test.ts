import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationNames } from './build-defines.ts'
import { writeBackup } from './write-backup.ts'
import { checksumOf, type Manifest, manifestText } from './backup-manifest.ts'
import { findSeal, readBackupKeys } from './backup-seal.ts'
import { databaseFile, findFaults } from './database-file.ts'
import { migrateSafely } from './migrate-safely.ts'
import { finishRestore, restoreBackup } from './restore-backup.ts'

const baseline = 'functions/platform/database/migrations'
let root: string
let folder: string
let secrets: string
let second = 0
const now = () => new Date(Date.UTC(2027, 0, 4, 12, 0, second++))
const fileOf = (data = folder) => databaseFile(join(data, 'v3')) ?? ''

/** The bytes of a migrated database, made once and copied for each test. */
let migrated: Uint8Array | undefined
function migratedBytes(): Uint8Array {
  if (migrated) return migrated
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)')
  for (const name of migrationNames(baseline)) {
    database.exec(readFileSync(join(baseline, name), 'utf8'))
    database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
  }
  migrated = database.serialize()
  return migrated
}

/** A data folder as the runtime leaves it, with a marker row. */
function makeData(): void {
  const home = join(folder, 'v3/d1/miniflare-D1DatabaseObject')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, '9ba2.sqlite'), migratedBytes())
  writeFileSync(join(home, 'metadata.sqlite'), '')
  for (const file of readdirSync(home))
    withDatabase((database) => database.exec('PRAGMA journal_mode = wal'), join(home, file))
  writeNote('first')
}
function withDatabase<Result>(act: (database: DatabaseSync) => Result, file = fileOf()): Result {
  const database = new DatabaseSync(file)
  try {
    return act(database)
  } finally {
    database.close()
  }
}
const writeNote = (value: string) =>
  withDatabase((database) =>
    database
      .prepare(
        "INSERT INTO facts (name, value, updated) VALUES ('note', ?1, 0) ON CONFLICT (name) DO UPDATE SET value = ?1",
      )
      .run(value),
  )
const readNote = (data = folder) =>
  withDatabase(
    (database) =>
      (database.prepare("SELECT value FROM facts WHERE name = 'note'").get() as { value: string } | undefined)?.value,
    fileOf(data),
  )
const makeBackup = () => writeBackup({ folder, into: join(root, 'backups'), secrets, now: now() }).path
const restore = (backup: string, options: { takesSecrets?: boolean; migrations?: string } = {}) =>
  restoreBackup({ backup, folder, secrets, now: now(), ...options })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muster-'))
  folder = join(root, 'state')
  secrets = join(root, '.dev.vars')
  writeFileSync(secrets, 'PASSWORD_PEPPER="one"\nHEALTH_KEY="h1:a"\nTOKEN_SECRET="k1:t"\n')
  makeData()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a backup', () => {
  it('a backup can be read by its owner only', async () => {
    const backup = makeBackup()
    writeNote('second')
    const { keptAt } = await restore(backup)
    expect([readNote(), readNote(keptAt ?? '')]).toEqual(['first', 'second'])
    expect(
      readdirSync(backup, { recursive: true, withFileTypes: true }).filter(
        (each) => each.isFile() && (statSync(join(each.parentPath, each.name)).mode & 0o077) !== 0,
      ),
    ).toEqual([])
    expect(findFaults(fileOf())).toEqual([])
  })

  it('a backup contains recent writes from the write-ahead log', async () => {
    const open = new DatabaseSync(fileOf())
    open.exec("INSERT INTO facts (name, value, updated) VALUES ('late', 'x', 0)")
    const backup = makeBackup()
    open.close()
    expect(
      withDatabase(
        (database) => database.prepare("SELECT count(*) AS n FROM facts WHERE name = 'late'").get(),
        fileOf(backup),
      ),
    ).toEqual({ n: 1 })
  })

  it('a restore brings back the uploaded files', async () => {
    const [objects, blobs] = [join(folder, 'v3/r2/miniflare-R2BucketObject'), join(folder, 'v3/r2/muster-files/blobs')]
    for (const home of [objects, blobs]) mkdirSync(home, { recursive: true })
    writeFileSync(join(blobs, 'a1'), 'picture')
    withDatabase(
      (database) => database.exec("CREATE TABLE objects (name TEXT); INSERT INTO objects VALUES ('a1')"),
      join(objects, '7c.sqlite'),
    )
    const backup = makeBackup()
    rmSync(join(folder, 'v3/r2'), { recursive: true })
    await restore(backup)
    expect([
      readFileSync(join(blobs, 'a1'), 'utf8'),
      withDatabase((database) => database.prepare('SELECT name FROM objects').all(), join(objects, '7c.sqlite')),
    ]).toEqual(['picture', [{ name: 'a1' }]])
  })

  it('only the configured number of recent backups is kept', () => {
    const backups = [1, 2, 3, 4].map(
      () => writeBackup({ folder, into: join(root, 'backups'), secrets, keep: 2, now: now() }).path,
    )
    expect(readdirSync(join(root, 'backups')).map((name) => join(root, 'backups', name))).toEqual(backups.slice(2))
  })

  it('a damaged database leaves no partial backup', () => {
    withDatabase((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    writeFileSync(fileOf(), readFileSync(fileOf()).fill(7, 8192, 60_000))
    expect(makeBackup).toThrow(/malformed|damaged/)
    expect(readdirSync(join(root, 'backups'))).toEqual([])
  })

  it('a backup without data fails with advice', () => {
    expect(() => writeBackup({ folder: join(root, 'nowhere'), into: root, secrets })).toThrow(
      /nothing to back up.*DATA=folder/s,
    )
  })
})

describe('an encrypted backup', () => {
  const keyOf = (name: string, byte: number) => `${name}:${Buffer.alloc(32, byte).toString('base64')}`
  const [first, second] = [keyOf('b1', 1), keyOf('b2', 2)]
  const large = Buffer.concat([Buffer.from('QXCANARY'), randomBytes(2_500_000), Buffer.from('QXCANARY')])
  const encrypted = () => {
    const blobs = join(folder, 'v3/r2/muster-files/blobs')
    mkdirSync(blobs, { recursive: true })
    writeFileSync(join(blobs, 'a1'), large)
    writeFileSync(join(blobs, 'a2'), '')
    writeNote('QXCANARY')
    const [key = null] = readBackupKeys(first)
    return writeBackup({ folder, into: join(root, 'backups'), secrets, key, now: now() }).path
  }
  const bytesOf = (backup: string) =>
    readdirSync(backup, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => [join(each.parentPath, each.name), readFileSync(join(each.parentPath, each.name))] as const)
  const open = (backup: string, setting: string | undefined) =>
    restoreBackup({ backup, folder, secrets, keys: readBackupKeys(setting), now: now() })

  it('an encrypted backup contains no plain text', async () => {
    const backup = encrypted()
    for (const [path, bytes] of bytesOf(backup))
      for (const word of ['QXCANARY', 'SQLite format', 'PASSWORD_PEPPER', 'CREATE TABLE'])
        expect([path, bytes.includes(word)]).toEqual([path, false])
    expect(readdirSync(folder)).toEqual(['v3'])
    rmSync(folder, { recursive: true })
    rmSync(secrets)
    expect(await open(backup, first)).toMatchObject({ tookSecrets: true })
    expect(readNote()).toBe('QXCANARY')
    expect(findFaults(fileOf())).toEqual([])
    expect(readFileSync(join(folder, 'v3/r2/muster-files/blobs/a1')).equals(large)).toBe(true)
    expect(readFileSync(secrets, 'utf8')).toContain('PASSWORD_PEPPER="one"')
  })

  it('an encrypted backup can be restored after a key rotation', async () => {
    const backup = encrypted()
    writeNote('later')
    await open(backup, `${second},old:${first.slice(3)}`)
    expect(readNote()).toBe('QXCANARY')
  })

  it.each<[string, string | undefined, RegExp]>([
    ['without a key', undefined, /encrypted with the key b1 .*BACKUP_KEY is not set.*Nothing was changed/],
    [
      'with another key',
      second,
      /encrypted with the key b1 .*BACKUP_KEY holds another \(b2, .*b2:…,b1:….*Nothing was changed/,
    ],
    ['with an invalid key', 'secret', /BACKUP_KEY must be a name and 32 random bytes/],
  ])('the restore of an encrypted backup is refused %s', async (_, setting, words) => {
    const backup = encrypted()
    writeNote('later')
    await expect((async () => open(backup, setting))()).rejects.toThrow(words)
    expect([readNote(), readdirSync(folder)]).toEqual(['later', ['v3']])
  })

  const listOf = (backup: string) => JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest
  const keep = (backup: string, list: object) => writeFileSync(join(backup, 'manifest.json'), JSON.stringify(list))
  const resign = (backup: string) => {
    const { list_hash: _, ...list } = listOf(backup)
    const files = list.files.map((file) => ({ ...file, sha256: checksumOf(join(backup, file.path)) }))
    const seal = list.encryption && findSeal(list.encryption, readBackupKeys(first))
    writeFileSync(join(backup, 'manifest.json'), manifestText({ ...list, files }, seal ?? null)[1])
  }
  it.each<[string, (backup: string) => void]>([
    [
      'a changed byte and an adapted list of files',
      (backup) => {
        writeFileSync(fileOf(backup), readFileSync(fileOf(backup)).fill(1, 5000, 5001))
        const list = listOf(backup)
        keep(backup, {
          ...list,
          files: list.files.map((file) => ({ ...file, sha256: checksumOf(join(backup, file.path)) })),
        })
      },
    ],
    [
      'a file missing from its list',
      (backup) => keep(backup, { ...listOf(backup), files: listOf(backup).files.slice(1) }),
    ],
    [
      'a byte changed with the key of the list alone',
      (backup) => {
        writeFileSync(fileOf(backup), readFileSync(fileOf(backup)).fill(1, 5000, 5001))
        resign(backup)
      },
    ],
    [
      'two swapped files',
      (backup) => {
        const [a, b] = ['demo-login.json', '.dev.vars'].map((name) => join(backup, name)) as [string, string]
        writeFileSync(a, readFileSync(b))
        resign(backup)
        rmSync(secrets)
      },
    ],
  ])('the restore of a backup with %s is refused as damaged', async (_, spoil) => {
    writeFileSync(join(folder, 'demo-login.json'), '{}')
    const backup = encrypted()
    rmSync(join(folder, 'demo-login.json'))
    writeNote('later')
    spoil(backup)
    await expect(open(backup, first)).rejects.toThrow(/is damaged/)
    expect(readNote()).toBe('later')
  })
})

describe('a restore', () => {
  it.each<[string, (backup: string) => void, RegExp]>([
    [
      'a backup with one changed byte',
      (backup) => writeFileSync(fileOf(backup), readFileSync(fileOf(backup)).fill(1, 5000, 5001)),
      /is damaged/,
    ],
    ['a folder that is not a backup', (backup) => rmSync(join(backup, 'manifest.json')), /is no backup/],
    [
      'a backup of a newer version',
      (backup) =>
        writeFileSync(
          join(backup, 'manifest.json'),
          readFileSync(join(backup, 'manifest.json'), 'utf8').replace('0001_baseline.sql', '9999_later.sql'),
        ),
      /newer Muster.*9999_later/,
    ],
  ])('the restore of %s is refused and changes nothing', async (_, spoil, words) => {
    const backup = makeBackup()
    writeNote('second')
    spoil(backup)
    await expect(restore(backup)).rejects.toThrow(words)
    expect(readNote()).toBe('second')
    expect(readdirSync(folder)).toEqual(['v3'])
  })

  it('a restore is refused while the site runs', async () => {
    const backup = makeBackup()
    const site = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'functions/local/start.ts'])
    writeFileSync(
      join(folder, 'running.json'),
      JSON.stringify({ start: site.pid, runtimes: [], url: 'http://localhost:8787' }),
    )
    await expect(restore(backup)).rejects.toThrow(/running on this data, at http:\/\/localhost:8787/)
    site.kill()
  })

  it('a restore from the folder of all backups takes the latest', async () => {
    const backup = makeBackup()
    await expect(restore(join(root, 'backups'))).rejects.toThrow(`npm run restore -- ${backup}`)
  })

  it('a restore replaces the secrets only with --secrets', async () => {
    const backup = makeBackup()
    writeFileSync(secrets, 'PASSWORD_PEPPER="two"\nHEALTH_KEY="h2:b,h1:a"\n')
    await expect(restore(backup)).rejects.toThrow(/PASSWORD_PEPPER differ/)
    await restore(backup, { takesSecrets: true })
    expect(readFileSync(secrets, 'utf8')).toContain('PASSWORD_PEPPER="one"')
    expect(readdirSync(root).filter((name) => name.startsWith('.dev.vars.before-restore'))).toHaveLength(1)
  })

  it('a restore without --secrets accepts secrets that only gained a key', async () => {
    const backup = makeBackup()
    writeFileSync(secrets, 'PASSWORD_PEPPER="one"\nHEALTH_KEY="h2:b,h1:a"\nTOKEN_SECRET="k2:new"\n')
    expect(await restore(backup)).toMatchObject({ tookSecrets: false })
  })

  it('a restore brings the secrets to a machine without any', async () => {
    const backup = makeBackup()
    rmSync(secrets)
    rmSync(folder, { recursive: true })
    expect(await restore(backup)).toMatchObject({ tookSecrets: true, keptAt: null })
    expect([readNote(), existsSync(secrets)]).toEqual(['first', true])
  })

  it('a restore that crashed between its two renames is completed by the next start', () => {
    const backup = makeBackup()
    writeNote('second')
    cpSync(join(backup, 'v3'), join(folder, 'v3.restored'), { recursive: true })
    finishRestore(folder)
    expect(readNote()).toBe('second')
    renameSync(join(folder, 'v3'), join(folder, 'before'))
    finishRestore(folder)
    expect(readNote()).toBe('first')
  })
})

describe('D-03: a start with newer migrations', () => {
  const later = '9999_later.sql'
  let migrations: string
  /** A release whose last migration is this text. */
  const add = (sql: string) => {
    migrations = join(root, 'migrations')
    cpSync(baseline, migrations, { recursive: true })
    writeFileSync(join(migrations, later), sql)
  }
  const apply = () =>
    withDatabase((database) => {
      database.exec(readFileSync(join(migrations, later), 'utf8'))
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(later)
    })

  it('a start with newer migrations first copies the database', async () => {
    add('CREATE TABLE once (id TEXT) STRICT;\n')
    const lines: string[] = []
    migrateSafely({ folder, report: (line) => lines.push(line), migrations, apply })
    const copy = /Kept a copy of the database before it changes: (.+)$/m.exec(lines.join('\n'))?.[1] ?? ''
    writeNote('second')
    const { missingMigrations } = await restore(copy, { migrations })
    expect([readNote(), missingMigrations]).toEqual(['first', [later]])
  })

  it('a start without new migrations does nothing', () => {
    const lines: string[] = []
    migrateSafely({ folder, report: (line) => lines.push(line), apply: () => expect.fail('was applied') })
    expect([lines, readdirSync(folder)]).toEqual([[], ['v3']])
  })

  it('a start keeps the data when a migration fails on the copy', () => {
    add('CREATE TABLE once (id TEXT) STRICT;\nINSERT INTO nowhere VALUES (1);\n')
    expect(() =>
      migrateSafely({ folder, report: () => {}, migrations, apply: () => expect.fail('was applied') }),
    ).toThrow(/9999_later\.sql does not go through.*no such table.*was not touched/s)
    expect(
      withDatabase((database) => database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'once'").get()),
    ).toEqual({ n: 0 })
  })

  it('a start rejects a database from before the baseline', () => {
    withDatabase((database) =>
      database.exec(
        "UPDATE d1_migrations SET name = '0001_programs_and_catalogue.sql' WHERE name = '0001_baseline.sql'",
      ),
    )
    expect(() => migrateSafely({ folder, report: () => {}, apply: () => expect.fail('was applied') })).toThrow(
      /made with 0001_programs_and_catalogue\.sql.*is kept as it is.*npm start -- --fresh/s,
    )
    expect([readNote(), readdirSync(folder)]).toEqual(['first', ['v3']])
  })
})
