import { describe, expect, it } from 'vitest'
import type { SupportQuery } from '#contract/site-pages'
import { withFailure } from '../../../address.ts'
import { supportAddress } from '../../../routes.ts'
import { failureFrom, topicOf } from './support-report.ts'

const queryOf = (address: string) => new URL(address, 'https://book.example').searchParams as unknown as SupportQuery
const at = '2027-04-12T18:36:00.000Z'
const declined = {
  type: 'insufficient_funds',
  code: 402,
  param: null,
  path: '/api/v1/profile/orders/ord_1',
  timestamp: at,
}

describe('the failure that a support link names', () => {
  it('the failure is read from the URL with the site’s own sentence', () => {
    const link = withFailure(supportAddress({ program_id: 'lakeside', lang: 'fr' }), declined)
    expect(link).toMatch(/^\/support\?program_id=lakeside&lang=fr&type=insufficient_funds&code=402&path=/)
    expect(failureFrom(queryOf(link), 'en')).toEqual({
      ...declined,
      message: expect.stringMatching(/not enough money/),
    })
    expect(withFailure('/support', declined)).toMatch(/^\/support\?type=/)
  })

  it.each([
    ['/support', null],
    ['/support?type=call+555+0100+now', null],
    ['/support?type=constructor', null],
  ])('the support URL %s adds no failure', (address, expected) =>
    expect(failureFrom(queryOf(address), 'en')).toBe(expected),
  )

  it('a URL cannot put its own words on the page', () => {
    const query = queryOf(
      '/support?type=not_found&message=Call+us&param=Call+us&path=//evil+call&timestamp=Call+us&code=12',
    )
    expect(failureFrom(query, 'en')).toEqual({
      type: 'not_found',
      message: 'We couldn’t find that.',
      code: null,
      param: null,
      path: null,
      timestamp: null,
    })
  })
})

describe('the topic of a support report', () => {
  it.each([
    [null, null, null, { type: null, issue: null }],
    [null, 'privacy.delete_my_data', null, { type: 'privacy', issue: 'delete_my_data' }],
    [null, 'privacy.charged_twice', null, { type: 'privacy', issue: null }],
    [null, null, declined, { type: 'billing', issue: 'payment_failed' }],
    [null, null, { type: 'internal_error', code: 500 }, { type: 'problem', issue: 'page_error' }],
    [null, null, { type: 'link_expired', code: 410 }, { type: 'account_access', issue: 'recovery_link_invalid' }],
    [{ type: 'idea' }, 'privacy', declined, { type: 'idea', issue: null }],
    [{ type: 'billing', issue_billing: 'receipt_needed' }, null, null, { type: 'billing', issue: 'receipt_needed' }],
  ])('the topic of a report with type %o, link topic %s and failure %o is %o', (typed, about, failure, topic) =>
    expect(topicOf({ typed: typed as Record<string, string> | null, about }, failure)).toEqual(topic),
  )
})
