import { describe, expect, it } from 'vitest'
import { readReply } from './read-reply.ts'

const yes = 'Yes, on a leash.'
const partsOf = (mail: { text?: string; html?: string }) => {
  const read = readReply({ headers: [], attachments: [], messageId: '<a@camp.example>', ...mail })
  if (!('written' in read)) throw new Error('The mail is not a reply.')
  return { text: read.written.text, quoted: read.written.quoted }
}

describe('what is cut from a mailed reply', () => {
  it.each([
    ['nothing', yes, ''],
    ['a signature', `${yes}\n-- \nJo Tremblay\nDirector`, 'Jo Tremblay\nDirector'],
    ['the footer of a phone', `${yes}\n\nSent from my iPhone`, ''],
    ['words below the footer of a phone', `${yes}\n\nSent from my iPhone\nP.S. Bring a bowl.`, 'P.S. Bring a bowl.'],
    ['an older mail', `${yes}\n\nOn Tue Sam <s@x.example> wrote:\n> Dog?`, 'On Tue Sam <s@x.example> wrote:\n> Dog?'],
    [
      'a forwarded mail',
      `${yes}\n\n---------- Forwarded message ---------\nDog?`,
      '---------- Forwarded message ---------\nDog?',
    ],
    ['quoted lines between answers', `> Dog?\n${yes}\n> Cat?`, '> Dog?\n> Cat?'],
    [
      'our own mail',
      `${yes}\n\nOn Tue Lakeside <b@x.example> wrote:\n> Lakeside\n>\n> — Write your reply above this line —\n> Dog?`,
      '',
    ],
    [
      'our own mail, quoted line by line',
      `${yes}\n\n> On Tue Lakeside <b@x.example> wrote:\n>\n> — Write your reply above this line —\n> Dog?`,
      '',
    ],
    [
      'a signature above our own mail',
      `${yes}\n-- \nJo\n\nOn Tue Lakeside <b@x.example> wrote:\n> — Write your reply above this line —\n> Dog?`,
      'Jo',
    ],
    [
      'an older mail far above ours',
      `${yes}\n\nOn Tue Sam <s@x.example> wrote:\n${'Dog?\n'.repeat(20)}— Write your reply above this line —\nMay we?`,
      `On Tue Sam <s@x.example> wrote:\n${'Dog?\n'.repeat(20)}`.trim(),
    ],
  ])('%s is held apart from the text', (_, text, quoted) => expect(partsOf({ text })).toEqual({ text: yes, quoted }))

  it('the quote of an HTML mail is held apart from its text', () =>
    expect(partsOf({ html: `<p>${yes}</p><blockquote>Bring his bowl, too.</blockquote><p>Jo</p>` })).toEqual({
      text: yes,
      quoted: 'Bring his bowl, too.\nJo',
    }))

  it('our own mail below an HTML reply is not held', () =>
    expect(
      partsOf({
        html: `<div>${yes}</div><div class="gmail_quote">On Tue<p>Lakeside</p><p>— Write your reply above this line —</p>Dog?</div>`,
      }),
    ).toEqual({ text: yes, quoted: '' }))

  it('a link in the quote is shortened to its host, because it acts for the reader of the quoted mail', () => {
    const token = 'conversation.cnv_7mC4xY2vB9~m3x9~c2ln'.padEnd(90, 'x')
    const links = [
      `https://book.example.com/pg/lakeside/desk?token=${token}`,
      `<https://filter.example/s/x7Q2?u=https%3A%2F%2Fbook.example.com%2Fdesk>`,
      `ken=${token}`,
    ]
    const { quoted } = partsOf({ text: `${yes}\n-- \n${links.join('\n')}\nreply+c${'0'.repeat(44)}@book.example.com` })
    expect(quoted.split('\n')).toEqual([
      'https://book.example.com/…',
      '<https://filter.example/…>',
      '…',
      'reply@book.example.com',
    ])
  })

  it('a quote is held up to 20,000 characters', () =>
    expect(partsOf({ text: `${yes}\n-- \n${'word '.repeat(10_000)}` }).quoted).toHaveLength(20_000))
})
