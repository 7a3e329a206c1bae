import { declineCodes } from '../../contract/money/declines.ts'
import { errorNumbers } from '../../contract/api-error.ts'
import { type FieldWords, formatByName, type ShapeWords } from '../field-words.ts'
import type { Json } from '../json-schemas.ts'
import { accountShapes } from './accounts.ts'
import { notificationShapes } from './notifications.ts'
import { passkeyShapes } from './passkeys.ts'
import { balanceShapes } from './balances.ts'
import { catalogueShapes } from './catalogue.ts'
import { commonWords, shapesOfAll } from './everywhere.ts'
import { dayOffShapes } from './days-off.ts'
import { customerShapes } from './customers.ts'
import { uploadShapes } from './files.ts'
import { membershipShapes } from './memberships.ts'
import { orderShapes } from './orders.ts'
import { productOrderShapes } from './orders-v2.ts'
import { familyBookingShapes } from './family-bookings.ts'
import { familyShapes } from './families.ts'
import { fileWordsOf, organiserShapes } from './organiser.ts'
import { programShapes } from './programs.ts'
import { appointmentShapes } from './appointments.ts'
import { rebookingShapes } from './rebookings.ts'
import { registrationAnswerShapes } from './registration-answers.ts'
import { registrationShapes } from './registrations.ts'
import { refundShapes } from './refunds.ts'
import { storeShapes } from './store.ts'
import { privacyShapes } from './privacy.ts'
import { inviteShapes } from './invites.ts'
import { itemReturnShapes } from './item-returns.ts'
import { campaignShapes } from './campaigns.ts'
import { marketingShapes } from './marketing.ts'
import { feedbackShapes } from './feedback.ts'
import { messageShapes } from './messages.ts'
import { groupShapes } from './groups.ts'
import { sheetShapes } from './sheet.ts'
import { reportShapes } from './reports.ts'
import { deskPeopleShapes } from './desk-people.ts'
import { todayShapes } from './today.ts'
import { rosterShapes } from './roster.ts'
import { seasonShapes } from './season.ts'
import { staffChangeShapes } from './staff-changes.ts'
import { staffShapes } from './staff.ts'
import { supportShapes, insightShapes } from './support.ts'

const shapes: Record<string, ShapeWords> = {
  ...shapesOfAll,
  ...staffShapes,
  ...accountShapes,
  ...notificationShapes,
  ...passkeyShapes,
  ...balanceShapes,
  ...catalogueShapes,
  ...dayOffShapes,
  ...customerShapes,
  ...familyShapes,
  ...familyBookingShapes,
  ...membershipShapes,
  ...orderShapes,
  ...productOrderShapes,
  ...organiserShapes,
  ...reportShapes,
  ...programShapes,
  ...refundShapes,
  ...appointmentShapes,
  ...rebookingShapes,
  ...registrationAnswerShapes,
  ...registrationShapes,
  ...storeShapes,
  ...uploadShapes,
  ...insightShapes,
  ...privacyShapes,
  ...campaignShapes,
  ...itemReturnShapes,
  ...inviteShapes,
  ...marketingShapes,
  ...feedbackShapes,
  ...messageShapes,
  ...supportShapes,
  ...groupShapes,
  ...sheetShapes,
  ...rosterShapes,
  ...deskPeopleShapes,
  ...todayShapes,
  ...seasonShapes,
  ...staffChangeShapes,
  OAuthError: shapesOfAll['Error'] as ShapeWords,
  RefusedBookingError: {
    ...shapesOfAll['Error'],
    ...shapesOfAll['SlotTakenError'],
    ...shapesOfAll['RefusedBookingError'],
  },
  RefusedImportError: { ...shapesOfAll['Error'], ...shapesOfAll['RefusedImportError'] },
  SlotTakenError: { ...shapesOfAll['Error'], ...shapesOfAll['SlotTakenError'] },
  StaleQuoteError: { ...shapesOfAll['Error'], ...shapesOfAll['StaleQuoteError'] },
}

/** Every error type of the API, including declined cards. */
export const errorTypes = [...new Set([...Object.keys(errorNumbers), ...declineCodes])]

const closedLists: Record<string, Json> = {
  'Error.type': { enum: errorTypes },
  'OAuthError.type': { enum: errorTypes },
  'RefusedBookingError.type': { enum: errorTypes },
  'RefusedImportError.type': { enum: errorTypes },
  'SlotTakenError.type': { enum: errorTypes },
  'StaleQuoteError.type': { enum: errorTypes },
}

/** The descriptions of a schema's fields, with the formats implied by their names. */
export function wordsOfShape(shape: string) {
  return (path: string, field: Json): FieldWords | undefined => {
    const ofFile = fileWordsOf(shape, path)
    if (ofFile) return ofFile
    const name = path.slice(path.lastIndexOf('.') + 1)
    const words = shapes[shape]?.[path] ?? wordsByName(name, field)
    if (words === undefined) return undefined
    const [text, example, rules] = typeof words === 'string' ? [words] : words
    return [text, example, { ...formatByName(name, field), ...closedLists[`${shape}.${path}`], ...rules }]
  }
}

function wordsByName(name: string, field: Json): FieldWords | undefined {
  if (field.const !== undefined) return `Kind of this object: always \`${field.const}\`.`
  const isAnything = Object.keys(field).length === 0
  if (isAnything) return 'Accepted as it was read, and ignored: only the server sets it.'
  return commonWords[name]
}
