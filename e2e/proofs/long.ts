import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { brokenPromises, findProofs, isNoticed, type Proof } from './proof.ts'
import { readProgress, saveProgress, type Progress, progressFolder } from './progress.ts'
import { markdownTable, type Row } from './long-table.ts'

// `DEVELOPMENT_TOOLS` is a constant of the build; the proofs import a few rules of it.
Object.assign(globalThis, { DEVELOPMENT_TOOLS: true })

/** A piece whose harness itself breaks (a socket, the machine) is begun again twice; the table says so. */
const maxAttempts = 3

/**
 * Every proof at its full size, in pieces that are noted when done: started again, it goes on where it stopped.
 * `--fresh` starts over; names choose proofs; `stories` are all stories of the browser, those in French too. Prints one table; the exit status says whether all hold.
 */
async function main(): Promise<void> {
  const input = process.argv.slice(2)
  if (input.includes('--fresh')) rmSync(progressFolder, { recursive: true, force: true })
  mkdirSync(progressFolder, { recursive: true })
  const names = input.filter((each) => !each.startsWith('-'))
  const proofs = (await findProofs()).filter(
    ({ name }) => names.length === 0 || names.some((each) => name.includes(each)),
  )
  const rows: Row[] = []
  for (const proof of proofs) rows.push(await prove(proof))
  if (names.length === 0 || names.includes('stories')) rows.push(await everyStory())
  console.log(`\n${markdownTable(rows)}`)
  const held = rows.filter(({ isHeld }) => isHeld).length
  console.log(`\n${held} passed, ${rows.length - held} failed, 0 skipped`)
  process.exitCode = held === rows.length ? 0 : 1
}

async function prove(proof: Proof): Promise<Row> {
  console.log(`\n── ${proof.row} ${proof.name}: ${proof.promise}`)
  const main = await inPieces(proof.name, { full: proof.full, piece: proof.piece, run: proof.run, unit: proof.unit })
  const broken = main.isWhole
    ? brokenPromises(proof, main.tally, main.done)
    : [
        ...main.tally.findings,
        `broke off after ${main.done} of ${proof.full} ${proof.unit}; started again, it goes on from there`,
      ]
  const figures = main.done > 0 ? [proof.figure(main.tally.sums)] : []
  for (const [index, control] of (proof.controls ?? []).entries()) {
    const off = await inPieces(`${proof.name}.control-${index + 1}`, {
      full: control.full,
      piece: control.full,
      run: control.run,
      unit: `${proof.unit} without ${control.without}`,
    })
    figures.push(`without ${control.without}: noticed in ${control.noticed(off.tally.sums)} of ${off.done}`)
    if (!isNoticed(control, off.tally.sums, off.done)) broken.push(`not noticed without ${control.without}`)
  }
  for (const each of broken.slice(0, 10)) console.log(`   ✗ ${each}`)
  return {
    row: proof.row,
    name: proof.name,
    promise: proof.promise,
    rounds: `${main.done} ${proof.unit}${main.failed > 0 ? ` (${main.failed} pieces begun again)` : ''}`,
    figure: figures.join('; '),
    seconds: main.seconds,
    isHeld: broken.length === 0,
    date: main.date,
  }
}

/** Every story in the browser, in both languages. They are no pieces: a run that broke off is begun again. */
async function everyStory(): Promise<Row> {
  console.log('\n── stories')
  const report = resolve(progressFolder, 'stories.json')
  rmSync(report, { force: true })
  const started = performance.now()
  const code = await new Promise((done) => {
    const child = spawn(
      process.execPath,
      ['node_modules/.bin/playwright', 'test', '--config', 'e2e/playwright.config.ts'],
      { stdio: 'inherit', env: { ...process.env, CI: '1', EVERY_STORY: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
    )
    child.on('close', done)
  })
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; flaky: number; unexpected: number }
  }
  return {
    row: 'stories',
    name: 'stories',
    promise:
      'every story in the browser, English and French, by thumb and by keyboard, ends well with an empty console',
    rounds: `${stats.expected + stats.flaky + stats.unexpected} stories`,
    figure: `${stats.unexpected} failed, ${stats.flaky} passed on a second try`,
    seconds: (performance.now() - started) / 1000,
    isHeld: code === 0,
    date: new Date().toISOString().slice(0, 10),
  }
}

async function inPieces(
  name: string,
  input: { full: number; piece: number; unit: string; run: Proof['run'] },
): Promise<Progress & { isWhole: boolean }> {
  let kept = readProgress(name)
  let broken = 0
  while (kept.done < input.full && broken < maxAttempts) {
    const count = Math.min(input.piece, input.full - kept.done)
    const started = performance.now()
    try {
      const tally = await input.run({ from: kept.done + 1, count, isFull: true })
      kept = saveProgress(name, { kept, count, tally, failed: broken, seconds: (performance.now() - started) / 1000 })
      broken = 0
      console.log(
        `   ${kept.done}/${input.full} ${input.unit} (${Math.round(kept.seconds)} s)${kept.tally.findings.length > 0 ? `, ${kept.tally.findings.length} findings` : ''}`,
      )
    } catch (error) {
      broken += 1
      console.log(`   broke off: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`)
    }
  }
  return { ...kept, isWhole: kept.done >= input.full }
}

await main()
