/** Common mail domains of families, long enough that one wrong letter is likely a slip. */
const usual =
  'gmail.com googlemail.com yahoo.com yahoo.ca yahoo.fr hotmail.com hotmail.ca hotmail.fr outlook.com icloud.com live.com live.ca protonmail.com videotron.ca sympatico.ca rogers.com comcast.net verizon.net orange.fr wanadoo.fr laposte.net'.split(
    ' ',
  )
/** Existing domains that differ from a common one by a letter. */
const others = new Set(
  'mail.com ymail.com email.com hotmail.de hotmail.it yahoo.de yahoo.es outlook.fr outlook.de live.fr'.split(' '),
)

/**
 * The address that was probably meant, `nadia@gmail.com` for `nadia@gmial.com`; null for one that looks right. It is a
 * hint and never refuses an address.
 */
export function likelyEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || domain.length > 30 || usual.includes(domain) || others.has(domain)) return null
  const meant = usual.find((each) => isOneSlip(domain, each)) ?? withoutWrongEnd(domain)
  return meant === null ? null : `${email.slice(0, at + 1)}${meant}`
}

/** `.con` and `.cmo` are no top-level domains. */
const withoutWrongEnd = (domain: string): string | null =>
  /\.(?:con|cmo|ocm|comm)$/.test(domain) ? `${domain.slice(0, domain.lastIndexOf('.'))}.com` : null

/** True for texts that differ by one added, missing or changed letter, or by two swapped neighbours. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const [restTyped, restMeant] = [typed.slice(same), meant.slice(same)]
  return (
    restTyped.slice(1) === restMeant ||
    restTyped === restMeant.slice(1) ||
    restTyped.slice(1) === restMeant.slice(1) ||
    (restTyped.slice(2) === restMeant.slice(2) && restTyped[0] === restMeant[1] && restTyped[1] === restMeant[0])
  )
}
