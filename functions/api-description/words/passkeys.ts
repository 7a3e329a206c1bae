import type { ShapeWords } from '../field-words.ts'
import { logInPlace } from './accounts.ts'

const credential: ShapeWords = {
  id: ['Id of the credential, base64url.', 'q1w2e3r4t5y6'],
  rawId: ['The same as `id`.', 'q1w2e3r4t5y6'],
  type: ['Always `public-key`.', 'public-key'],
  clientExtensionResults: ['Accepted and not read.', {}],
  authenticatorAttachment: ['Accepted and not read.', 'platform'],
  response: 'What the device made.',
  'response.clientDataJSON': [
    'Challenge and origin as the browser saw them, base64url.',
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  ],
}
const confirmedBy = [
  'Current password; may be left out within 10 minutes of the log-in.',
  'a quiet lake at dawn',
] as const

export const passkeyShapes: Record<string, ShapeWords> = {
  Passkey: {
    id: ['Id of the passkey.', 'psk_5f0c7d1e'],
    name: ['What its owner calls it; at first after the device.', 'Chrome on Android'],
    created: ['When it was added, in UTC.', '2027-05-02T14:03:11.000Z'],
    last_used_at: ['When it last logged in, in UTC; null if never.', '2027-05-04T09:12:00.000Z'],
  },
  PasskeyRequestOptions: {
    challenge: ['What the device signs, base64url; good once.', 'kV3wX6yB9cE2gH5jM8nR1sZr8sD3fG6hJ1kL4mN7pQ0'],
    rpId: ['Host of the site, which the passkey belongs to.', 'camps.example'],
    timeout: ['How long the browser may take, in ms.', 300_000],
    userVerification: ['The device makes sure who uses it.', 'required'],
    expires_at: ['When the challenge expires, in UTC.', '2027-05-02T14:08:11.000Z'],
  },
  PasskeyCreationOptions: {
    challenge: ['What the device answers to, base64url; good once.', 'kV3wX6yB9cE2gH5jM8nR1sZr8sD3fG6hJ1kL4mN7pQ0'],
    rp: 'The site that the passkey belongs to.',
    'rp.id': ['Host of the site.', 'camps.example'],
    'rp.name': ['Name of the site.', 'Muster'],
    user: 'Whose passkey it becomes.',
    'user.id': ['Id of the user, base64url.', 'dXNyXzVmMGM3ZDFl'],
    'user.name': ['Email of the user.', 'maya@example.com'],
    'user.displayName': ['First and last name.', 'Maya Roy'],
    pubKeyCredParams: 'Kinds of keys that are taken, the best first.',
    'pubKeyCredParams[].type': ['Always `public-key`.', 'public-key'],
    'pubKeyCredParams[].alg': ['COSE number of the algorithm.', -7],
    timeout: ['How long the browser may take, in ms.', 300_000],
    attestation: ['The make of the device is not asked for.', 'none'],
    excludeCredentials: 'The passkeys that there are: a device that has one makes no second.',
    'excludeCredentials[].type': ['Always `public-key`.', 'public-key'],
    'excludeCredentials[].id': ['Id of the credential, base64url.', 'q1w2e3r4t5y6'],
    'excludeCredentials[].transports': ['How the device is reached.', ['internal']],
    authenticatorSelection: 'What the device must be able to do.',
    'authenticatorSelection.residentKey': ['It finds the passkey by the site alone.', 'required'],
    'authenticatorSelection.requireResidentKey': ['The same for older browsers.', true],
    'authenticatorSelection.userVerification': ['The device makes sure who uses it.', 'required'],
    expires_at: ['When the challenge expires, in UTC.', '2027-05-02T14:08:11.000Z'],
  },
  NewCredential: {
    ...credential,
    'response.attestationObject': ['The new key, as CBOR, base64url.', 'o2NmbXRkbm9uZQ'],
    'response.authenticatorData': ['Accepted and not read.', 'SZYN5YgOjGh0NBcP'],
    'response.transports': ['How the device is reached.', ['internal']],
    'response.publicKeyAlgorithm': ['Accepted and not read.', -7],
    'response.publicKey': ['Accepted and not read.', 'MFkwEwYHKoZIzj0C'],
  },
  SignedCredential: {
    ...credential,
    'response.authenticatorData': ['The site, the counter and who was there, base64url.', 'SZYN5YgOjGh0NBcP'],
    'response.signature': ['The signature, base64url.', 'MEUCIQDkX3b1'],
    'response.userHandle': ['Id of the user, base64url, as the passkey holds it.', 'dXNyXzVmMGM3ZDFl'],
  },
  PasskeyLoginRequest: {
    credential: 'The answer of `navigator.credentials.get`.',
    ...logInPlace,
  },
  PasskeyOptionsRequest: { password: confirmedBy },
  AddPasskeyRequest: {
    credential: 'The answer of `navigator.credentials.create`.',
    name: ['What to call it; left out it is called after the device.', 'Mum’s phone'],
  },
  RenamePasskeyRequest: { name: ['What to call it.', 'Mum’s phone'] },
  RemovePasskeyRequest: { password: confirmedBy },
}
