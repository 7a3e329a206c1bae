import type { AstroGlobal } from 'astro'
import type { Program } from '#contract/program'

/** Lets the card provider's form into this page's policy, and into no other's. */
export function allowCardForm({ csp }: Pick<AstroGlobal, 'csp'>, form: Program['card_form']): void {
  if (!csp || !form) return
  const { script, frame, connect } = form.policy
  // What is inserted stands in the place of 'self'.
  for (const source of ["'self'", ...script]) csp.insertScriptResource(source as never)
  csp.insertDirective(`frame-src ${frame.join(' ')}`)
  csp.insertDirective(`connect-src 'self' ${connect.join(' ')}`)
}
