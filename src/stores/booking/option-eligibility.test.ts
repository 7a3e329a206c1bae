import { describe, expect, it } from 'vitest'
import { selectedOption } from './option-eligibility.ts'
import { member, option } from './registration-form-fixture.ts'
import type { RegistrationSetup } from './registration-setup.ts'

describe('the option selected for a person', () => {
  const older = { ...option('older'), minimum_age: 11, maximum_age: 14 }
  const girls = { ...option('girls'), gender: 'female' as const }
  const taken = { ...option('taken'), isOpen: false }
  const setup = {
    event: { firstDay: '2027-07-05' },
    options: [option('first'), older, girls, taken],
  } as unknown as RegistrationSetup
  const bornOn = (date_of_birth: string | null) => member('maya', { date_of_birth })
  it.each([
    { name: 'the option of the link is taken', wish: 'older', person: bornOn('2015-05-31'), takes: 'older' },
    {
      name: 'the option of the link is taken while the age is unknown',
      wish: 'older',
      person: bornOn(null),
      takes: 'older',
    },
    {
      name: 'the option of the link is taken while the gender is unknown',
      wish: 'girls',
      person: bornOn(null),
      takes: 'girls',
    },
    {
      name: 'the only suitable option is taken when the option of the link is unsuitable',
      wish: 'older',
      person: bornOn('2018-05-31'),
      takes: 'first',
    },
    { name: 'a sold-out option is never taken', wish: 'taken', person: bornOn('2015-05-31'), takes: undefined },
    {
      name: 'the chosen option is taken instead of the link’s',
      wish: 'older',
      person: bornOn('2015-05-31'),
      chosen: 'first',
      takes: 'first',
    },
  ])('the selected option of a person: $name', ({ wish, person, chosen = '', takes }) =>
    expect(selectedOption({ ...setup, optionId: wish }, person, { 'maya.option_id': chosen })?.id).toBe(takes),
  )
  it('the only suitable option is selected when the link names none', () =>
    expect(selectedOption({ ...setup, options: [option('first'), older] }, bornOn('2018-05-31'), {})?.id).toBe('first'))
})
