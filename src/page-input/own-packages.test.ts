import { describe, expect, it } from 'vitest'
import type { Entitlement } from '#contract/booking/entitlement'
import type { Membership } from '#contract/booking/membership'
import type { SessionCredit } from '#contract/booking/session-credit'
import { creditsFor, hadTrialAmong, membershipsFor, trialsAmong } from './own-packages.ts'

const booked = { ids: ['mpk', 'spk'], starts_at: '2027-07-06T01:00:00Z', timezone: 'America/Toronto' }
const entitlement = (part: Partial<Entitlement> = {}): Entitlement => ({
  object: 'entitlement',
  program_id: 'lakeside',
  package_id: 'mpk',
  package_name: 'Swim Club',
  text_languages: {},
  attendee_profile_id: null,
  counts_visits: false,
  from: '2027-07-01',
  until: null,
  paused_from: null,
  paused_until: null,
  ...part,
})
const credit = (part: Partial<SessionCredit> = {}): SessionCredit => ({
  id: 'crd',
  object: 'session_credit',
  package_id: 'spk',
  package_name: 'Ten swims',
  text_languages: {},
  attendee_profile_id: null,
  order_id: 'ord',
  membership_id: null,
  available: 2,
  total: 10,
  is_unlimited: false,
  is_on_hold: false,
  expires_at: null,
  created: '2027-01-01T00:00:00Z',
  ...part,
})

const trialOf = (attendee_id: string | null, part: Partial<Membership> = {}) =>
  ({
    trial_start: '2027-06-01T04:00:00Z',
    current_period_start: '2027-06-01T04:00:00Z',
    status: 'trialing',
    attendee_profile: attendee_id && { attendee_id },
    ...part,
  }) as Membership

describe('a free trial', () => {
  it.each([
    ['of a person counts for that person', trialOf('maya'), 'maya', true],
    ['of a sibling does not count', trialOf('sam'), 'maya', false],
    ['of anyone counts for the family', trialOf('sam'), null, true],
    ['of the family counts for everyone', trialOf(null), 'maya', true],
    ['that ended counts', trialOf('maya', { status: 'cancelled' }), 'maya', true],
    [
      'that never began does not count',
      trialOf('maya', { status: 'expired', current_period_start: null }),
      'maya',
      false,
    ],
    ['is not that of a membership without one', trialOf('maya', { trial_start: null }), 'maya', false],
  ])('%s', (_, membership, attendee, had) => expect(hadTrialAmong(trialsAmong([membership]), attendee)).toBe(had))
})

describe('what a customer has for an event', () => {
  it.each([
    ['without an end', {}, true],
    ['that ends on the day after it', { until: '2027-07-06' }, true],
    ['that ends on the day of the event', { until: '2027-07-05' }, false],
    ['of another package', { package_id: 'other' }, false],
    ['that is paused on its day', { paused_from: '2027-07-04' }, false],
  ] satisfies [string, Partial<Entitlement>, boolean][])(
    'a membership %s covers an event or not, as expected',
    (_, part, isOpen) => expect(membershipsFor([entitlement(part)], booked)).toHaveLength(isOpen ? 1 : 0),
  )

  it.each([
    ['that is left', {}, [], true],
    ['that was the last one', { available: 0 }, [], false],
    ['whose package has an unpaid instalment', { is_on_hold: true }, [], false],
    ['that expires at the start of the event', { expires_at: booked.starts_at }, [], false],
    ['of a membership that is valid on the day', { package_id: 'mpk', membership_id: 'mem' }, [entitlement()], true],
    ['of a membership that ends before the day', { package_id: 'mpk', membership_id: 'mem' }, [], false],
  ] satisfies [string, Partial<SessionCredit>, Entitlement[], boolean][])(
    'a visit %s pays for an event or not, as expected',
    (_, part, memberships, isOpen) =>
      expect(creditsFor([credit(part)], memberships, booked)).toHaveLength(isOpen ? 1 : 0),
  )
})
