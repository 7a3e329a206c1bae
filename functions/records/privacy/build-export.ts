import { listAccess } from '../../people/invitations/access-log.ts'
import { listPasskeys } from '../../people/accounts/own-passkeys.ts'
import { listSessions } from '../../people/accounts/own-sessions.ts'
import { readUser } from '../../people/accounts/show-user.ts'
import { listAttendees } from '../../people/attendees/list-attendees.ts'
import { readAttendee } from '../../people/attendees/read-attendee.ts'
import { everyTeam } from '../../people/staff/show-staff.ts'
import { listBalanceEntries } from '../../money/balances/read-balance.ts'
import { type Language, languages } from '../../contract/field-rules.ts'
import { localeOf } from '../../contract/date-format.ts'
import { dayMs, largestPageSize } from '../../contract/limits.ts'
import type { Notification } from '../../contract/delivery/notification.ts'
import type { List, Page } from '../../contract/paging.ts'
import { exportDays } from '../../contract/records/privacy.ts'
import { privacyWords } from '../../contract/sentences/privacy-words.ts'
import { actAs, type Ctx, type CustomerContext } from '../../platform/context.ts'
import { listProfilesOfCustomer } from '../../people/customers/read-profile.ts'
import { readCustomer } from '../../people/customers/show-customer.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { ownFeedback } from '../../contact/feedback/show-feedback.ts'
import { everyNoteAbout } from '../../organisation/families/notes.ts'
import { listNotifications } from '../../delivery/notifications/own-notifications.ts'
import { readPreferences } from '../../delivery/notifications/preferences.ts'
import { calendarFile } from '../../money/fulfilment/calendar-file.ts'
import { orderPaidMail } from '../../money/fulfilment/mail-order-paid.ts'
import { orderPlaces } from '../../money/fulfilment/order-places.ts'
import { chargeConsentsOf } from '../../money/payments/card-charge-consent.ts'
import { listOrders } from '../../money/orders/list-orders.ts'
import { showReceipts } from '../../money/orders/show-receipt.ts'
import { loadOrder } from '../../money/orders/load-order.ts'
import { listRegistrations } from '../../booking/registrations/list-registrations.ts'
import { everyAnswerHistory } from '../../booking/registrations/read-answers.ts'
import { everySignedWaiver } from '../../booking/registrations/read-waiver.ts'
import { everyMessageOf } from '../../contact/messages/show-message.ts'
import { listSubscriptions } from '../../delivery/push/own-subscriptions.ts'
import { putInParts } from '../../people/uploads/put-in-parts.ts'
import { newObjectKey, openedSize, openObjectKey, sealPieces } from '../../platform/sealing/sealed-object.ts'
import { readObject } from '../../people/uploads/show-file.ts'
import {
  exportById,
  groupsOfCustomer,
  relationOf,
  markExportReady,
  paidOrderIds,
  reportsOf,
  setExportKey,
  receiptsOfCustomer,
  storedFilesOf,
  unsubscribeReasonsOf,
} from './privacy-rows.ts'
import { type ArchiveFile, zipArchive } from './zip-archive.ts'

/**
 * Builds a customer's archive: the responses of their own calls as JSON by subject, receipts, a calendar and their
 * files. A second run overwrites an unfinished archive and leaves a finished one unchanged. The archive is streamed to
 * the bucket, so its size needs no memory, and encrypted, so the bucket alone reveals nothing.
 */
export async function buildExport(ctx: Ctx, export_id: string): Promise<void> {
  const [row] = await exportById(ctx, export_id)
  if (row?.export.status !== 'requested' || !row.user.is_active) return
  const { user_id, customer_id, storage_key } = row.export
  const owner = actAs(ctx, { type: 'customer', user_id, customer_id, session_id: '' }) as CustomerContext
  owner.language = languages.find((each) => each === row.user.language) ?? 'en'

  const key = await keyOf(ctx, export_id)
  const archive = zipArchive(filesOf(owner), new Date(ctx.now))
  const size = openedSize(await putInParts(ctx, storage_key, sealPieces({ key, name: storage_key }, archive)))
  const expires_at = ctx.now + exportDays * dayMs
  await commit(ctx, [
    markExportReady(ctx, export_id, { size, expires_at }),
    recordEvent(ctx, { kind: 'privacy.export_ready', ref: export_id, body: {} }),
  ])
}

/** The sealed key that was stored first, so that two simultaneous runs use the same key. */
async function keyOf(ctx: Ctx, export_id: string): Promise<CryptoKey> {
  const key_sealed = await newObjectKey(ctx.env, export_id)
  const [, [row]] = await ctx.db.batch([setExportKey(ctx, export_id, key_sealed), exportById(ctx, export_id)])
  return openObjectKey(ctx.env, export_id, row?.export.key_sealed ?? '')
}

/** The files of the archive, each read in turn. */
async function* filesOf(ctx: CustomerContext): AsyncGenerator<ArchiveFile> {
  const words = privacyWords[ctx.language].archive
  yield { name: 'README.txt', content: words.readme(ctx.siteOrigin, new Date(ctx.now).toISOString()) }
  yield json('account', {
    user: await readUser(ctx),
    customer: await readCustomer(ctx),
    programs: await programsOf(ctx),
    sessions: await everyPage((page) => listSessions(ctx, page)),
    passkeys: await everyPage((page) => listPasskeys(ctx, page)),
    teams: await everyTeam(ctx, ctx.actor.user_id),
  })
  yield json('notifications', {
    preferences: await readPreferences(ctx),
    notifications: await ownNotifications(ctx),
    push_subscriptions: await everyPage((page) => listSubscriptions(ctx, page)),
  })
  yield json('family', await familyOf(ctx))
  yield json('bookings', await everyPage((page) => listRegistrations(ctx, { ...page, sort: 'created' })))
  yield json('groups', await groupsOfCustomer(ctx, ctx.actor.customer_id))
  yield json('changed_answers', await everyAnswerHistory(ctx))
  yield json('signed_waivers', await everySignedWaiver(ctx))
  yield json(
    'orders',
    await everyPage((page) =>
      listOrders(ctx, { ...page, sort: 'created', expand: ['items', 'payments', 'discounts', 'registrations'] }),
    ),
  )
  yield json('card_charge_consents', await chargeConsentsOf(ctx, ctx.actor.customer_id))
  yield json('balances', await balances(ctx))
  yield json('feedback', await ownFeedback(ctx))
  yield json('notes_of_organisations', await everyNoteAbout(ctx, ctx.actor.customer_id))
  yield json('messages', await everyPage((page) => everyMessageOf(ctx, page)))
  const reports = await reportsOf(ctx, ctx.actor.customer_id)
  yield json(
    'support',
    reports.map(({ email_key: _, is_for_program: __, ...report }) => report),
  )
  yield json('receipts', await everyReceipt(ctx))
  yield* receipts(ctx)
  yield* uploads(ctx)
}

/** The customer's programs, each with the reason for unsubscribing from its news. */
async function programsOf(ctx: CustomerContext) {
  const reasons = new Map(
    (await unsubscribeReasonsOf(ctx, ctx.actor.customer_id)).map(({ program_id, ...each }) => [program_id, each]),
  )
  const profiles = await everyPage((page) => listProfilesOfCustomer(ctx, page))
  return profiles.map((profile) => ({ ...profile, ...reasons.get(profile.program_id) }))
}

/** Who read the health notes of a family member, for those whom the customer manages. */
async function accessLogOf(ctx: CustomerContext, attendee_id: string) {
  const [mine] = await relationOf(ctx, attendee_id)
  return mine?.rights.includes('manage') ? everyPage((page) => listAccess(ctx, { ...page, attendee_id })) : []
}

async function familyOf(ctx: CustomerContext) {
  const family = []
  for (const is_archived of [false, true])
    for (const { id } of await everyPage((page) => listAttendees(ctx, { ...page, sort: 'created', is_archived })))
      family.push({ ...(await readAttendee(ctx, { attendee_id: id })), access_log: await accessLogOf(ctx, id) })
  return family
}

/** The customer's notifications; those about the account are in every program's list, but only once here. */
async function ownNotifications(ctx: CustomerContext) {
  const byId = new Map<string, Notification>()
  for (const { program_id } of await everyPage((page) => listProfilesOfCustomer(ctx, page)))
    for (const each of await everyPage((page) => listNotifications(ctx, { program_id, ...page, sort: 'created' })))
      byId.set(each.id, each)
  return [...byId.values()]
}

/** The statement of the customer's balance with each program. */
async function balances(ctx: CustomerContext) {
  const entries = []
  for (const profile of await everyPage((page) => listProfilesOfCustomer(ctx, page))) {
    const contact = { program_id: profile.program_id, contact_id: profile.id }
    entries.push(...(await everyPage((page) => listBalanceEntries(ctx, { ...contact, ...page }))))
  }
  return entries
}

const json = (name: string, content: unknown): ArchiveFile => ({
  name: `${name}.json`,
  content: `${JSON.stringify(content, null, 2)}\n`,
})

async function everyPage<Item>(read: (page: Page) => Promise<List<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for (let skip = 0; ; skip += largestPageSize) {
    const { data, total } = await read({ limit: largestPageSize, skip, order: 'asc' })
    items.push(...data)
    if (data.length === 0 || items.length >= total) return items
  }
}

/** The receipts and credit notes as they were issued. */
async function everyReceipt(ctx: CustomerContext) {
  const ofOrders = Map.groupBy(await receiptsOfCustomer(ctx, ctx.actor.customer_id), ({ order_id }) => order_id)
  return [...ofOrders].flatMap(([order_id, rows]) =>
    showReceipts(rows, ctx.language).map((receipt) => ({ order_id, ...receipt })),
  )
}

/** The receipt of every paid order as it was mailed, and all its places in one calendar. */
async function* receipts(ctx: CustomerContext): AsyncGenerator<ArchiveFile> {
  const places = []
  for (const { id, receipt_number } of await paidOrderIds(ctx, ctx.actor.customer_id)) {
    const mail = await orderPaidMail.render(ctx, { ref: id, dedupe: id, body: {} })
    if (mail) yield { name: `receipts/${receipt_number ?? id}.html`, content: mail.html }
    const order = await loadOrder(ctx, id)
    const language: Language = ctx.language
    places.push(
      ...orderPlaces(ctx, order.registrations, {
        locale: localeOf(language, order.program.country),
        namesPeople: true,
      }),
    )
  }
  if (places.length === 0) return
  const about = { host: new URL(ctx.siteOrigin).hostname, name: 'Muster', email: null, now: ctx.now }
  const calendar = calendarFile(
    about,
    places.map((place) => place.calendar),
  )
  yield { name: 'calendar.ics', content: calendar }
}

async function* uploads(ctx: CustomerContext): AsyncGenerator<ArchiveFile> {
  for (const row of await storedFilesOf(ctx, ctx.actor.customer_id)) {
    const object = await readObject(ctx, row, 'full')
    if (object)
      yield {
        name: `files/${row.id}-${row.name.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(0, 100)}`,
        content: new Uint8Array(await new Response(object.body).arrayBuffer()),
      }
  }
}
