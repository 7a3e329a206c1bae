import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { added, emptyTally, type Tally } from './proof.ts'

export const progressFolder = '.wrangler/long'
export type Progress = {
  done: number
  tally: Tally
  /** Pieces that broke off and were begun again. */
  failed: number
  seconds: number
  /** What the last piece took. */
  pieceSeconds: number
  /** When the last piece ended, in ms; 0 before the first. */
  at: number
}

const fileOf = (name: string) => join(progressFolder, `${name}.json`)

/** What a long run has done of a proof before it stopped. */
export function readProgress(name: string): Progress {
  return existsSync(fileOf(name))
    ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Progress)
    : { done: 0, tally: emptyTally(), failed: 0, seconds: 0, pieceSeconds: 0, at: 0 }
}

/** Adds a piece to what is kept; a stop in the middle of writing leaves the piece before. */
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
