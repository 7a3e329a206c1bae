import type { ShapeWords } from '../field-words.ts'
import { attendeeInput } from './customers.ts'
import { amounts, orderShapes } from './orders.ts'

/** Bookings of a family, and their previews. */
export const familyBookingShapes: Record<string, ShapeWords> = {
  BookFamilyRequest: {
    program_id: [
      'Program of the event, the `id` of a Program. The caller and the people join it if need be.',
      'lakeside',
    ],
    event_id: ['What to book, the `id` of an Event. Either this or `appointment`.', 'evt_5nK2pQ8rT1'],
    appointment: 'Times of an appointment type to book. Either this or `event_id`.',
    people: 'Who will come, each once.',
    order_id: [
      'An open cart of yours in the program that the places join, the `id` of an Order; without one a new cart is opened. Places of the event or type that the people hold in it, or in no order, are replaced by those of the request: a place of the same option, time and payment stays, at its price and with the new answers, any other is released. A refused person keeps what they hold.',
      'ord_7mC4xY2vB9',
    ],
    release: [
      'Held places in the cart of `order_id`, or in no order, to release, each the `id` of a Registration: of people who no longer come. Their store products leave the cart with them, and so does a package that paid only for them.',
      null,
    ],
    code: [
      'Code of a coupon for the cart. A code that does not apply refuses the booking, with `param` `code`.',
      'LAKE20',
    ],
    on_refusal: [
      'What happens when someone cannot have a place: `none` writes nothing and answers the error; `hold` holds the places that can be had, of a person with several times those that are free, and answers 201 with `refusals`, unless no one can have one.',
      'none',
    ],
    timezone: ['IANA time zone of the customer, for a new cart.', 'America/Toronto'],
    dry_run: ['True to read what the booking would be: 200 with a preview, and nothing is written.', false],
  },
  BookedAppointment: {
    appointment_type_id: ['The `id` of an AppointmentType.', 'apt_3kL9mN2pQ7'],
    starts_at: [
      'Starts of the times, each for every person, as instants with their offset. A time that cannot be had is refused with `param` `appointment.starts_at[0]`, its position.',
      ['2027-07-05T13:00:00Z', '2027-07-12T13:00:00Z'],
    ],
  },
  BookedPerson: {
    attendee_id: [
      'A person of yours, the `id` of an Attendee. Without it `attendee` describes a new one.',
      'att_9wE5rT2yU8',
    ],
    attendee: 'The fields of a new person, or fields to fill in of the person that `attendee_id` names.',
    option_id: [
      'Which option, the `id` of an EventOption of the event, or of an AppointmentOption of the type.',
      'opt_8pL3kJ6hG2',
    ],
    form_response: 'Answers to the questions of the event or the type.',
    waiver: 'Acceptance of the event’s waiver; can be sent later.',
    'waiver.waiver_id': ['The waiver, `waiver_id` of the event’s Waiver.', 'wai_1aS2dF3gH4'],
    'waiver.version': ['Version of its text that was read.', 1],
    session_credit_id: [
      'Credits to pay with, as in a RegisterRequest: the `id` of a SessionCredit of GET session_balance, or of the OrderItem of a package in the cart of `order_id`. One is reserved with the place, which then costs nothing.',
      null,
    ],
    package_id: [
      'A package or a membership to buy with the place: the same as `session_package_id` or `membership_package_id`, whichever kind it is. Send one of the three.',
      null,
    ],
    session_package_id: [
      'A package to buy with the place and to pay it with: the `id` of a SessionPackage in `restrict_to_package_ids`. People who name the same package share it, unless it is sold for one person; as many are bought as the places need. Visits left of one that is in the cart already are used first.',
      'spk_4tY6uI8oP1',
    ],
    membership_package_id: [
      'A membership to buy with the place, which then has the price for members: the `id` of a MembershipPackage. People who name the same one share it, unless it is sold for one person; one that is in the cart already is used. It must open what is booked on that day. A place that only members may book leaves the cart with its membership.',
      null,
    ],
    items:
      'Things of the store that go with the place. Of a person who holds a place in the cart, these replace the ones there; without `items` they stay.',
    'items[].product_variation_id': ['What, the `id` of a ProductVariation.', 'var_2wE4rT6yU8'],
    'items[].quantity': ['How many.', 1],
  },
  PersonFields: {
    ...attendeeInput,
    first_name: ['First name. Only of a new person, and required there.', 'Maya'],
    last_name: ['Last name. Only of a new person, and required there.', 'Roy'],
    relation: ['What the caller is to the person. Only of a new person, and required there.', 'parent'],
  },
  BookedOrder: {
    ...orderShapes['Order'],
    refusals: 'With `on_refusal` `hold`: who has no place, and why. Absent when nothing was refused.',
  },
  BookingPreview: {
    ...amounts,
    tax_items: 'Its taxes, each over all items.',
    program_id: ['Program of the event, the `id` of a Program.', 'lakeside'],
    order_id: ['The cart that the places would join; null for a new one.', null],
    items: 'Every item of the cart as it would be. The ids of new items are not kept.',
    discounts: 'What lowers the price. The ids of new discounts are not kept.',
    refusals: 'Who cannot have a place, and why. Their places are not among the items.',
  },
  PersonRefusal: {
    person: ['Position of the person in `people`, from 0; null for a refusal of the code or of `release`.', 1],
    type: ['Type of the error that a booking of this person has.', 'attendee_too_young'],
    param: ['Path of the refused field in the request.', 'people[1].attendee_id'],
    message: [
      'The reason in a sentence, in the language of `Accept-Language`.',
      'This person is too young for this option.',
    ],
    instead:
      'What this person can have instead: other options of the event, up to three other events of the same name, or of the same type and tags, nearest first, and the waitlist. Each suits the person, is on sale and has a place besides those that the booking takes and those offered to other people. Absent when there is nothing.',
    'instead[].kind':
      '`option` for another option of the event, `event` for another event, `waitlist` to wait for the refused option.',
    'instead[].name': ['Name of the option or of the event; with `waitlist`, of the refused option.', 'Half day'],
    'instead[].option_id': ['With `option`: the `id` of an EventOption.', 'opt_2cV5bN8mK1'],
    'instead[].event_id': ['With `event`: the `id` of an Event.', 'evt_8hJ3kL6pQ2'],
    'instead[].starts_at': ['With `event`: when it starts.', '2027-07-12T13:00:00Z'],
  },
}
