/** `n…@example.com`: enough to recognise an address of one's own, nothing to write to. */
export function maskedEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
}
