import { testProofs } from '../proofs/test-proofs.ts'

await testProofs('growth', { sideBySide: false })
