import type { FileMembershipPackage, FileSessionPackage } from '../../../contract/organisation/file-packages.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import type { CompleteFile } from './complete-file.ts'
import { isPayable, unpayableMessage } from './file-amounts.ts'
import { checkPackagePlan } from './payment-plan-of-file.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { hasKey } from './rows-by.ts'

const kinds = [
  ['session_packages', 'sessions'],
  ['membership_packages', 'memberships'],
] as const

/** Mistakes in the packages of a file. */
export function checkPackages(file: CompleteFile): Refusal[] {
  return [
    ...file.session_packages.flatMap((each) => [
      ...checkEither(each, file, 'session_packages'),
      ...checkVisits(each),
      ...checkPackagePlan(each, {
        currency: file.default_currency,
        path: `session_packages.${each.key}.payment_plan`,
      }),
    ]),
    ...file.membership_packages.flatMap((each) => [
      ...checkEither(each, file, 'membership_packages'),
      ...checkMembership(each),
    ]),
  ]
}

function checkEither(
  { key, cost, allocated_amount, is_unlimited, expiry_amount, expiry_period }: Omit<FileSessionPackage, 'payment_plan'>,
  { default_currency: currency }: CompleteFile,
  section: string,
): Refusal[] {
  const path = `${section}.${key}`
  return [
    ...refuseWhen(cost === 0, 'invalid_amount', { path: `${path}.cost`, message: 'Enter an amount above 0.' }),
    ...refuseWhen(!isPayable(cost, currency), 'invalid_amount', {
      path: `${path}.cost`,
      message: unpayableMessage(currency),
    }),
    ...refuseWhen(is_unlimited && allocated_amount !== null, 'invalid_option', {
      path: `${path}.allocated_amount`,
      message: 'What is without limit has no number of credits.',
    }),
    ...refuseWhen((expiry_amount === null) !== (expiry_period === null), 'required', {
      path: `${path}.${expiry_amount === null ? 'expiry_amount' : 'expiry_period'}`,
      message: 'How long credits are good for needs a number and a period.',
    }),
  ]
}

function checkVisits({ key, allocated_amount, is_unlimited }: FileSessionPackage): Refusal[] {
  return refuseWhen(!is_unlimited && allocated_amount === null, 'required', {
    path: `session_packages.${key}.allocated_amount`,
    message: 'Say how many credits it has, or is_unlimited: true.',
  })
}

function checkMembership({
  key,
  allocated_amount,
  allocated_period,
  allocate_credits_on_period: isOnPeriod,
  is_unlimited,
  expiry_amount,
  billing_period,
  trial_days,
  num_periods,
  anchor_day,
}: FileMembershipPackage): Refusal[] {
  const path = `membership_packages.${key}`
  const hasNone = allocated_amount === null
  return [
    ...refuseWhen(!hasNone && allocated_period === null, 'required', {
      path: `${path}.allocated_period`,
      message: 'Say for how long these credits are.',
    }),
    ...refuseWhen(hasNone && (allocated_period !== null || isOnPeriod), 'required', {
      path: `${path}.allocated_amount`,
      message: 'Say how many credits a period has.',
    }),
    ...refuseWhen(allocated_period === 'total' && isOnPeriod, 'invalid_option', {
      path: `${path}.allocate_credits_on_period`,
      message: 'Credits for all of it are given once.',
    }),
    ...refuseWhen(anchor_day !== null && billing_period !== 'month', 'invalid_option', {
      path: `${path}.anchor_day`,
      message: 'Only what is paid by the month has a fixed day of the month.',
    }),
    ...refuseWhen(billing_period === 'once' && (trial_days !== null || num_periods !== null), 'invalid_option', {
      path: `${path}.${trial_days === null ? 'num_periods' : 'trial_days'}`,
      message: 'What is paid once has no trial and no number of periods.',
    }),
    ...refuseWhen(hasNone && !is_unlimited && expiry_amount !== null, 'invalid_option', {
      path: `${path}.expiry_amount`,
      message: 'It has no credits that could expire.',
    }),
  ]
}

/** Mistakes in the packages that cover an event or an appointment type; `at` is the path of the field. */
export function checkRestriction(
  { restrict_to }: Pick<FileEvent, 'restrict_to'>,
  file: CompleteFile,
  at: string,
): Refusal[] {
  return kinds.flatMap(([section, feature]) => {
    const path = `${at}.restrict_to.${section}`
    const keys = restrict_to[section]
    const unknown = keys.filter((each) => !hasKey(file[section], each))
    return [
      ...unknown.map((each) => refuse('not_found', path, `Nothing under ${section} has the key ${each}.`)),
      ...refuseWhen(keys.length > 0 && !file.features[feature], 'feature_disabled', {
        path,
        message: `Turn on features.${feature}, so that people find these packages.`,
      }),
    ]
  })
}
