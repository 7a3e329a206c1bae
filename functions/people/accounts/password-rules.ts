import { isCommonPassword } from './common-passwords.ts'

/** Names and addresses that a person's password must not be. */
export type PasswordOwner = { email: string; first_name: string; last_name: string; program_name?: string | null }

/** Whether a new password is too easy: among the first an attacker tries, or the owner's email or names. */
export async function isPasswordTooEasy(password: string, owner: PasswordOwner): Promise<boolean> {
  const bare = letters(password)
  const own = [
    owner.email,
    owner.email.split('@')[0] ?? '',
    owner.first_name,
    owner.last_name,
    `${owner.first_name}${owner.last_name}`,
    `${owner.last_name}${owner.first_name}`,
    owner.program_name ?? '',
  ]
  const isOwn = own
    .map(letters)
    .some((each) => each.length >= 3 && (bare === each || bare.replace(/^\d+|\d{1,4}$/g, '') === each))
  return isOwn || isCommonPassword(password)
}

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
