import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { added, emptyTally, type Tally } from './proof.ts'

export const progressFolder = '.wrangler/long'
export type Progress = {
  done: number
  tally: Tally
  /** Number of restarted pieces. */
  failed: number
  seconds: number
  /** Duration of the most recent piece of work. */
  pieceSeconds: number
  /** End of the most recent piece, in ms; 0 before the first. */
  at: number
}

const fileOf = (name: string) => join(progressFolder, `${name}.json`)

/** The stored progress of a proof in a long run. */
export function readProgress(name: string): Progress {
  return existsSync(fileOf(name))
    ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Progress)
    : { done: 0, tally: emptyTally(), failed: 0, seconds: 0, pieceSeconds: 0, at: 0 }
}

/** Saves a piece atomically: an interrupted write keeps the previous piece. */
export function saveProgress(
  name: string,
  piece: { count: number; tally: Tally; failed: number; seconds: number; at: number },
): Progress {
  const kept = readProgress(name)
  const next = {
    done: kept.done + piece.count,
    tally: added(kept.tally, piece.tally),
    failed: kept.failed + piece.failed,
    seconds: kept.seconds + piece.seconds,
    pieceSeconds: piece.seconds,
    at: piece.at,
  }
  writeFileSync(`${fileOf(name)}.new`, JSON.stringify(next))
  renameSync(`${fileOf(name)}.new`, fileOf(name))
  return next
}

export const forgetProgress = (name: string): void => rmSync(fileOf(name), { force: true })
