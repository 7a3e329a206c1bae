import type { Ctx } from '../../../platform/context.ts'
import type { CompleteFile } from './complete-file.ts'
import type { StoredProgram } from './stored-program.ts'

const prefixes = {
  venues: 'ven',
  resources: 'rsc',
  pools: 'pol',
  waivers: 'wai',
  questions: 'que',
  session_packages: 'spk',
  membership_packages: 'mpk',
  events: 'evt',
  coupons: 'cou',
  appointment_types: 'apt',
  categories: 'cat',
  products: 'prd',
} as const

/** The ids of all items of a file. Existing items keep their ids, and new items get an id. */
export type FileIds = Record<keyof typeof prefixes, (key: string) => string> & {
  options: (eventKey: string, key: string) => string
  appointmentOptions: (typeKey: string, key: string) => string /** The first argument is the key of the type. */
  attachments: (ownerId: string, key: string) => string
  groups: (eventKey: string, key: string) => string
  variations: (productKey: string, key: string) => string
}

export function fileIds(ctx: Ctx, file: CompleteFile, stored: StoredProgram | null): FileIds {
  const sections = Object.keys(prefixes) as (keyof typeof prefixes)[]
  const maps = Object.fromEntries(
    sections.map((section) => {
      const ids = new Map((stored?.[section] ?? []).map(({ key, id }) => [key, id]))
      for (const { key } of file[section]) if (!ids.has(key)) ids.set(key, ctx.newId(prefixes[section]))
      return [section, (key: string) => ids.get(key) ?? '']
    }),
  ) as Record<keyof typeof prefixes, (key: string) => string>

  const options = new Map((stored?.options ?? []).map(({ event_id, key, id }) => [`${event_id} ${key}`, id]))
  const appointmentOptions = new Map(
    (stored?.appointmentOptions ?? []).map(({ appointment_type_id, key, id }) => [`${appointment_type_id} ${key}`, id]),
  )
  const groups = new Map((stored?.groups ?? []).map(({ event_id, key, id }) => [`${event_id} ${key}`, id]))
  const attachments = new Map(
    (stored?.attachments ?? []).map(({ event_id, appointment_type_id, key, id }) => [
      `${event_id ?? appointment_type_id} ${key}`,
      id,
    ]),
  )
  const variations = new Map((stored?.variations ?? []).map(({ product_id, key, id }) => [`${product_id} ${key}`, id]))
  return {
    ...maps,
    options: within(options, maps.events, () => ctx.newId('opt')),
    appointmentOptions: within(appointmentOptions, maps.appointment_types, () => ctx.newId('aop')),
    attachments: within(
      attachments,
      (ownerId) => ownerId,
      () => ctx.newId('fil'),
    ),
    groups: within(groups, maps.events, () => ctx.newId('grp')),
    variations: within(variations, maps.products, () => ctx.newId('var')),
  }
}

/** Ids of items whose keys are unique only within their owner. */
function within(ids: Map<string, string>, ownerId: (key: string) => string, newId: () => string) {
  return (ownerKey: string, key: string): string => {
    const name = `${ownerId(ownerKey)} ${key}`
    const id = ids.get(name) ?? newId()
    ids.set(name, id)
    return id
  }
}
