import { html, raw } from 'hono/html'
import type { MailboxMail } from './mailbox-mails.ts'

type Mail = MailboxMail & { id: number }
const style = raw(`<style>
:root { color-scheme: light dark; --paper: light-dark(#fafcfb, #141817); --ink: light-dark(#17201f, #e9efee); --muted: light-dark(#53605f, #a9b5b4); --line: light-dark(#d8dfde, #38403f); --link: light-dark(#11696b, #60adaf) }
body { margin: 0 auto; max-width: 60rem; padding: 0 16px 48px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; border-top: 4px solid var(--link) }
h1, h2 { font-family: Charter, Cambria, "Noto Serif", serif; line-height: 1.2 }
a { color: var(--link) }
ul.mails { list-style: none; margin: 0; padding: 0 }
ul.mails a { display: grid; gap: 4px; padding: 12px 0; min-height: 44px; border-top: 1px solid var(--line); color: inherit; text-decoration: none }
ul.mails b { color: var(--link) }
.muted { color: var(--muted); font-size: 14px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border: 1px solid var(--line); border-radius: 10px }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px } dt { color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere }
input, button { font: inherit; min-height: 44px; padding: 0 12px; border: 1px solid var(--line); border-radius: 10px; background: transparent; color: inherit }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
</style>`)

/** The local mailbox: all mails, newest first. */
export const mailboxPage = (
  mails: Mail[],
  to: string,
) => html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>${style}</head>
<body><main><h1>Mailbox</h1><p class="muted">Mails of this local site. None of them left the machine. <a href="/dev/mails">Show all templates</a></p>
<form method="get"><label>Sent to <input type="email" name="to" value="${to}" autocomplete="off"></label> <button type="submit">Show</button>${to ? html` <a href="/dev/mailbox">Show all</a>` : ''}</form>
${mails.length === 0 ? html`<p>No mail yet.</p>` : html`<ul class="mails">${mails.map((mail) => html`<li><a href="/dev/mailbox/${mail.id}"><b>${mail.subject}</b><span class="muted">to ${mail.to} · ${mail.created.replace('T', ' ').slice(0, 19)} UTC${mail.attachments.length > 0 ? ` · ${mail.attachments.map(({ filename }) => filename).join(', ')}` : ''}</span></a></li>`)}</ul>`}
</main></body></html>`

/** Every mail template, in both languages. */
export const previewList = (
  previews: { name: string; subjects: { en: string; fr: string } }[],
) => html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail templates</title>${style}</head>
<body><main><p><a href="/dev/mailbox">Mailbox</a></p><h1>Mail templates</h1><p class="muted">Each with invented data.</p>
<ul class="mails">${previews.flatMap(({ name, subjects }) => (['en', 'fr'] as const).map((language) => html`<li><a href="/dev/mails/${name}/${language}"><b>${subjects[language]}</b><span class="muted">${name} · ${language}</span></a></li>`))}</ul>
</main></body></html>`

/**
 * One mail: its headers, its text, and a link to its HTML, which is on a separate page, where scripts and forms are
 * disabled.
 */
export const mailPage = (
  mail: Mail,
) => html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${mail.subject}</title>${style}</head>
<body><main><p><a href="/dev/mailbox">Mailbox</a></p><h1>${mail.subject}</h1>
<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd><a href="/dev/mailbox?to=${encodeURIComponent(mail.to)}">${mail.to}</a></dd><dt>Sent</dt><dd>${mail.created}</dd>
${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
${mail.attachments.map((attachment, index) => html`<dt>File</dt><dd><a href="/dev/mailbox/${mail.id}/attachments/${index}">${attachment.filename}</a> (${attachment.content_type})</dd>`)}</dl>
<h2>HTML</h2><p><a href="/dev/mailbox/${mail.id}/html">Open as a mail program shows it</a></p>
<h2>Text</h2><pre>${linkify(mail.text)}</pre></main></body></html>`

// Only URLs in the text become links.
function linkify(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>")]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}
