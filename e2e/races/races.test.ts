import { testProofs } from '../proofs/test-proofs.ts'

await testProofs('races', { part: 1, parts: 2 })
