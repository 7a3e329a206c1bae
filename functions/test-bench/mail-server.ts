import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as received: its envelope, its bytes, and its parsed content. */
export type ReceivedMail = { from: string; to: string[]; raw: string; mail: Email }
/** The server's reply for a recipient: a code and its text. */
export type SmtpRefusalWords = { code: number; words: string }

/** A real mail server on this machine that stores its mails. `refuse` sets another reply for a recipient. */
export async function openMailServer() {
  const received: ReceivedMail[] = []
  const refusals = new Map<string, SmtpRefusalWords>()
  let dropsAfterData = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(errorOf(refusals.get(address))),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString('utf8'),
          mail: await PostalMime.parse(raw),
        })
        if (dropsAfterData > 0) {
          dropsAfterData -= 1
          done(errorOf({ code: 421, words: '4.3.0 going down' }))
        } else done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    to: (recipient: string) => received.filter(({ to }) => to.includes(recipient)),
    refuse: (recipient: string, answer: SmtpRefusalWords) => void refusals.set(recipient, answer),
    takeAgain: (recipient: string) => void refusals.delete(recipient),
    /** Delivers the next mail although its sender gets an error. */
    loseNextAnswer: () => {
      dropsAfterData += 1
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

const errorOf = (answer: SmtpRefusalWords | undefined) =>
  answer ? Object.assign(new Error(answer.words), { responseCode: answer.code }) : null
