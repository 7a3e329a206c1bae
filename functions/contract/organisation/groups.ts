import * as z from 'zod/mini'
import { code, Id, Key, ProgramId } from '../field-rules.ts'
import { someOf } from './changed-fields.ts'
import { FileGroup } from './file-events.ts'

/** Maximum number of places that one call puts into a group by hand. */
const maxPlacedByHand = 500

export const InOrganiserGroup = z.strictObject({ program_id: ProgramId, key: Key, group_key: Key })

/** Body of POST …/events/{key}/groups: a new group, and the staff members who look after it. */
export const CreateGroupRequest = z.extend(FileGroup, {
  staff_ids: z._default(z.array(Id).check(z.maxLength(30)), []),
})
export type CreateGroupRequest = z.infer<typeof CreateGroupRequest>
/** Body of PUT …/events/{key}/groups/{group_key}: the changed fields; the list of staff is complete. */
export const UpdateGroupRequest = someOf(z.omit(CreateGroupRequest, { key: true }))
export type UpdateGroupRequest = z.infer<typeof UpdateGroupRequest>

/** A group of an event with the number of its places. */
export const EventGroup = z.strictObject({
  object: z.literal('event_group'),
  key: z.string(),
  name: z.string(),
  minimum_age: z.nullable(z.int()),
  maximum_age: z.nullable(z.int()),
  staff_ids: z.array(z.string()),
  num_places: z.int(),
})
export type EventGroup = z.infer<typeof EventGroup>

/**
 * Body of PUT registrations/{registration_id}/group: the key of a group or null, and the place of a friend with whom
 * this one is always in one group, or null to end that.
 */
export const PlaceGroupRequest = z
  .strictObject({ group: z.optional(z.nullable(Key)), kept_with: z.optional(z.nullable(Id)) })
  .check(z.refine(({ group, kept_with }) => group !== undefined || kept_with !== undefined, code('required')))
export type PlaceGroupRequest = z.infer<typeof PlaceGroupRequest>

/** The group of a place, and the places of friends that are kept with it. */
export const GroupPlace = z.strictObject({
  object: z.literal('group_place'),
  registration_id: z.string(),
  group: z.nullable(z.string()),
  kept_with: z.array(z.string()),
})
export type GroupPlace = z.infer<typeof GroupPlace>

/**
 * Body of POST …/events/{key}/groups/fill: the places in `registration_ids` go to `group`. Without these two, places
 * without a group are divided by age, with `again` all places.
 */
export const FillGroupsRequest = z
  .strictObject({
    registration_ids: z.optional(z.array(Id).check(z.minLength(1, code('required')), z.maxLength(maxPlacedByHand))),
    group: z.optional(z.nullable(Key)),
    again: z._default(z.boolean(), false),
    dry_run: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ group, registration_ids }) => (group === undefined) === (registration_ids === undefined), {
      path: ['registration_ids'],
      error: code('required'),
    }),
  )
export type FillGroupsRequest = z.infer<typeof FillGroupsRequest>

const Person = { registration_id: z.string(), name: z.string(), age: z.nullable(z.int()) }
/** What a call changed, or would change: who is put where, and who fits no group. */
export const FilledGroups = z.strictObject({
  object: z.literal('filled_groups'),
  dry_run: z.boolean(),
  moved: z.array(z.strictObject({ ...Person, from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  without_group: z.array(z.strictObject({ ...Person, reason: z.enum(['no_group_for_age', 'date_of_birth_missing']) })),
})
export type FilledGroups = z.infer<typeof FilledGroups>
