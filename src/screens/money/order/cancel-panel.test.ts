import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { money } from '#contract/display-money'
import { textIn } from '../../../locales/choose-language.ts'
import { type CancelPlace, cancelPlaces, type CancelSetup } from '../../../stores/changes/cancel-place.ts'
import { CancelPanel } from './CancelPanel.tsx'

const sentence = '“Two camps” no longer applies: $38.98 less comes back.'
const place = (isLost: boolean): CancelPlace => ({
  registration_id: 'reg_samuel',
  name: 'Samuel',
  title: 'Canoe Week',
  others: null,
  isPaid: true,
  preview: {
    result: 'automatic',
    amount: money(31_189, 'CAD', 'en'),
    is_in_policy: true,
    amount_paid: money(isLost ? 35_087 : 31_189, 'CAD', 'en'),
    amount_kept: money(0, 'CAD', 'en'),
    kept_for: null,
    tier_ends_at: null,
    sentence: 'Cancel and get back $311.89',
    late_fee: null,
    discount_lost: isLost ? { amount: money(3898, 'CAD', 'en'), sentence } : null,
    add_ons: null,
  },
  until: null,
  visit: null,
  destination: null,
  toBalance: null,
  mayAsk: false,
  refundSteps: [],
})
const setup: CancelSetup = {
  program: { name: 'Lakeside Camps', email: null },
  address: '/',
  support: '/support',
  unpaidOrderId: null,
  reasons: ['cannot_attend'] as unknown as CancelSetup['reasons'],
  places: [],
}
const shown = (isLost: boolean) =>
  renderToStaticMarkup(
    createElement(CancelPanel, {
      store: cancelPlaces(setup, { calls: {} as never, done: () => {} }),
      setup,
      place: place(isLost),
      text: textIn('en').order.cancel,
    }),
  )

describe('the panel that cancels a place', () => {
  it('S7: a lost discount is named before the confirmation', () => {
    const html = shown(true)
    expect(html).toContain(`<p>${sentence}</p>`)
    expect(html.indexOf(sentence)).toBeLessThan(html.indexOf('type="submit"'))
    expect(html.indexOf('type="submit"')).toBeGreaterThan(0)
  })

  it('no discount is mentioned when none is lost', () => expect(shown(false)).not.toContain('no longer applies'))

  it('a place paid with a visit names what is left of the pass', () => {
    const html = renderToStaticMarkup(
      createElement(CancelPanel, {
        store: cancelPlaces(setup, { calls: {} as never, done: () => {} }),
        setup,
        place: { ...place(false), visit: { isBack: true, left: 8, total: 10 } },
        text: textIn('en').order.cancel,
      }),
    )
    expect(html).toContain('The visit goes back to your pass, which then has 8 of 10 left.')
  })
})
