import type { FileCoupon, Refusal } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { isPayable, unpayableMessage } from './file-amounts.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { hasKey } from './rows-by.ts'

/** Mistakes in the coupons of a file. */
export function checkCoupons(file: CompleteFile): Refusal[] {
  const codes = new Set<string>()
  return file.coupons.flatMap((coupon) => {
    const path = `coupons.${coupon.key}`
    const code = coupon.code?.toUpperCase() ?? ''
    const isTwice = codes.has(code)
    if (code !== '') codes.add(code)
    const unknown = coupon.applies_to.products.filter((key) => !hasKey(file.events, key))
    const unknownMemberships = coupon.membership_packages.filter((key) => !hasKey(file.membership_packages, key))
    return [
      ...checkWorth(coupon, file.default_currency, path),
      ...refuseWhen(coupon.code === null && !coupon.apply_automatically, 'required', {
        path: `${path}.code`,
        message: 'A coupon has a code, or applies by itself.',
      }),
      ...refuseWhen(isTwice, 'invalid_option', { path: `${path}.code`, message: 'Another coupon has this code.' }),
      ...refuseWhen(
        coupon.redeem_after !== null && coupon.redeem_before !== null && coupon.redeem_before <= coupon.redeem_after,
        'end_before_start',
        { path: `${path}.redeem_before`, message: 'The end must be after the start.' },
      ),
      ...refuseWhen(
        coupon.max_redemptions !== null && coupon.redeemed_before > coupon.max_redemptions,
        'out_of_range',
        { path: `${path}.redeemed_before`, message: 'This is more than max_redemptions.' },
      ),
      ...unknownMemberships.map((key) =>
        refuse('not_found', `${path}.membership_packages`, `No membership has the key ${key}.`),
      ),
      ...unknown.map((key) => refuse('not_found', `${path}.applies_to.products`, `No event has the key ${key}.`)),
    ]
  })
}

function checkWorth(
  { amount_off, percent_off, minimum_amount }: FileCoupon,
  currency: string,
  path: string,
): Refusal[] {
  const amounts = [
    ['amount_off', amount_off],
    ['minimum_amount', minimum_amount],
  ] as const
  return [
    ...refuseWhen((amount_off === null) === (percent_off === null), 'required', {
      path: `${path}.amount_off`,
      message: 'A coupon takes off either an amount or a percentage.',
    }),
    ...refuseWhen(amount_off === 0, 'invalid_amount', {
      path: `${path}.amount_off`,
      message: 'Enter an amount above 0.',
    }),
    ...refuseWhen(percent_off === 0, 'out_of_range', {
      path: `${path}.percent_off`,
      message: 'Enter a percentage above 0.',
    }),
    ...amounts.flatMap(([name, amount]) =>
      refuseWhen(amount !== null && !isPayable(amount, currency), 'invalid_amount', {
        path: `${path}.${name}`,
        message: unpayableMessage(currency),
      }),
    ),
  ]
}
