import { testProofs } from '../proofs/test-proofs.ts'

await testProofs('fuzz', { sideBySide: false })
