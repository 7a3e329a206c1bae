import { describe, expect, it } from 'vitest'
import type { Field } from '#contract/offering/event'
import type { Registration } from '#contract/booking/registration'
import type { Right } from '#contract/people/attendee'
import { questionsFor } from './answer-view.ts'

describe('the questions on the page of answers', () => {
  const field = (title: string) => ({ id: title, title, help: null }) as Field
  const seenWith = (rights: Right[], customerId = 'cus_me') =>
    questionsFor(
      [field('Shirt size'), field('Allergies')],
      { relations: [{ customer_id: 'cus_me', rights }] } as unknown as Registration['attendee_profile'],
      customerId,
    ).map(({ title }) => title)

  it.each([
    ['with the right `medical`', seenWith(['view', 'medical']), ['Shirt size', 'Allergies']],
    ['without it', seenWith(['view', 'register', 'manage']), ['Shirt size']],
    ['without a relation', seenWith(['view', 'medical'], 'cus_other'), ['Shirt size']],
  ])('an adult %s sees a health question or not, as expected', (_, seen, expected) => expect(seen).toEqual(expected))
})
