import type { ShapeWords } from '../field-words.ts'

const key = ['Key of the group. It identifies the group and never changes.', 'herons'] as const
const fields = {
  name: ['Name of the group.', 'Herons'],
  minimum_age: ['Minimum age of those who are put here by age, in full years on the first day; null for none.', 8],
  maximum_age: ['Maximum age of those who are put here by age, in full years on the first day; null for none.', 9],
} satisfies ShapeWords
const staff = {
  staff_ids: ['Staff members who look after it, by `id` of StaffMembers.', ['stf_3dF5gH7jK9']],
} satisfies ShapeWords
const person = (list: string): ShapeWords => ({
  [`${list}[].registration_id`]: ['The `id` of the Registration.', 'reg_4sD8fG1hJ6'],
  [`${list}[].name`]: ['Name of the person.', 'Maya Roy'],
  [`${list}[].age`]: ['Age on the first day in full years; null without a date of birth.', 9],
})

/** The groups of an event. */
export const groupShapes: Record<string, ShapeWords> = {
  EventGroup: { key, ...fields, ...staff, num_places: ['How many paid places are in it.', 11, { minimum: 0 }] },
  CreateGroupRequest: { key, ...fields, ...staff },
  UpdateGroupRequest: { ...fields, ...staff },
  PlaceGroupRequest: {
    group: ['Key of the group; null for none. With `kept_with` alone: the group of the friend.', 'herons'],
    kept_with: [
      'The place of a friend in the same event, the `id` of a Registration: both are always in one group. Null ends it.',
      'reg_9kL2mN5pQ7',
    ],
  },
  GroupPlace: {
    registration_id: ['The `id` of the Registration.', 'reg_4sD8fG1hJ6'],
    group: ['Key of its group; null without one.', 'herons'],
    kept_with: ['Places of friends that are always in the same group.', ['reg_9kL2mN5pQ7']],
  },
  FillGroupsRequest: {
    again: ['By age: also people who already are in a group.', false],
    registration_ids: [
      'The places, by `id` of Registrations, with `group`; friends who are kept with them move too. Without them, places are divided by age.',
      ['reg_4sD8fG1hJ6'],
    ],
    group: ['Key of the group; null for none.', 'herons'],
    dry_run: ['With `true` nothing changes, and the response shows what would.', false],
  },
  FilledGroups: {
    dry_run: ['Whether nothing was changed.', false],
    moved: 'Who is put into another group.',
    ...person('moved'),
    'moved[].from': ['Key of the group until then; null for none.', null],
    'moved[].to': ['Key of the group from then on; null for none.', 'herons'],
    without_group: 'Who fits no group.',
    ...person('without_group'),
    'without_group[].reason': [
      'Why: no group is for their age, or their date of birth is not known.',
      'no_group_for_age',
    ],
  },
}
