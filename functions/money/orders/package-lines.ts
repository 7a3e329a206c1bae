import { ApiError } from '../../contract/api-error.ts'
import { boundSentence } from '../../contract/sentences/sentence.ts'
import type { SoldFor } from '../../contract/offering/package.ts'
import type { Translations } from '../../contract/texts.ts'
import type { CustomerContext, Ctx } from '../../platform/context.ts'
import { among } from '../../platform/database/json-lists.ts'
import { blankLine } from './blank-line.ts'
import type { ItemRow, OrderRow } from './order-rows.ts'
import {
  membershipPackagesByIds,
  openMembershipsOf,
  peopleByProfiles,
  profilesIn,
  sessionPackagesByIds,
  trialsOf,
} from './package-line-rows.ts'

type PackageInput = {
  type?: string | undefined
  source?: string | null | undefined
  quantity: number
  parent?: string | null | undefined
  attendee_profile_id?: string | null | undefined
}
/** The packages of added items and the people they are for. */
export type Packages = {
  sold: Awaited<ReturnType<typeof sessionPackagesByIds>>
  offered: Awaited<ReturnType<typeof membershipPackagesByIds>>
  held: Awaited<ReturnType<typeof openMembershipsOf>>
  trials: Awaited<ReturnType<typeof trialsOf>>
  people: Awaited<ReturnType<typeof peopleByProfiles>>
}

/** Queries for the packages of added items, for a batch. */
export const packageReads = (ctx: CustomerContext, inputs: readonly PackageInput[]) => {
  const { customer_id } = ctx.actor
  const sources = (isOne: (input: PackageInput) => boolean) =>
    inputs.filter(isOne).flatMap(({ source }) => source ?? [])
  const people = inputs.flatMap((each) =>
    (isPackage(each) || isMembership(each)) && each.attendee_profile_id ? [each.attendee_profile_id] : [],
  )
  return [
    sessionPackagesByIds(ctx.db, sources(isPackage)),
    peopleByProfiles(ctx.db, { ids: people, customer_id }),
    membershipPackagesByIds(ctx.db, sources(isMembership)),
    openMembershipsOf(ctx.db, { customer_id, package_ids: sources(isMembership) }),
    trialsOf(ctx.db, { customer_id, profiles: among(people) }),
  ] as const
}

/** The query of session packages by id, for a batch. */
export const soldPackages = (ctx: Ctx, ids: readonly string[]) => sessionPackagesByIds(ctx.db, ids)

/** People whom a customer looks after, by profile id. */
export const peopleOf = (ctx: Ctx, input: { ids: readonly string[]; customer_id: string }) =>
  peopleByProfiles(ctx.db, input)

/** The queries of memberships that are bought for people of a program, for a batch. */
export const membershipReads = (
  ctx: CustomerContext,
  { package_ids, program_id, attendee_ids }: { package_ids: string[]; program_id: string; attendee_ids: string[] },
) =>
  [
    membershipPackagesByIds(ctx.db, package_ids),
    openMembershipsOf(ctx.db, { customer_id: ctx.actor.customer_id, package_ids }),
    trialsOf(ctx.db, { customer_id: ctx.actor.customer_id, profiles: profilesIn(program_id, attendee_ids) }),
  ] as const

/** The packages from the results of `packageReads`. */
export const asPackages = (
  sold: Packages['sold'],
  people: Packages['people'],
  offered: Packages['offered'],
  held: Packages['held'],
  trials: Packages['trials'],
): Packages => ({ sold, people, offered, held, trials })

export const isMembership = ({ type }: Pick<PackageInput, 'type'>): boolean => type === 'membership_package'

export const isPackage = ({ type }: Pick<PackageInput, 'type'>): boolean => type === 'session_package'

/** A new item for a session package, for one person or everyone the customer books for. */
export function packageLine(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'program_id'>,
  { input, packages, position }: { input: PackageInput; packages: Pick<Packages, 'sold' | 'people'>; position: number },
): ItemRow {
  const row = packages.sold.find((each) => each.package.id === input.source)
  if (!row || row.package.program_id !== order.program_id) throw new ApiError('not_found', { param: 'source' })
  const sold = row.package
  if (sold.is_discontinued) throw new ApiError('option_not_on_sale', { param: 'source' })
  const { allocated_amount, is_unlimited, expiry_amount, expiry_period } = sold
  // An unlimited package is bought once, because a second one would add nothing.
  if (is_unlimited && input.quantity > 1)
    throw new ApiError('invalid_integer', { param: 'quantity', message: boundSentence('tooLarge', 1, ctx.language) })
  const person = personFor(order, input, packages)
  checkFor(sold, person)
  return {
    ...soldLine(sold, person),
    id: ctx.newId('itm'),
    order_id: order.id,
    position,
    parent: input.parent ?? null,
    type: 'session_package',
    quantity: input.quantity,
    unit_amount: sold.cost,
    amount: sold.cost * input.quantity,
    is_fee_included: sold.include_fee ?? row.selling.fee.included,
    package_terms: { allocated_amount, is_unlimited, expiry_amount, expiry_period },
    created: ctx.now,
  }
}

/** The columns of an item for a package of either kind, and the person it is for. */
export const soldLine = (
  sold: { id: string; name: string; translations: Translations },
  profile: { id: string; person: { first_name: string; last_name: string } } | null,
) => ({
  ...blankLine,
  source: sold.id,
  product_id: sold.id,
  product_name: sold.name,
  translations: namesOf(sold.translations),
  attendee_name: profile ? `${profile.person.first_name} ${profile.person.last_name}` : null,
  attendee_profile_id: profile?.id ?? null,
})

/** Throws when a package is sold for one person and none is named, or for the family and one is named. */
export function checkFor({ sold_for }: { sold_for: SoldFor | null }, person: { id: string } | null): void {
  const param = 'attendee_profile_id'
  if (sold_for === 'person' && person === null) throw new ApiError('required', { param })
  if (sold_for === 'family' && person !== null) throw new ApiError('invalid_option', { param })
}

/** The person a package is for; null for everyone. Throws unless the customer may book for the person. */
export function personFor(
  order: Pick<OrderRow, 'program_id'>,
  input: Pick<PackageInput, 'attendee_profile_id'>,
  { people }: Pick<Packages, 'people'>,
) {
  if (!input.attendee_profile_id) return null
  const param = 'attendee_profile_id'
  const person = people.find(({ id }) => id === input.attendee_profile_id)
  if (person?.program_id !== order.program_id || person.is_archived || !person.rights.includes('view'))
    throw new ApiError('not_found', { param })
  if (!person.rights.includes('register')) throw new ApiError('transition_not_allowed', { param })
  return person
}

/** The names of a package in other languages, in the format of an item. */
export const namesOf = ({ language, ...others }: Translations): Translations => ({
  ...(language && { language }),
  ...Object.fromEntries(Object.entries(others).map(([key, texts]) => [key, { product_name: texts['name'] ?? null }])),
})
