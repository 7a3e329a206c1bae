import type { Db } from './database.ts'

const programOf = new WeakMap<Db, string>()

/**
 * The database of a client's request: reads of people through it show a person who left the client's program only as
 * they were then.
 */
export function limitToProgram(db: Db, programId: string): Db {
  const limited = Object.create(db) as Db
  programOf.set(limited, programId)
  return limited
}

/** The program of the client whose request this database serves; null for any other request. */
export const clientProgramOf = (db: Db): string | null => programOf.get(db) ?? null
