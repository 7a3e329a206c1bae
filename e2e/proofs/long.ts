import { mkdirSync } from 'node:fs'
import { runRounds } from './chosen-moment.ts'
import { figuresFile, nextOf, type Row, readFigures, saveFigure } from './figures.ts'
import { forgetProgress, progressFolder, readProgress, saveProgress } from './progress.ts'
import { brokenPromises, findProofs, isNoticed, type Proof } from './proof.ts'
import { closeSharedRuntime } from './shared-site.ts'
import { suites } from './suites.ts'

// `DEVELOPMENT_TOOLS` is a constant of the build, and proofs import rules that use it.
Object.assign(globalThis, { DEVELOPMENT_TOOLS: true })

/**
 * Maximum number of attempts at a piece, because its harness (a socket, the machine) may fail. The table shows how many
 * were needed.
 */
const maxAttempts = 3

/**
 * Runs every proof at full size, and the wider suites, in pieces that are recorded when done. A restart continues
 * with the piece that ran longest ago, and starts over once everything is done. With `--minutes 30` it runs one piece
 * of each in turn and ends after that time. `--fresh` starts over, and names select proofs. The exit status is the
 * result.
 */
async function main(): Promise<void> {
  const { minutes, names, isFresh } = readInput(process.argv.slice(2))
  const all = [...(await findProofs()), ...suites]
  const proofs = all.filter(({ name }) => names.length === 0 || names.some((each) => name.includes(each)))
  if (proofs.length === 0) throw new Error(`No proof is called so. There is ${all.map(({ name }) => name).join(', ')}.`)
  mkdirSync(progressFolder, { recursive: true })
  if (isFresh || proofs.every(isWhole)) for (const each of proofs) forget(each)
  const rows = new Map<string, Row>()
  const one = async (proof: Proof) => void rows.set(proof.name, await onePiece(proof))
  if (minutes === null)
    for (const proof of proofs.toSorted((a, b) => lastRun(a) - lastRun(b)))
      while (!isWhole(proof) && !isStuck(rows.get(proof.name))) await one(proof)
  else {
    const until = Date.now() + minutes * 60_000
    for (;;) {
      const open = proofs.filter((each) => !isStuck(rows.get(each.name)))
      if (open.length > 0 && open.every(isWhole)) for (const each of open) forget(each)
      const next = nextOf(
        open
          .filter((each) => !isWhole(each))
          .map((proof) => ({ proof, lastRun: lastRun(proof), seconds: nextSeconds(proof) })),
        rows.size === 0 ? Number.POSITIVE_INFINITY : (until - Date.now()) / 1000,
      )
      if (!next) break
      await one(next.proof)
    }
  }
  say([...rows.values()])
}

function readInput(input: string[]) {
  const at = input.indexOf('--minutes')
  const minutes = at === -1 ? null : Number(input[at + 1])
  if (minutes !== null && !(minutes > 0)) throw new Error('--minutes wants a number: npm run test:long -- --minutes 30')
  const names = input.filter((each, index) => !each.startsWith('-') && (at === -1 || index !== at + 1))
  return { minutes, names, isFresh: input.includes('--fresh') }
}

type Part = { key: string; full: number; piece: number; unit: string; run: Proof['run'] }
/** The parts of a proof that have their own progress: the proof itself and each of its controls. */
const partsOf = ({ name, full, piece, unit, run, controls = [] }: Proof): Part[] => [
  { key: name, full, piece, unit, run },
  ...controls.map((control, index) => ({
    key: `${name}.control-${index + 1}`,
    full: control.full,
    piece: control.full,
    unit: `${unit} without ${control.without}`,
    run: control.run,
  })),
]
const nextPart = (proof: Proof) => partsOf(proof).find(({ key, full }) => readProgress(key).done < full)
const isWhole = (proof: Proof): boolean => nextPart(proof) === undefined
const nextSeconds = (proof: Proof): number => readProgress(nextPart(proof)?.key ?? '').pieceSeconds
const forget = (proof: Proof): void => {
  for (const { key } of partsOf(proof)) forgetProgress(key)
}
const lastRun = (proof: Proof): number =>
  Math.max(...partsOf(proof).map(({ key }) => readProgress(key).at)) ||
  Date.parse(readFigures().find(({ name }) => name === proof.name)?.date ?? '') ||
  0
const isStuck = (row: Row | undefined): boolean => row !== undefined && /broke off/.test(row.figure)

async function onePiece(proof: Proof): Promise<Row> {
  const part = nextPart(proof) as Part
  console.log(`\n── ${proof.row} ${proof.name}: ${proof.promise}`)
  const { done } = readProgress(part.key)
  const count = Math.min(part.piece, part.full - done)
  let stuck: string | null = null
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const started = performance.now()
    try {
      const tally = await runRounds({ name: part.key, run: part.run }, { from: done + 1, count, isFull: true })
      const seconds = (performance.now() - started) / 1000
      const kept = saveProgress(part.key, { count, tally, failed: attempt - 1, seconds, at: Date.now() })
      console.log(`   ${kept.done}/${part.full} ${part.unit} (${Math.round(seconds)} s)`)
      stuck = null
      break
    } catch (error) {
      stuck = `broke off at ${part.unit} ${done + 1}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`
      console.log(`   ${stuck}`)
    }
  }
  const row = rowOf(proof, stuck)
  saveFigure(row)
  return row
}

function rowOf(proof: Proof, stuck: string | null): Row {
  const main = readProgress(proof.name)
  const [, ...controls] = partsOf(proof).map(({ key }) => readProgress(key))
  const isMainWhole = main.done >= proof.full
  const broken = isMainWhole ? brokenPromises(proof, main.tally, main.done) : [...main.tally.findings]
  const figures = main.done > 0 ? [proof.figure(main.tally.sums)] : []
  for (const [index, control] of (proof.controls ?? []).entries()) {
    const off = controls[index]
    if (!off || off.done === 0) continue
    figures.push(`without ${control.without}: noticed in ${control.noticed(off.tally.sums)} of ${off.done}`)
    if (!isNoticed(control, off.tally.sums, off.done)) broken.push(`not noticed without ${control.without}`)
  }
  if (stuck) broken.push(stuck)
  for (const each of broken.slice(0, 10)) console.log(`   ✗ ${each}`)
  const all = [main, ...controls]
  const sum = (name: 'failed' | 'seconds') => all.reduce((total, each) => total + each[name], 0)
  const isDone = isWhole(proof)
  const rounds = isDone ? `${main.done} ${proof.unit}` : `${main.done} of ${proof.full} ${proof.unit}`
  return {
    row: proof.row,
    name: proof.name,
    promise: proof.promise,
    rounds: sum('failed') > 0 ? `${rounds} (${sum('failed')} pieces begun again)` : rounds,
    figure: [...figures, ...broken.slice(0, 3)].join('; '),
    seconds: sum('seconds'),
    isHeld: broken.length === 0,
    date: new Date().toISOString().slice(0, 10),
  }
}

function say(rows: readonly Row[]): void {
  console.log()
  for (const { name, rounds, figure, isHeld } of rows)
    console.log(`${isHeld ? '✓' : '✗'} ${name}: ${rounds}; ${figure}`)
  const held = rows.filter(({ isHeld }) => isHeld).length
  console.log(`\n${held} passed, ${rows.length - held} failed, 0 skipped; the table of all is ${figuresFile}`)
  process.exitCode = held === rows.length ? 0 : 1
}

try {
  await main()
} finally {
  // An open runtime would keep the process alive.
  await closeSharedRuntime()
}
