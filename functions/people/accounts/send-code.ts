import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { codeMs } from './code-limits.ts'
import { insertCode } from './code-rows.ts'
import { newCode, sealCode } from './sealed-code.ts'

export type SendCodeInput = {
  user_id: string
  email: string
  language: Language
  program_id: string | null
  goto: string | null
}

/** Writes for a batch that sends a new code to an address. */
export async function sendCode(ctx: Ctx, input: SendCodeInput): Promise<Statement[]> {
  const id = ctx.newId('emc')
  const code_sealed = await sealCode(ctx.env, id, newCode())
  return [
    ...insertCode(ctx, { id, ...input, code_sealed, created: ctx.now, expires_at: ctx.now + codeMs }),
    recordEvent(ctx, { kind: 'account.code_requested', ref: id, body: {} }),
  ]
}
