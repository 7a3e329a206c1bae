import * as z from 'zod/mini'
import { GivenPassword, Id, line, ProgramId } from '../field-rules.ts'
import { paging } from '../paging.ts'

/** Maximum number of passkeys of an account; also enforced by the schema. */
export const maxPasskeys = 20

/** A passkey of the caller: a key on a device or in a password manager that logs in without the password. */
export const Passkey = z.strictObject({
  id: z.string(),
  object: z.literal('passkey'),
  name: z.string(),
  created: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

/** Query of GET profile/passkeys: newest first by default. */
export const PasskeyListQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['created']), 'created'),
})

/** `/profile/passkeys/{passkey_id}` in a path. */
export const InPasskey = z.strictObject({ passkey_id: Id })

const base64url = (maximum: number) => z.string().check(z.maxLength(maximum), z.regex(/^[\w-]*$/))
const credentialFields = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
  authenticatorAttachment: z.nullish(z.string()),
}
const transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))

/** The response of WebAuthn’s `navigator.credentials.create`, as JSON. */
export const NewCredential = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    authenticatorData: z.optional(base64url(20_000)),
    transports: z.optional(transports),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.nullish(base64url(8000)),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** The response of WebAuthn’s `navigator.credentials.get`, as JSON. */
export const SignedCredential = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(20_000),
    signature: base64url(8000),
    userHandle: z.nullish(base64url(200)),
  }),
})
export type SignedCredential = z.infer<typeof SignedCredential>

/** Response of POST login/passkey/options: the options of a log-in for `navigator.credentials.get`. */
export const PasskeyRequestOptions = z.strictObject({
  object: z.literal('passkey_request_options'),
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  expires_at: z.string(),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

/** Response of POST profile/passkeys/options: the options for `navigator.credentials.create`. */
export const PasskeyCreationOptions = z.strictObject({
  object: z.literal('passkey_creation_options'),
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(
    z.strictObject({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  expires_at: z.string(),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/**
 * Where a log-in happens: `program_id` is the program in whose name a mail about a new device is sent, and a log-in on a
 * `shared_device` ends after half an hour without use.
 */
export const LogInPlace = z.strictObject({
  program_id: z.nullish(ProgramId),
  shared_device: z.nullish(z.boolean()),
})

/** Body of POST login/passkey. `program_id` and `shared_device` as in a log-in with a password. */
export const PasskeyLoginRequest = z.strictObject({
  credential: SignedCredential,
  ...LogInPlace.shape,
})
export type PasskeyLoginRequest = z.infer<typeof PasskeyLoginRequest>

/** Body of POST profile/passkeys/options. Without the current password the log-in must be at most ten minutes old. */
export const PasskeyOptionsRequest = z.strictObject({ password: z.optional(GivenPassword) })
export type PasskeyOptionsRequest = z.infer<typeof PasskeyOptionsRequest>

/** Body of POST profile/passkeys. Without a name it is named after the device. */
export const AddPasskeyRequest = z.strictObject({ credential: NewCredential, name: z.optional(line(60)) })
export type AddPasskeyRequest = z.infer<typeof AddPasskeyRequest>

/** Body of PUT profile/passkeys/{passkey_id}. */
export const RenamePasskeyRequest = z.strictObject({ name: line(60) })
export type RenamePasskeyRequest = z.infer<typeof RenamePasskeyRequest>

/**
 * Body of DELETE profile/passkeys/{passkey_id}. Without the current password the log-in must be at most ten minutes
 * old.
 */
export const RemovePasskeyRequest = z.strictObject({ password: z.optional(GivenPassword) })
export type RemovePasskeyRequest = z.infer<typeof RemovePasskeyRequest>
