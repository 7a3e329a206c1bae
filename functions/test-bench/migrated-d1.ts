import { memoryD1, type MemoryD1 } from './memory-d1.ts'
import { migrate, readSchema } from './migrate.ts'

type Schema = (sql: string) => string

let migrated: Promise<MemoryD1> | undefined
const migratedOnce = (): Promise<MemoryD1> =>
  (migrated ??= (async () => {
    const db = memoryD1()
    await migrate(db)
    return db
  })())

/**
 * An empty, migrated database in this process. For a control, `schema` rewrites the statements of the schema, and
 * statements that match one of `dropped` do nothing.
 */
export async function migratedD1({
  schema,
  dropped,
}: {
  schema?: Schema | undefined
  dropped?: readonly RegExp[] | undefined
} = {}): Promise<MemoryD1> {
  const whole = await migratedOnce()
  if (!schema) return memoryD1(dropped, whole.bytes())
  const db = memoryD1(dropped)
  // Running every migration takes ten times as long as writing its outcome, so only what the outcome does not show is
  // rewritten there.
  const texts = (await readSchema(whole)).map((text) => `${text};`)
  const rewritten = texts.map(schema)
  if (rewritten.every((text, index) => text === texts[index])) await migrate(db, schema)
  else await db.exec(['BEGIN;', ...rewritten, 'COMMIT;'].join('\n'))
  return db
}
