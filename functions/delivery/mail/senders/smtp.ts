import type { Bindings } from '../../../platform/context.ts'
import type { Mail, MailSender } from '../compose-mail.ts'
import { DeliveryFailure, type FailureKind } from '../delivery-failure.ts'
import { returnPathOf } from '../return-path.ts'

/** A mail for the process that speaks SMTP. */
export type SmtpRequest = { mail: Mail; return_path: string | null; now: number }
/** The response of the sending process when a mail was not accepted. */
export type SmtpRefusal = { kind: FailureKind; code: string }

/**
 * Sends by SMTP on one machine: the worker opens no connection itself, but passes the mail to the process that serves
 * it.
 */
export function smtp(env: Bindings): MailSender {
  return {
    name: 'smtp',
    send: async (mail, now) => {
      const request: SmtpRequest = { mail, return_path: returnPathOf(env, mail.to), now }
      const response = await env.SMTP_DOOR?.fetch('http://smtp/', { method: 'POST', body: JSON.stringify(request) })
      if (response?.status === 204) return
      if (response?.status !== 422) throw new DeliveryFailure('later', 'smtp_unreachable')
      const { kind, code } = await response.json<SmtpRefusal>()
      throw new DeliveryFailure(kind, code)
    },
  }
}
