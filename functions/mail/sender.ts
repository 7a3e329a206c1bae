/** One mail, ready to leave. Only what stands here leaves the product; `dedupe` is given to the sender so that a repeat is one mail. */
export type Mail = {
  dedupe: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { filename: string; content_type: string; content: string }[]
}

/** Something that sends mail. Throws when the mail could not be handed over; the outbox tries again. */
export type MailSender = { name: string; send: (mail: Mail, now: number) => Promise<void> }
