import { expect, suite, test } from 'vitest'
import { findProofs } from './find-proofs.ts'
import { brokenPromises, isNoticed } from './proof.ts'

for (const proof of await findProofs()) {
  suite(`${proof.row} ${proof.name}`, () => {
    test(proof.promise, async () => {
      const tally = await proof.run({ from: 1, count: proof.small, isFull: false })
      console.log(`  ${proof.name}: ${proof.figure(tally.sums)}`)
      expect(brokenPromises(proof, tally, proof.small).slice(0, 20)).toEqual([])
    })
    for (const control of proof.controls ?? []) {
      test(`is noticed to break without ${control.without}`, async () => {
        const { sums } = await control.run({ from: 1, count: control.small, isFull: false })
        expect(isNoticed(control, sums, control.small), JSON.stringify(sums)).toBe(true)
      })
    }
  })
}
