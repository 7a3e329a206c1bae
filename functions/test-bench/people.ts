import { signAccessToken } from '../platform/identity/access-token.ts'
import { hashOfToken, newRefreshToken, refreshTokenMs, sessionMs } from '../people/accounts/refresh-token.ts'
import type { RelationName, Right } from '../contract/people/attendee.ts'
import type { Gender, Language } from '../contract/field-rules.ts'
import type { Identity } from '../platform/actor.ts'
import { database } from '../platform/database/database.ts'
import { toStore } from '../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  customerProfiles,
  customers,
  refreshTokens,
  relations,
  sessions,
  users,
} from '../platform/database/tables.ts'
import type { World } from './bench.ts'

let made = 0
/** A text that is unique in this test process. */
export const unique = () => `${process.pid}x${++made}`

export type Person = {
  identity: Identity
  email: string
  profileId: (programId: string) => string
  headers: Record<string, string>
  json: (
    body: unknown,
    extra?: Record<string, string>,
  ) => { method: string; headers: Record<string, string>; body: string }
  renew: () => Promise<void>
}

/** A customer with a live session, inserted directly into the database; `programIds` adds a profile in each. */
export async function makeCustomer(
  bench: World,
  input: {
    programIds?: string[]
    firstName?: string
    lastName?: string
    language?: Language
    verified?: boolean
    email?: string
    /** True for a session that proved a second factor. */
    isConfirmed?: boolean
  } = {},
): Promise<Person> {
  const mark = unique()
  const now = bench.now()
  const db = database(bench.env.DB)
  const identity: Identity = { user_id: `usr_${mark}`, customer_id: `cus_${mark}`, session_id: `ses_${mark}` }
  const email = input.email ?? `person${mark}@example.com`
  const language = input.language ?? 'en'
  const profileId = (programId: string) => `cup_${mark}_${programId}`
  await db.batch([
    db.insert(users).values({
      id: identity.user_id,
      first_name: input.firstName ?? 'Nadia',
      last_name: input.lastName ?? 'Roy',
      email,
      email_key: email.toLowerCase(),
      phone: '+14165550123',
      password_hash: 'none',
      timezone: 'America/Toronto',
      language,
      is_email_verified: input.verified ?? true,
      created: now,
      updated: now,
    }),
    db.insert(customers).values({
      id: identity.customer_id,
      user_id: identity.user_id,
      timezone: 'America/Toronto',
      created: now,
      updated: now,
    }),
    db.insert(sessions).values({
      ...{ id: identity.session_id, user_id: identity.user_id, created: now, expires_at: now + sessionMs },
      confirmed_at: input.isConfirmed ? now : null,
    }),
    ...(input.programIds ?? []).map((programId) =>
      db.insert(customerProfiles).values({
        id: profileId(programId),
        customer_id: identity.customer_id,
        program_id: programId,
        created: now,
        updated: now,
      }),
    ),
  ])
  const headers: Record<string, string> = {}
  const renew = async () => {
    // An expired session is replaced, as by a new log-in.
    if (bench.now() > now + sessionMs)
      await db
        .insert(sessions)
        .values({
          id: identity.session_id,
          user_id: identity.user_id,
          created: now,
          expires_at: bench.now() + sessionMs,
          confirmed_at: input.isConfirmed ? now : null,
        })
        .onConflictDoUpdate({ target: sessions.id, set: { expires_at: bench.now() + sessionMs } })
    headers.Authorization = `Bearer ${await signAccessToken(bench.env, identity, { now: bench.now(), language })}`
  }
  await renew()
  return {
    identity,
    email,
    profileId,
    headers,
    renew,
    json: (body, extra = {}) => ({
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', ...extra },
      body: JSON.stringify(body),
    }),
  }
}

/** A customer's child, connected to a program. */
export async function makeAttendee(
  bench: World,
  parent: Person,
  input: {
    programId: string
    firstName?: string
    bornOn?: string | null
    gender?: Gender | null
    relation?: RelationName
    rights?: Right[]
    emergencyPhone?: string | null
  },
): Promise<{ attendee_id: string; attendee_profile_id: string }> {
  const mark = unique()
  const now = bench.now()
  const db = database(bench.env.DB)
  const ids = { attendee_id: `att_${mark}`, attendee_profile_id: `pap_${mark}` }
  await db.batch([
    db.insert(attendees).values(
      toStore({
        id: ids.attendee_id,
        first_name: input.firstName ?? 'Maya',
        last_name: 'Roy',
        date_of_birth: input.bornOn === undefined ? '2017-05-31' : input.bornOn,
        gender: input.gender === undefined ? 'female' : input.gender,
        emergency_contact_phone: input.emergencyPhone === undefined ? '+14165550199' : input.emergencyPhone,
        created: now,
        updated: now,
      }),
    ),
    db.insert(relations).values({
      customer_id: parent.identity.customer_id,
      attendee_id: ids.attendee_id,
      relation: input.relation ?? 'parent',
      rights: input.rights ?? ['view', 'register', 'pay', 'medical', 'pickup', 'manage'],
      created: now,
    }),
    db.insert(attendeeProfiles).values({
      id: ids.attendee_profile_id,
      program_id: input.programId,
      attendee_id: ids.attendee_id,
      primary_contact_id: null,
      created: now,
      updated: now,
    }),
  ])
  return ids
}

/** A cookie that logs a browser in to a session. */
export async function sessionCookie(bench: World, session_id: string): Promise<string> {
  const token = newRefreshToken()
  const issued_at = bench.now()
  await database(bench.env.DB)
    .insert(refreshTokens)
    .values({ hash: hashOfToken(token), session_id, issued_at, expires_at: issued_at + refreshTokenMs })
  return `__Host-refresh=${token}`
}
