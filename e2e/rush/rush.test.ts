import { testProofs } from '../proofs/test-proofs.ts'

await testProofs('rush', { sideBySide: false })
