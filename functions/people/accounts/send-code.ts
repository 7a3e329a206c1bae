import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { codeMs } from './code-limits.ts'
import { guardCode, insertCode } from './code-rows.ts'
import { countByAddress, mailsByAddress } from '../../platform/identity/wrong-attempts.ts'
import { newCode, sealCode } from './sealed-code.ts'

export type SendCodeInput = {
  user_id: string
  email: string
  language: Language
  program_id: string | null
  goto: string | null
}

/** Statements that send a new code to an address, and the statements that check the limits before them. */
export async function sendCode(ctx: Ctx, input: SendCodeInput): Promise<{ limits: Statement[]; writes: Statement[] }> {
  const counted = await countByAddress(ctx, [mailsByAddress])
  const id = ctx.newId('emc')
  const code_sealed = await sealCode(ctx.env, id, newCode())
  const code = { id, ...input, code_sealed, created: ctx.now, expires_at: ctx.now + codeMs }
  return {
    limits: [...counted, ...guardCode(ctx, code)],
    writes: [insertCode(ctx, code), recordEvent(ctx, { kind: 'account.code_requested', ref: id, body: {} })],
  }
}
