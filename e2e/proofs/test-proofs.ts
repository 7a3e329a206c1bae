import { afterAll, expect, suite, test } from 'vitest'
import { runRounds } from './chosen-moment.ts'
import { brokenPromises, type Proof, findProofs } from './proof.ts'
import { closeSharedRuntime } from './shared-site.ts'

/**
 * Tests of a folder's proofs at small size: each guarantee, and its detection with a safeguard removed. They run in
 * parallel unless they measure durations. A large folder is split into several files, which run at the same time.
 */
export async function testProofs(folder: string, { sideBySide = true, part = 1, parts = 1 } = {}): Promise<void> {
  const testSuite = sideBySide ? suite.concurrent : suite
  const proofs = (await findProofs(folder)).filter((_, index) => index % parts === part - 1)
  afterAll(closeSharedRuntime)
  for (const proof of proofs) testSuite(`${proof.row} ${proof.name}`, () => testProof(proof))
}

function testProof(proof: Proof): void {
  test(proof.promise, async () => {
    const tally = await runRounds(proof, { from: 1, count: proof.small, isFull: false })
    console.log(`  ${proof.name}: ${proof.figure(tally.sums)}`)
    expect(brokenPromises(proof, tally, proof.small).slice(0, 20)).toEqual([])
  })
  for (const control of (proof.controls ?? []).filter(({ small }) => small > 0)) {
    test(`the proof detects a missing guard: ${control.without}`, async () => {
      // The small run needs one detection only. The long run measures how often a control is detected.
      let noticed = 0
      for (let from = 1; noticed === 0 && from <= 2 * control.small + 1; from += control.small)
        noticed = control.noticed(
          (await runRounds({ name: proof.name, run: control.run }, { from, count: control.small, isFull: false })).sums,
        )
      expect(noticed).toBeGreaterThan(0)
    })
  }
}
