import { fieldNames, personFields } from '../../contract/people/attendee-fields.ts'
import { mapFields } from '../../contract/pick.ts'
import type { ShapeWords } from '../field-words.ts'
import { card } from './orders.ts'

const address: ShapeWords = {
  source: ['Where the address comes from, such as the name of a geocoder; null if typed.', 'mapbox'],
  place_name: ['The whole address in one line; null if unknown.', '1 Lake Road, Toronto, Ontario M5V 2T6, Canada'],
  address_line_1: ['Street and number.', '1 Lake Road'],
  address_line_2: ['Unit, floor or entrance; null without one.', 'Unit 4'],
  city: ['City.', 'Toronto'],
  region: ['Name of the province, state or region; null where there are none.', 'Ontario'],
  region_short_code: ['ISO 3166-2 code of the region; null where there is none.', 'CA-ON'],
  postcode: ['Postal code; null where the country has none.', 'M5V 2T6'],
  country: ['Name of the country, or its code.', 'Canada'],
  country_short_code: ['ISO 3166-1 alpha-2 code of the country.', 'CA'],
  geometry: ['Point on the map as GeoJSON; null if unknown.', { type: 'Point', coordinates: [-79.39, 43.64] }],
  geocode_feature: ['What the geocoder answered, kept as sent; null without one.', null],
}

const attendee: ShapeWords = mapFields(fieldNames, (name) => personFields[name].api)

/** The fields of a person in a request. */
export const attendeeInput: ShapeWords = {
  ...mapFields(fieldNames, (name) => personFields[name].apiInput ?? personFields[name].api),
  'relations[].relation': ['What the caller is to this person; `self` for themselves.', 'parent'],
  'relations[].customer_id': ['The caller’s own Customer `id`, or nothing.', 'cus_3hJ8kL5wN0'],
  'relations[].rights': ['Accepted and ignored: rights follow from the relation.', ['view']],
}

const profile: ShapeWords = {
  first_name: ['First name of the customer.', 'Maya'],
  last_name: ['Last name of the customer.', 'Roy'],
  email: ['Email of the customer.', 'maya@example.com'],
}

const addressInput: ShapeWords = {
  ...address,
  region: ['Name of the province, state or region.', 'Ontario'],
  postcode: ['Postal code, checked for Canada and the United States.', 'M5V 2T6'],
  country: ['ISO 3166-1 alpha-2 code, or the name beside `country_short_code`.', 'CA'],
}

export const customerShapes: Record<string, ShapeWords> = {
  Address: address,
  AddressInput: addressInput,
  CustomerAddress: { ...address, id: ['Id of the address.', 'adr_8kL2mN5pQ7'] },
  CustomerAddressRequest: addressInput,
  UpdateCustomerAddressRequest: addressInput,
  Customer: {
    ...profile,
    id: ['Id of the customer.', 'cus_3hJ8kL5wN0'],
    user_id: ['User of the customer, the `id` of a User.', 'usr_2dF6gH9jK4'],
    has_active_membership: ['Whether any membership of the customer is active.', false],
    addresses: 'Addresses of the customer.',
    phones: ['Phones of the customer in E.164.', ['+14165550123']],
    timezone: ['IANA time zone of the customer.', 'America/Toronto'],
  },
  CustomerRequest: {
    addresses: 'All addresses; they replace the ones before.',
    phones: ['All phones, with area code; they replace the ones before.', ['+1 416 555 0123']],
    timezone: ['IANA time zone of the customer.', 'America/Toronto'],
  },
  UpdateCustomerRequest: {
    addresses: 'All addresses; they replace the ones before.',
    phones: ['All phones, with area code; they replace the ones before.', ['+1 416 555 0123']],
    timezone: ['IANA time zone of the customer.', 'America/Toronto'],
  },
  CustomerProfile: {
    ...profile,
    id: [
      'Id of the customer in this program: `customer_profile_id`, `contact_id` and `primary_contact_id` of other calls.',
      'cup_6bN1mQ4sV7',
    ],
    phone: ['Phone of the customer in E.164; null without one.', '+14165550123'],
    payment_provider: ['Payment provider that keeps the cards; null without any.', 'stripe'],
    payment_provider_id: ['Customer at the payment provider; null without one.', 'cus_QmZ8s2'],
    default_source: [
      'Card used unless another is named, the `id` of one of `sources`; null without any.',
      'pm_1QmZ8s2',
    ],
    sources: 'Stored cards.',
    is_email_verified: ['Whether the email was confirmed with a code.', true],
    is_subscribed: ['Whether the program may send news.', false],
    has_active_membership: ['Whether a membership of this program is active.', false],
    addresses: 'Addresses of the customer.',
    unsubscribed: [
      'When news were turned off, in UTC; null while they are on, or if they never were.',
      '2027-05-02T14:03:11.000Z',
    ],
  },
  CustomerProfileBrief: { ...profile, id: ['Id of the customer in this program.', 'cup_6bN1mQ4sV7'] },
  PaymentSource: {
    id: ['Id of the card at the payment provider: `payment_source_id` when paying.', 'pm_1QmZ8s2'],
    ...card,
  },
  CardSetup: {
    id: ['Id of the attempt to store a card.', 'cset_4dR8kP1zX6'],
    status: [
      '`open` until a card is tried, `requires_action` while the bank waits for the customer, `succeeded` once the card is stored.',
      'open',
    ],
    payment_provider: ['Payment provider whose card form is shown.', 'stripe'],
    publishable_key: ['Key of the provider’s card form; null where it needs none.', 'pk_live_51QdXk2'],
    account: ['Account of the organization at the provider, for its card form; null for the site’s own.', null],
    client_secret: ['What the provider’s card form needs to finish this attempt; null without one.', null],
    has_next_action: ['Whether the bank has to confirm first.', false],
    next_action_url: [
      'Where the customer confirms with the bank; null without one: hand `client_secret` to the script of the provider.',
      null,
    ],
  },
  SetUpCardRequest: {
    charge_consent: [
      'The `version` of CardChargeConsent’s `offered`, if the customer lets the organisation charge the stored card later. Words that changed since: 409 `state_conflict`.',
      'b0c4f1a2d3e49586',
    ],
    on_provider_page: [
      'Whether the customer enters the card on the provider’s own page. Send the customer to `next_action_url`; the page is open for an hour.',
      true,
    ],
    is_default: [
      'For `on_provider_page`, whether the card becomes the default. The first card does so by itself.',
      true,
    ],
    return_url: [
      'For `on_provider_page`, page of this site to go on to once the card is stored; another address, or none, leads to the stored cards.',
      '/pg/lakeside/profile/payment-methods',
    ],
  },
  AgreeToChargesRequest: {
    version: ['The `version` of `offered`, whose words the customer read.', 'b0c4f1a2d3e49586'],
  },
  CardChargeConsent: {
    program_id: ['The program that may charge the card.', 'lakeside'],
    offered: 'The words to agree to; null if the organisation charges no stored cards.',
    'offered.version': ['Names these words.', 'b0c4f1a2d3e49586'],
    'offered.text': [
      'The words of the organisation, and the limit.',
      'Lakeside may charge my card for a late pick-up.',
    ],
    'offered.limit': 'The most that one charge may be.',
    agreed: 'What the customer agreed to; null without a consent. Later words of the organisation do not change it.',
    'agreed.version': ['Names the words that were agreed to.', 'b0c4f1a2d3e49586'],
    'agreed.text': ['The words that were agreed to.', 'Lakeside may charge my card for a late pick-up.'],
    'agreed.limit': 'The most that one charge may be.',
    'agreed.agreed_at': ['When the customer agreed, in UTC.', '2027-05-03T15:00:00.000Z', { format: 'date-time' }],
  },
  AttachSourceRequest: {
    charge_consent: [
      'The `version` of CardChargeConsent’s `offered`, if the customer lets the organisation charge the stored card later. Words that changed since: 409 `state_conflict`.',
      'b0c4f1a2d3e49586',
    ],
    source_id: ['The card of the path; nothing else is accepted.', 'pm_1QmZ8s2'],
    is_default: ['Whether it becomes the default. The first card does so by itself.', true],
    return_url: [
      'Page of this site to go on to after a bank step; another address, or none, leads to the stored cards.',
      '/pg/lakeside/profile/payment-methods',
    ],
  },
  JoinProgramRequest: {
    program_id: ['The program of the path; nothing else is accepted.', 'lakeside'],
    is_subscribed: [
      'Whether the program may send news. False withdraws it; left out, nothing changes. Consent is never assumed.',
      false,
    ],
  },
  EmergencyContact: {
    name: ['Name of the contact; null if unknown.', 'Daniel Okafor'],
    phone: ['Phone of the contact in E.164; null if unknown.', '+14165550177'],
    email: ['Email of the contact; null if unknown.', 'daniel@example.com'],
  },
  Attendee: {
    ...attendee,
    health_kept_until: [
      'When the health notes are erased unless something is booked again or they are edited: 30 days after the end of the last event, or after the last edit. Null without notes, and for someone who was never registered.',
      '2027-08-12T20:00:00Z',
    ],
    id: ['Id of the person.', 'att_9wE5rT2yU8'],
    relations: 'Who this person belongs to; only relations that the caller may see.',
    profiles: 'This person in each program they are connected to.',
    is_archived: ['Whether the caller archived this person: hidden until restored.', false],
  },
  ProgramAttendeeProfile: {
    ...attendee,
    id: [
      'Id of the person in this program: `attendee_profile_id` and `program_attendee_id` of other calls.',
      'pap_4zX7cV1bN6',
    ],
    attendee_id: ['The person, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
    medical_history: ['Always null here: read it from the Attendee.', null],
    dietary_restrictions: ['Always null here: read it from the Attendee.', null],
    relations: 'Who this person belongs to; only relations that the caller may see.',
    primary_contact_id: [
      'Whom the program contacts first, the `id` of a CustomerProfile; null if no one is named.',
      'cup_6bN1mQ4sV7',
    ],
    has_active_memberships: ['Whether a membership of this person in the program is active.', false],
    num_registrations: ['Number of registrations of this person in the program.', 2, { minimum: 0 }],
    first_attended: ['When this person first attended, in UTC; null if never.', null, { format: 'date-time' }],
    last_attended: ['When this person last attended, in UTC; null if never.', null, { format: 'date-time' }],
    average_feedback: ['Mean rating of 1 to 5 this person gave; null below three ratings.', null],
    status: [
      '`active`, `archived` by every customer who knows them, `merged` into another person, or `disconnected` from the program.',
      'active',
    ],
    is_archived: ['Whether this person can’t be registered: every `status` but `active`.', false],
  },
  Member: {
    id: ['The adult, the `id` of a Customer.', 'cus_3hJ8kL5wN0'],
    first_name: ['First name of the adult.', 'Daniel'],
    last_name: ['Last name of the adult.', 'Okafor'],
    attendees: 'The people whom this adult and the caller both see.',
    'attendees[].attendee_id': ['The person, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
    'attendees[].first_name': ['First name of the person.', 'Maya'],
    'attendees[].last_name': ['Last name of the person.', 'Roy'],
    'attendees[].relation': ['What the adult is to the person.', 'parent'],
    'attendees[].rights': ['What the adult may do for the person.', ['view', 'register', 'pay']],
  },
  RemovedAttendee: {
    id: ['Id of the person.', 'att_9wE5rT2yU8'],
    result: ['`erased` without a trace, or `archived` where there are past records.', 'archived'],
  },
  Relation: {
    relation: ['What the customer is to this person.', 'parent'],
    rights: ['What the customer may do for this person.', ['view', 'register', 'pay']],
  },
  AddAttendeeRequest: {
    ...attendeeInput,
    relations: 'What the caller is to this person. Left out: `other`.',
    program_ids: ['Programs to connect this person to, each the `id` of a Program.', ['lakeside']],
  },
  UpdateAttendeeRequest: {
    ...attendeeInput,
    relations: 'The caller’s own relation changes; those of others may come back as they were read.',
  },
  ConnectAttendeeRequest: {
    program_id: ['The program of the path; nothing else is accepted.', 'lakeside'],
    attendee_id: ['The person, the `id` of an Attendee.', 'att_9wE5rT2yU8'],
    primary_contact_id: [
      'Whom the program contacts first, the `id` of a CustomerProfile. Left out: the caller.',
      'cup_6bN1mQ4sV7',
    ],
  },
}
