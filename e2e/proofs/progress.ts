import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { added, emptyTally, type Tally } from './proof.ts'

export const progressFolder = '.wrangler/long'
export type Progress = {
  done: number
  tally: Tally /** pieces that broke off and were begun again */
  failed: number
  seconds: number
  date: string
}

const fileOf = (name: string) => join(progressFolder, `${name}.json`)

/** What a long run has done of a proof before it stopped. */
export function readProgress(name: string): Progress {
  return existsSync(fileOf(name))
    ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Progress)
    : { done: 0, tally: emptyTally(), failed: 0, seconds: 0, date: '' }
}

/** Adds a piece to what is kept; a stop in the middle of writing leaves the piece before. */
export function saveProgress(
  name: string,
  piece: { kept: Progress; count: number; tally: Tally; failed: number; seconds: number },
): Progress {
  const kept = {
    done: piece.kept.done + piece.count,
    tally: added(piece.kept.tally, piece.tally),
    failed: piece.kept.failed + piece.failed,
    seconds: piece.kept.seconds + piece.seconds,
    date: new Date().toISOString().slice(0, 10),
  }
  writeFileSync(`${fileOf(name)}.new`, JSON.stringify(kept))
  renameSync(`${fileOf(name)}.new`, fileOf(name))
  return kept
}
