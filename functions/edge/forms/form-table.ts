import { accountForms } from './account-forms.ts'
import { bookingForms } from './booking-forms.ts'
import { contactForms } from './contact-forms.ts'
import { familyForms } from './family-forms.ts'
import { deskCampForms } from './desk-camp-forms.ts'
import { deskMessageForms } from './desk-message-forms.ts'
import { deskForms } from './desk-forms.ts'
import { deskOfficeForms } from './desk-office-forms.ts'
import { importForms } from './import-forms.ts'
import type { Form } from './form.ts'
import { cardForms } from './card-forms.ts'
import { moneyForms } from './money-forms.ts'
import { organisationForms } from './organisation-forms.ts'
import { eventForms } from './event-forms.ts'
import { seasonForms } from './season-forms.ts'
import { registrationForms } from './registration-forms.ts'
import { signInForms } from './sign-in-forms.ts'

/** Every form of the site that calls the API. */
export const forms: readonly Form[] = [
  ...signInForms,
  ...accountForms,
  ...familyForms,
  ...bookingForms,
  ...registrationForms,
  ...moneyForms,
  ...cardForms,
  ...contactForms,
  ...organisationForms,
  ...deskForms,
  ...deskOfficeForms,
  ...seasonForms,
  ...eventForms,
  ...importForms,
  ...deskCampForms,
  ...deskMessageForms,
]
