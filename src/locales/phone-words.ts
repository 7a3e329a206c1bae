import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A stored phone (E.164) as people write it, `+1 416 555 0133` (ITU-T E.123); what is no such number stays as it is. */
export const phoneWords = (phone: string): string => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
