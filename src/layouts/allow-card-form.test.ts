import { expect, it } from 'vitest'
import { allowCardForm } from './program-context.ts'

function policyOf(form: Parameters<typeof allowCardForm>[1]) {
  const scripts: string[] = []
  const directives: string[] = []
  const csp = {
    insertScriptResource: (source: string) => void scripts.push(source),
    insertDirective: (directive: string) => void directives.push(directive),
  }
  allowCardForm({ csp } as unknown as Parameters<typeof allowCardForm>[0], form)
  return { scripts, directives }
}

it('only a page with a card form allows the hosts of the card form', () => {
  const policy = {
    script: ['https://js.stripe.com'],
    frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    image: [],
  }
  expect(policyOf({ publishable_key: 'pk_test_a', account: null, policy })).toEqual({
    scripts: ["'self'", 'https://js.stripe.com'],
    directives: [
      'frame-src https://js.stripe.com https://hooks.stripe.com',
      "connect-src 'self' https://api.stripe.com",
    ],
  })
  expect(policyOf(null)).toEqual({ scripts: [], directives: [] })
})
