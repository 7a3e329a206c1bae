import { ApiError } from '../../contract/api-error.ts'
import { withChanges } from '../../contract/organisation/changed-fields.ts'
import { type FileEvent, FileGroup, FileOption } from '../../contract/organisation/file-events.ts'
import { FileAttachment } from '../../contract/organisation/file-attachments.ts'
import { fileHints } from '../../contract/field-sentences.ts'
import type { EventChanges } from '../../contract/organisation/organiser-event.ts'

/**
 * An event with the changes of a call. Lists merge: an item with an existing key changes the fields that are present, another
 * item is added, and `remove` removes items. A list that names every item sets their order.
 */
export function changedEvent(event: FileEvent, { remove = {}, ...request }: EventChanges): FileEvent {
  const {
    options,
    attachments,
    groups,
    series_dates,
    venues,
    questions,
    promoted_products,
    tags,
    restrict_to,
    ...changes
  } = request
  const packages = (list: 'session_packages' | 'membership_packages') =>
    mergedKeys(event.restrict_to[list], { items: restrict_to?.[list], removed: remove[list], list })
  return {
    ...withChanges(event, changes),
    restrict_to: {
      session_packages: packages('session_packages'),
      membership_packages: packages('membership_packages'),
    },
    options: merged(event.options, { items: options, removed: remove.options, key: 'key', list: 'options' }, addOption),
    attachments: merged(
      event.attachments,
      { items: attachments, removed: remove.attachments, key: 'key', list: 'attachments' },
      addAttachment,
    ),
    groups: merged(event.groups, { items: groups, removed: remove.groups, key: 'key', list: 'groups' }, addGroup),
    series_dates: merged(
      event.series_dates,
      { items: series_dates, removed: remove.series_dates, key: 'starts_at', list: 'series_dates' },
      (_, date) => date,
    ),
    venues: mergedKeys(event.venues, { items: venues, removed: remove.venues, list: 'venues' }),
    questions: mergedKeys(event.questions, { items: questions, removed: remove.questions, list: 'questions' }),
    promoted_products: mergedKeys(event.promoted_products, {
      items: promoted_products,
      removed: remove.promoted_products,
      list: 'promoted_products',
    }),
    tags: mergedKeys(event.tags, { items: tags, removed: remove.tags, list: 'tags' }),
  }
}

type Change<Given> = {
  items?: readonly Given[] | undefined
  removed?: readonly string[] | undefined
  list: string
  /** The field that names the removed items. */
  path?: string
}

function merged<Item, Given>(
  current: readonly Item[],
  { items = [], removed = [], key, list }: Change<Given> & { key: keyof Item & keyof Given },
  add: (current: Item | undefined, item: Given) => Item,
): Item[] {
  const keyOf = (item: Item | Given) => String((item as Item)[key])
  refuseUnknown(removed, current.map(keyOf), `remove.${list}`)
  const byKey = new Map(current.map((item) => [keyOf(item), item]))
  const changed = new Map(items.map((item) => [keyOf(item), add(byKey.get(keyOf(item)), item)]))
  return inOrder([...byKey.keys()], [...changed.keys()])
    .filter((each) => !removed.includes(each))
    .map((each) => (changed.get(each) ?? byKey.get(each)) as Item)
}

function mergedKeys(
  current: readonly string[],
  { items = [], removed = [], list, path = `remove.${list}` }: Change<string>,
): string[] {
  refuseUnknown(removed, current, path)
  return inOrder(current, items).filter((key) => !removed.includes(key))
}

// The given order applies only if it names every item.
function inOrder(current: readonly string[], given: readonly string[]): string[] {
  const names = new Set(given)
  return current.every((key) => names.has(key)) ? [...names] : [...new Set([...current, ...given])]
}

function refuseUnknown(removed: readonly string[], current: readonly string[], path: string): void {
  const unknown = removed.find((key) => !current.includes(key))
  if (unknown !== undefined) throw mistake('invalid_option', path, `There is no ${unknown} to remove.`)
}

type SomeOption = NonNullable<EventChanges['options']>[number]
function addOption(current: FileOption | undefined, { key, remove, pools, ...item }: SomeOption): FileOption {
  const merged = mergedKeys(current?.pools ?? [], {
    items: pools,
    removed: remove?.pools,
    list: 'pools',
    path: `options.${key}.remove.pools`,
  })

  if (!current)
    return FileOption.parse({
      ...item,
      key,
      pools: merged,
      name: newField(item.name, { path: `options.${key}.name`, remedy: 'This is new: give its name.' }),
      spots_total: newField(item.spots_total, {
        path: `options.${key}.spots_total`,
        remedy: `This is new. ${fileHints.file_spots}`,
      }),
    })
  // An option with a new price is no longer free, and a free option loses its price.
  const price =
    item.free === undefined && (item.cost ?? null) !== null ? { free: false } : item.free ? { cost: null } : {}
  return { ...withChanges(current, item), ...price, pools: merged }
}

type SomeAttachment = NonNullable<EventChanges['attachments']>[number]
function addAttachment(current: FileAttachment | undefined, item: SomeAttachment): FileAttachment {
  if (current) return withChanges(current, item)
  const added = FileAttachment.safeParse(item)
  if (added.success) return added.data
  throw mistake('required', `attachments.${item.key}`, 'This is new: give all its fields.')
}

type SomeGroup = NonNullable<EventChanges['groups']>[number]
function addGroup(current: FileGroup | undefined, { key, ...item }: SomeGroup): FileGroup {
  if (current) return withChanges(current, item)
  const remedy = 'This is new: give its name.'
  return FileGroup.parse({ ...item, key, name: newField(item.name, { path: `groups.${key}.name`, remedy }) })
}

function newField<Value>(value: Value | undefined, { path, remedy }: { path: string; remedy: string }): Value {
  if (value === undefined) throw mistake('required', path, remedy)
  return value
}

const mistake = (type: 'required' | 'invalid_option', param: string, message: string): ApiError =>
  new ApiError(type, { param, message, errors: [{ type, param, message }] })
