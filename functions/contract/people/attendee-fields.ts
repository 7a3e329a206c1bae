// Over 250 lines: one row for every field of a person, from which the schemas, columns, forms and lists follow.
import * as z from 'zod/mini'
import {
  Day,
  Email,
  Gender,
  HealthCardNumber,
  lines,
  OptionalFullName,
  optionalLine,
  OptionalPictureUrl,
  PersonName,
  Phone,
  Timezone,
} from '../field-rules.ts'
import { pick } from '../pick.ts'

/** Someone to call in an emergency. */
export const EmergencyContact = z.strictObject({
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type EmergencyContact = z.infer<typeof EmergencyContact>

/** A sentence and an example for the description of the API, and what its schema adds. */
type ApiWords = readonly [sentence: string, example: unknown, schema?: Record<string, unknown>]
type FieldForm = {
  group: 'personal' | 'emergency' | 'health'
  control: 'text' | 'tel' | 'email' | 'area' | 'date' | 'gender' | 'card'
  /** Keys of the texts. */
  label: `${'registration' | 'family'}.${string}`
  hint?: `family.${string}`
  suggestions?: `family.${string}`
  maxlength?: number
  rows?: number
  isAlwaysRequired?: true
}
type FieldRow = {
  /** The rule for a value in a request; null for a field that only the server writes. */
  rule: z.core.$ZodType | null
  /** The schema of the value in a response. */
  shown: z.core.$ZodType
  /** The column, if its name is not that of the field. */
  column: string | null
  /** Phones are stored in E.164, sealed texts encrypted; `last4` are the last characters of the health card number. */
  stored: 'text' | 'phone' | 'sealed' | 'last4' | 'contacts'
  /** Health data is never stored on a device, and is erased 30 days after the person's last event. */
  isHealth: boolean
  /** The right of a guardian who sees the field. A client sees what its customer sees, of people in its program. */
  right: 'view' | 'medical'
  /** True when the person's profile in a program has the field. Sealed texts are null there. */
  isInProfile: boolean
  /** How staff see the field on the roster and its printed sheet. */
  roster: 'text' | 'age' | 'contact' | null
  /** True when a program may require the field of everyone. */
  isRequirable: boolean
  /** What remains of two records: the filled value, both texts, both lists, or that of the kept health card. */
  merge: 'filled' | 'both' | 'list' | 'card' | null
  /** The value of the column after the person was erased. */
  erased: '' | null | readonly []
  /** The control in the family's forms; null for a field that has none there. */
  form: FieldForm | null
  /** The words about a response, and about a request where they differ. */
  api: ApiWords | string
  apiInput?: ApiWords
}

const text = z.nullable(z.string())
/** Facts that most fields share: of a text that guardians and the program see, and that only the family's form sets. */
const usual = {
  shown: text,
  column: null,
  stored: 'text',
  isHealth: false,
  right: 'view',
  isInProfile: true,
  roster: null,
  isRequirable: false,
  merge: 'filled',
  erased: null,
  form: null,
} as const
const health = { ...usual, isHealth: true, right: 'medical' } as const
const always = { isAlwaysRequired: true } as const

const rows = {
  first_name: {
    ...usual,
    rule: PersonName,
    shown: z.string(),
    roster: 'text',
    erased: '',
    form: { ...always, group: 'personal', control: 'text', label: 'registration.firstName', maxlength: 40 },
    api: ['First name.', 'Maya'],
  },
  last_name: {
    ...usual,
    rule: PersonName,
    shown: z.string(),
    roster: 'text',
    erased: '',
    form: { ...always, group: 'personal', control: 'text', label: 'registration.lastName', maxlength: 40 },
    api: ['Last name.', 'Roy'],
  },
  date_of_birth: {
    ...usual,
    rule: Day,
    roster: 'age',
    isRequirable: true,
    form: { ...always, group: 'personal', control: 'date', label: 'registration.bornOn', hint: 'family.bornOnHint' },
    api: [
      'Date of birth, yyyy-mm-dd; null if unknown. Options with age limits need it.',
      '2017-05-31',
      { format: 'date' },
    ],
    apiInput: ['Date of birth, yyyy-mm-dd: before today, less than 125 years ago.', '2017-05-31'],
  },
  gender: {
    ...usual,
    rule: Gender,
    shown: z.nullable(Gender),
    form: { ...always, group: 'personal', control: 'gender', label: 'registration.gender' },
    api: ['Gender; null if unknown. The last three only where the program has `expanded_gender_enabled`.', 'female'],
    apiInput: ['Gender. The last three only where the program has `expanded_gender_enabled`.', 'female'],
  },
  pronouns: {
    ...usual,
    rule: optionalLine(40),
    roster: 'text',
    form: {
      group: 'personal',
      control: 'text',
      label: 'family.pronouns',
      hint: 'family.pronounsHint',
      suggestions: 'family.pronounsSuggested',
      maxlength: 40,
    },
    api: ['Pronouns of this person, which staff see on the roster; null if unknown.', 'she/her'],
  },
  phone: {
    ...usual,
    rule: Phone,
    stored: 'phone',
    form: { group: 'personal', control: 'tel', label: 'registration.phone', hint: 'family.phoneHint' },
    api: ['Phone of this person in E.164; null without one.', '+14165550199'],
    apiInput: ['Phone of this person with area code; null for none.', '+1 416 555 0199'],
  },
  email: {
    ...usual,
    rule: Email,
    form: { group: 'personal', control: 'email', label: 'registration.email', hint: 'family.emailHint' },
    api: ['Email of this person; null without one.', 'theo@example.com'],
  },
  picture_url: {
    ...usual,
    rule: OptionalPictureUrl,
    isInProfile: false,
    api: ['Address of a picture of this person; null without one.', 'https://example.com/theo.jpg'],
  },
  timezone: {
    ...usual,
    rule: Timezone,
    api: ['IANA time zone of this person; null if unknown.', 'America/Toronto'],
  },
  parent_name: {
    ...usual,
    rule: OptionalFullName,
    roster: 'contact',
    isRequirable: true,
    form: { group: 'emergency', control: 'text', label: 'registration.parentName', maxlength: 80 },
    api: ['Name of a parent; null if unknown.', 'Maya Roy'],
  },
  emergency_contact_phone: {
    ...usual,
    rule: Phone,
    stored: 'phone',
    roster: 'contact',
    isRequirable: true,
    form: {
      group: 'emergency',
      control: 'tel',
      label: 'registration.emergencyPhone',
      hint: 'family.emergencyPhoneHint',
    },
    api: ['Phone of the emergency contact; null if unknown.', '+14165550123'],
  },
  emergency_contact_email: {
    ...usual,
    rule: Email,
    isRequirable: true,
    form: { group: 'emergency', control: 'email', label: 'registration.emergencyEmail' },
    api: ['Email of the emergency contact; null if unknown.', 'maya@example.com'],
  },
  other_emergency_contacts: {
    ...usual,
    rule: null,
    shown: z.array(EmergencyContact),
    stored: 'contacts',
    isInProfile: false,
    roster: 'contact',
    merge: 'list',
    erased: [],
    api: 'More emergency contacts, which came with records that were merged into this one.',
  },
  medical_history: {
    ...health,
    rule: lines(2000),
    column: 'medical_history_sealed',
    stored: 'sealed',
    merge: 'both',
    form: { group: 'health', control: 'area', label: 'family.medical', hint: 'family.medicalHint', rows: 4 },
    api: ['Medical notes. Null in lists, and for everyone without the right `medical`.', 'Asthma'],
    apiInput: ['Medical notes; kept encrypted.', 'Asthma'],
  },
  dietary_restrictions: {
    ...health,
    rule: lines(2000),
    column: 'dietary_restrictions_sealed',
    stored: 'sealed',
    merge: 'both',
    form: { group: 'health', control: 'area', label: 'family.dietary', rows: 3 },
    api: ['Dietary notes. Null in lists, and for everyone without the right `medical`.', 'No nuts'],
    apiInput: ['Dietary notes; kept encrypted.', 'No nuts'],
  },
  health_card_number: {
    ...health,
    rule: HealthCardNumber,
    column: 'health_card_sealed',
    stored: 'sealed',
    isInProfile: false,
    isRequirable: true,
    merge: null,
    form: { group: 'health', control: 'card', label: 'registration.healthCard' },
    api: [
      'Health card number, without spaces. Null in lists, and for everyone without the right `medical`.',
      '1234567890',
    ],
    apiInput: ['Health card number: 4 to 20 letters or digits; spaces and hyphens are removed.', '1234-567-890'],
  },
  health_card_last4: {
    ...health,
    rule: null,
    stored: 'last4',
    merge: 'card',
    api: [
      'Last four characters of the health card number; null without one, and for a caller without the right `medical`.',
      '7890',
    ],
  },
} as const satisfies Record<string, FieldRow>

type Rows = typeof rows
export type FieldName = keyof Rows
type NamesWhere<Fact extends keyof FieldRow, Value> = {
  [Name in FieldName]: Rows[Name][Fact & keyof Rows[Name]] extends Value ? Name : never
}[FieldName]

/** The fields of a person, in display order. */
export const personFields: { readonly [Name in FieldName]: Rows[Name] & FieldRow } = rows
export const fieldNames = Object.keys(rows) as FieldName[]
/** The names of the fields with this value of a fact. */
const namesWhere = <Fact extends keyof FieldRow, const Value extends FieldRow[Fact]>(
  fact: Fact,
  ...values: Value[]
): NamesWhere<Fact, Value>[] =>
  fieldNames.filter((name) => (values as readonly unknown[]).includes(personFields[name][fact])) as NamesWhere<
    Fact,
    Value
  >[]

export type SealedField = NamesWhere<'stored', 'sealed'>
export const sealedFields = namesWhere('stored', 'sealed')
export type PhoneField = NamesWhere<'stored', 'phone'>
export const phoneFields = namesWhere('stored', 'phone')
export const textFields = namesWhere('stored', 'text')
type ColumnOf<Name extends FieldName> = Rows[Name]['column'] extends string ? Rows[Name]['column'] : Name
export const columnOf = <Name extends FieldName>(name: Name): ColumnOf<Name> =>
  (personFields[name].column ?? name) as ColumnOf<Name>
export type SealedColumn = { [Name in SealedField]: ColumnOf<Name> }[SealedField]
export const sealedColumns: SealedColumn[] = sealedFields.map(columnOf)
/** The fields that a query reads as they are stored. */
export type ReadableField = Exclude<FieldName, SealedField>
export const readableFields = namesWhere('stored', 'text', 'phone', 'last4', 'contacts')
export const healthColumns = namesWhere('isHealth', true).map(columnOf)
export const profileFields = namesWhere('isInProfile', true)
export const rosterFields = namesWhere('roster', 'text', 'age', 'contact')
/** The fields that the roster shows as they are. */
export const rosterTexts = namesWhere('roster', 'text')
export type RequirableField = NamesWhere<'isRequirable', true>
/** Fields a program may require of every attendee. */
export const requirableFields = namesWhere('isRequirable', true)
/** The required fields that are not sealed. Of the health card, rules only read whether there is one. */
export type RequirableText = Exclude<RequirableField, SealedField>
export const requirableTexts = requirableFields.filter(
  (name): name is RequirableText => personFields[name].stored !== 'sealed',
)
export type MergedFieldName = Exclude<FieldName, NamesWhere<'merge', null>>
/** Fields that a merge decides about, in display order. */
export const mergedFieldNames = namesWhere('merge', 'filled', 'both', 'list', 'card')
export type FilledField = NamesWhere<'merge', 'filled'>
export const filledFields = namesWhere('merge', 'filled')
export type JoinedField = NamesWhere<'merge', 'both'>
export const joinedFields = namesWhere('merge', 'both')
export type FormField = Exclude<FieldName, NamesWhere<'form', null>>
const formFields = fieldNames.filter((name): name is FormField => personFields[name].form !== null)
export const formOf = (name: FormField): FieldForm => personFields[name].form
/** The fields of these groups of the family's forms, in display order. */
export const fieldsOfForm = (...groups: FieldForm['group'][]): FormField[] =>
  formFields.filter((name) => groups.includes(formOf(name).group))
export const alwaysRequired = formFields.filter((name) => formOf(name).isAlwaysRequired)

type NameField = 'first_name' | 'last_name'
/** The fields that only the server writes. */
export const serverFields = namesWhere('rule', null)
type InputField = Exclude<FieldName, NamesWhere<'rule', null>>
type OptionalInput = {
  [Name in Exclude<InputField, NameField>]: z.ZodMiniOptional<z.ZodMiniNullable<Rows[Name]['rule']>>
}
/** The fields of a request, except the names. A missing field does not change, and null clears it. */
export const optionalInput = Object.fromEntries(
  fieldNames.flatMap((name) => {
    const { rule } = personFields[name]
    return rule === null || name === 'first_name' || name === 'last_name' ? [] : [[name, z.nullish(rule)]]
  }),
) as OptionalInput
type Shown = { [Name in FieldName]: Rows[Name]['shown'] }
/** The schemas of all fields in a response. */
export const shownFields = Object.fromEntries(fieldNames.map((name) => [name, personFields[name].shown])) as Shown
export const shownInProfile = pick(shownFields, profileFields)
export const shownOnRoster = pick(shownFields, rosterTexts)
