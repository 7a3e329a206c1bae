import { testProofs } from '../proofs/test-proofs.ts'

await testProofs('races', { part: 2, parts: 2 })
