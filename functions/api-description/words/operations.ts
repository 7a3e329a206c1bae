// Over 250 lines: one row for every call that needs more words than its summary, in one table.
/** Descriptions of the document's sections. */
export const tagWords: Record<string, string> = {
  Account: 'Signing up, logging in, tokens, confirming the email.',
  Attendees: 'The people whom a customer registers.',
  Customer: 'The customer, in general and in each program.',
  Explore: 'Programs, events, appointments and products, open to anyone.',
  Orders: 'Carts, quotes and orders.',
  Feedback: 'What families say of what they were at, by the code of a mail.',
  Files: 'Pictures and documents that a customer uploads.',
  Memberships: 'What is paid by the period, and what it opens.',
  Messages: 'Conversations between customers and programs.',
  Organiser: 'An organisation’s own calls.',
  Payments: 'Paying an order.',
  Registrations: 'Places at events and appointments.',
  Site: 'The site itself.',
  Support: 'Questions and problems of the people who use the site.',
}

/** Notes for callers, in addition to parameters and responses. */
export const operationWords: Record<string, string> = {
  'POST /v1/signup':
    'Makes a user and a customer and answers both with their tokens (201). With the email and password of an existing account it logs in (200). With a bearer token it changes names, time zone and email of the signed-in user (200, no tokens); `phone` may then be left out; a new email waits for its code and needs the `password`, unless the log-in is of the last 10 minutes.',
  'POST /v1/login': 'Answers a Token. Five wrong passwords lock the account for 15 minutes.',
  'POST /v1/login/passkey/options':
    'Answers what `navigator.credentials.get` takes. The challenge is good for one log-in, within 5 minutes.',
  'POST /v1/login/passkey':
    'Answers a Token, as a log-in with the password does. A passkey that is unknown, removed, copied or another person’s is refused alike (422 `passkey_not_accepted`), and the challenge is spent.',
  'POST /v1/profile/passkeys/options':
    'Answers what `navigator.credentials.create` takes. Takes the `password`, unless the log-in is of the last 10 minutes; the email must be confirmed. The challenge is good for one passkey, in this session, within 5 minutes.',
  'PUT /v1/profile/preferences/notifications':
    'News (`marketing`) come where the customer said yes to a program’s list. `email: false` here stops all of them; `true` takes that back and adds nobody to a list. An email that is always sent is 422 `notification_required`, unless its whole topic group is named, which leaves it as it is.',
  'POST /v1/profile/subscriptions/notifications':
    'Again it renews the subscription (200). An endpoint that another account had is the caller’s from then on. Only push services of known browsers are taken (400 `invalid_url`), and at most 10 an account. A log-out removes what was subscribed in that session. Messages wait from 22:00 to 8:00 in the user’s time zone, except an offer with less than 2 hours left and a change of what starts within 12 hours.',
  'DELETE /v1/profile/subscriptions/notifications/{endpoint}':
    'Takes the endpoint, percent-encoded, or the `id` of the PushSubscription.',
  'POST /v1/profile/subscriptions/notifications/test': 'Sent before it answers, also in quiet hours; three an hour.',
  'POST /v1/profile/appointments/series':
    'Every date is a registration of its own, held in one batch for one order, and cancelled by itself. The hour is that of the program’s clock. Dates that cannot be had are named in `unavailable`, and the others are held all the same; where none can be had the call is refused. With `session_credit_id` each date takes a visit, and too few visits refuse the call.',
  'GET /v1/profile/childcare_receipts':
    'Composed from the receipts and credit notes of your own orders: camps, classes and appointments of people under 18, with fee and tax, less what was returned. Store items, packages, memberships and what was kept for a place that was cancelled before its first day are not in it.',
  'GET /v1/profile/rebookings':
    'Bookings of the last two years whose next time is on sale and fits the person, each person and event once, the earliest to come first. Last year’s week is the one 52 weeks later; a name is compared without the year in it. What is booked already, or waited for, is left out.',
  'POST /v1/profile/passkeys': 'Takes the answer of the browser; a mail tells the owner. An account has at most 20.',
  'DELETE /v1/profile/passkeys/{passkey_id}':
    'Takes the `password`, unless the log-in is of the last 10 minutes. A mail tells the owner; sessions that it began go on.',
  'POST /v1/organiser/programs/{program_id}/campaigns':
    'A newsletter, and anything to your subscribers, is news: it goes to those who said yes, and each mail has a link to stop. An announcement to the people of an event is about their booking: it goes to all who hold a place and has no such link, so send no advertising with it.',
  'POST /v1/organiser/programs/{program_id}/campaigns/{campaign_id}/send':
    'Writes down who gets it, each once, and mails 300 a minute. Whoever leaves the news before their mail has left does not get it.',
  'POST /v1/organiser/programs/{program_id}/campaigns/{campaign_id}/test':
    'Goes to the email of the program, and to no other address.',
  'GET /v1/organiser/programs/{program_id}/season':
    'By start. `from` and `to` are days in the time zone of the program, both included; an event with a part in them is listed. Archived events are listed by `status=archived` alone.',
  'POST /v1/organiser/programs/{program_id}/events/{key}/copy':
    'With a new start, the dates of sales and instalments move by the same number of days. Coupons that name the event move along as in `season/copy`, and are in `changes`; on the same day they work for the copy too.',
  'POST /v1/organiser/programs/{program_id}/season/copy':
    'All copies or none. Dates keep their local time over clock changes; days of instalments move along. Pools are copied with their places, so that the places of the last season do not count. A copy that exists stays as it is, so that the call may be repeated, also with more events. Coupons that name the events move along in `offers`: a code without dates and limits works for the copies too, any other coupon gets a copy whose dates move as `sales` says.',
  'POST /v1/organiser/programs/{program_id}/season/sample':
    'Three clearly named drafts in the next summer, with options and dates. A sample that was taken out returns with new dates, hidden from the site; any other stays as it is.',
  'DELETE /v1/organiser/programs/{program_id}/season/sample':
    'Archives the samples; one that someone is registered for stays (`keep`). No other event changes.',
  'POST /v1/organiser/programs/{program_id}/events/archive':
    'All or none: an event with bookings that is not over is refused, by its key.',
  'POST /v1/organiser/programs/{program_id}/events/publish':
    'All or none: `errors` names what is missing for the site, by the key and field of the event.',
  'POST /v1/organiser/programs/{program_id}/events/unpublish':
    'All or none. An archived event returns to the program, hidden from the site. A draft is refused: it was never on the site.',
  'POST /v1/organiser/programs/{program_id}/events/import':
    'All events or none. Columns are known by their names in English or French, or by `mapping`; an unknown column is refused. Rows with one key are one event, with several dates or options; an empty cell is ignored. Its dates, venues, tags and questions become those of the file, its options merge. A new event is a draft, unless its status is `published`; the status of an existing event stays. `errors` names every mistake by `rows[5].Fee`, the row of the spreadsheet and the column. The same file again changes nothing.',
  'POST /v1/organiser/programs/{program_id}/pictures':
    'Kept as WebP, without location or camera data. It belongs to the program: the erasure of the person who sent it leaves it, and it is deleted within two days when nothing of the program uses it.',
  'POST /v1/organiser/programs/{program_id}/invites':
    'Each address is invited once, ever; whoever left the news, or whose mail stopped, never. A file with a mistake invites no one: `errors` names each by `rows[1].email`, counted after the first line. 300 mails leave in a minute; then names and addresses are forgotten.',
  'POST /v1/profile/notifications/subscribe':
    'Of the caller, or with a `token` of whom the mail was to: then no log-in is needed. While mail comes back from the address (state `suppressed`) it is refused (403 `email_not_verified`) until the address is verified again; after a report of spam it is taken with a `token` alone.',
  'POST /v1/profile/notifications/unsubscribe':
    'Of the caller, or with a `token` of whom the mail was to: then no log-in is needed. Called again it takes the newer reason. Receipts and changes to bookings still arrive. Mail programs send their one-click POST to the page’s own address instead (RFC 8058).',
  'POST /v1/verify':
    'Confirms the email, or the pending new one, with the six digits of the mail. For a member of a team it is also the second factor of the session, which their calls for a program need; a log-in with a passkey has it already, and so has one in a browser that entered a code within 30 days.',
  'POST /v1/reverify': 'Mails a new code, 60 seconds after the last one at the earliest and at most five an hour.',
  'POST /v1/oauth/token':
    'Takes JSON or a form. With `authorization_code` a code is exchanged, once and within 60 seconds, by the client that asked for it: sent again it ends what it was exchanged for. A client with a secret sends its Basic credentials, a public one its `client_id`, and does so when it renews its tokens, too. A refresh token is spent; for 30 seconds a repeat answers the same successor, later reuse ends the session (401 `token_reused`). A client may ask for fewer scopes in its next access token, never for more (`invalid_scope`).',
  'GET /v1/oauth/authorize':
    'Opened in the customer’s browser by a client of the site (RFC 6749, 4.1, with PKCE). Leads to the page that names the scopes and asks the customer, who logs in there first; the answer comes to `redirect_uri` as `code` or `error`, with `state` and `iss` (RFC 9207). Where client or address are unknown, a page says so and nobody is sent on.',
  'GET /v1/profile/feedback/{feedback_id}':
    'Takes the code of the mail in the place of the id. Nothing is written, however often it is read: mail programs open links too.',
  'PUT /v1/profile/feedback/{feedback_id}':
    'Takes the id that reading by the code answers, and the code again; the customer who was asked needs no code while logged in. What was sent can be changed for 14 days; a code is good for 60.',
  'POST /v1/oauth/authorize':
    'What the form of that page sends. Needs a log-in of the customer: the session of a client lets no other client in.',
  'POST /v1/token/refresh': 'Deprecated: use `POST /v1/oauth/token`, which is the same. Takes JSON only.',
  'POST /v1/oauth/revoke': 'Takes JSON or a form. Ends the session of the token; an unknown token is answered alike.',
  'POST /insights/events':
    'Counts a log-in or a sign-up. Nothing tells who it was, and with `DNT: 1` or `Sec-GPC: 1` nothing is counted. Kept 90 days.',
  'GET /v1/profile/messages':
    'The newest message of each conversation, those with unread ones first; with `conversation_id` every message of one.',
  'POST /v1/profile/messages':
    'Goes to the program by email, whose people answer by replying. Without `conversation_id` a conversation begins, about the registration, order or event that is named; at most ten a day. With one it goes on there, whatever else is named.',
  'GET /v1/profile/messages/{message_id}':
    'Marks what the program wrote in this conversation as read; the answer shows it as it was before.',
  'POST /v1/profile/messages/{message_id}/track':
    'Open to anyone, and always 204. Sets `opened` once, of what a program wrote; nothing tells who opened it, and with `DNT: 1` or `Sec-GPC: 1` nothing is noted.',
  'POST /v1/organiser/programs/{program_id}/messages':
    'The customer gets an email, and answers by replying or on the page. Name the `conversation_id` to answer in it, or a `contact_id` to begin one.',
  'POST /v1/profile/export':
    'Makes a ZIP archive after the answer and mails its owner a link, which asks for the log-in and works 7 days. One an hour.',
  'DELETE /v1/profile/customer':
    'Takes the `password`, unless the log-in is of the last 10 minutes. The account is erased after 14 days, until which `POST /v1/profile/customer/restore` keeps it; orders and payments stay, without the person. Refused with `has_future_registrations` while there are bookings to come.',
  'POST /v1/profile/orders/{order_id}/refund':
    'Cancels the named places, or all that bring something back. What the policy gives by itself goes back at once (`approved`), the rest waits for the organisation (`requested`); where both are in one call the answer is the request that waits. `GET` of the same address says what it would be, to the cent.',
  'POST /v1/profile/orders/{order_id}/refund/withdraw': 'The places stay cancelled.',
  'GET /v1/desk': 'The token is signed, for one task of one program, and works 14 days. Reading decides nothing.',
  'GET /v1/desk/conversation':
    'The token is signed, for one conversation of one program, and works 14 days. Reading marks nothing as read.',
  'POST /v1/desk/conversation':
    'The customer gets your answer by email, and on their page. With `answers`, the newest message you saw, nothing is sent where another came since: 409 `state_conflict`.',
  'GET /v1/roster':
    'The token is signed, for one day of one program, and works until two nights after it. Reading changes nothing. No one’s health notes are in it.',
  'POST /v1/roster':
    'Every mark is kept in the history; of two about one person the one made last counts. The registration follows: `attended` with the first arrival, `no_show` for an absence that is marked after the end.',
  'POST /v1/organiser/programs/{program_id}/registrations/{registration_id}/check_in':
    'From two hours before the day starts until seven days after the end. `expected` takes a mark back. A no-show costs what the rule of its session says: its customer is told after a quarter of an hour, and what comes back is sent once the mark can no longer be corrected.',
  'GET /v1/organiser/programs/{program_id}/registrations/{registration_id}/health':
    'From 30 days before a place of this person to 14 days after it; otherwise 403 `health_not_shown`. Each call adds a row to the person’s access log, which their family sees with your organisation and role. A role with the right `health` “with a reason” must give a reason in the header `Health-Reason`; after 20 such calls in a day, the organisation gets a mail.',
  'GET /v1/organiser/programs/{program_id}/events/{key}/sheet':
    'Everyone with a paid place, by name. Each column needs a right; those that you may not see are in `left_out`. Health information is shown only if `columns` names it, from 30 days before the event to 14 days after it, and adds a row to the access log of each person.',
  'PUT /v1/organiser/programs/{program_id}/registrations/{registration_id}/group':
    'For a paid place. Places that are kept together always move together; one that moves to another event leaves its group. Parents do not see groups.',
  'POST /v1/organiser/programs/{program_id}/events/{key}/groups/fill':
    'By age, a person goes to the group for their age with the fewest people; friends who are kept together go together, to the group that fits most of them. With `dry_run` nothing changes.',
  'POST /v1/organiser/programs/{program_id}/roster_links':
    'Whoever has the address sees the list and can mark: `roll` ends all that were made before.',
  'POST /v1/desk':
    'Decides the task once: a second decision is 409 `state_conflict`, and reading says what was decided, by whom and when.',
  'DELETE /v1/organiser/programs/{program_id}':
    'Everything that belongs to the program goes in one batch; accounts and people stay. 409 `state_conflict` names the records for which it stays: orders, registrations, messages, receipts and others. `dry_run=true` answers both lists and deletes nothing.',
  'GET /v1/organiser/programs/{program_id}/memberships':
    'Every membership that was bought, also ended ones: filter by `status`, by `package_id`, by customer with `contact_id` (a CustomerProfile), or search names of packages and people. Names are as your program sees them. `PUT …/{membership_id}`, `…/hold`, `…/hold/end` and `…/end` change one; each has a `dry_run`.',
  'PUT /v1/organiser/programs/{program_id}/memberships/{membership_id}':
    'The plan and its price stay: end the membership and sell another one for another plan. A new person takes the visits that are left; coming places of the former person that it opened are due at their normal price. A membership with a free trial stays with its person: 403 `transition_not_allowed`.',
  'GET /v1/organiser/programs/{program_id}/session_balances':
    'The credits of every package and membership that was paid. `customer_profile_id` or `email` names a family; `attendee_profile_id` lists what one person can use.',
  'POST /v1/organiser/programs/{program_id}/session_balances/{session_credit_id}/redeem':
    'Uses one visit without a booking, for an event, an appointment type or neither; the customer is mailed. 422 `credit_not_available`: none is left, or the credits are expired, suspended or on hold. 409 `already_registered`: a booking of that person already used a visit for the event.',
  'POST /v1/organiser/programs/{program_id}/redemptions/{redemption_id}/return':
    'The visit comes back with its old expiry, once; a second call returns the same redemption.',
  'GET /v1/organiser/programs/{program_id}/attendees':
    'The active ones, unless `status` says otherwise. No one’s health notes are in it.',
  'POST /v1/organiser/programs/{program_id}/attendees/{program_attendee_id}/archive':
    'Nothing more can be booked for them, and their family cannot connect them again: 409 `attendee_archived`. Refused while they have bookings to come. Past records stay. `…/restore` undoes it.',
  'POST /v1/organiser/programs/{program_id}/attendees/{program_attendee_id}/restore':
    'Whom their family archived or disconnected meanwhile stays so until the family brings them back.',
  'GET /v1/organiser/programs/{program_id}/registrations':
    'Those with a place, unless `status` or `all` says otherwise. No one’s health notes are in it.',
  'GET /v1/organiser/programs/{program_id}/orders/{order_id}/history':
    'The order with its places, payments, instalments and refunds, and the visits and memberships bought with it, the oldest change first. Another program’s order and a cart are 404.',
  'GET /v1/organiser/programs/{program_id}/registrations/{registration_id}/history':
    'The place with its moves, changed answers and check-ins, and the days of its event that were called off, the oldest change first. The values of answers are in `…/answers`. A place in a cart is 404.',
  'GET /v1/organiser/programs/{program_id}/orders':
    'Without `status`, `all` or `is_owed` the orders that wait for money you take yourself. A cart is its customer’s own until it is sent, and in no list.',
  'GET /v1/organiser/programs/{program_id}/events/{key}/waitlist':
    'In the order in which places are offered; who is offered one stands where their entry joined, without a position.',
  'POST /v1/organiser/programs/{program_id}/waitlist/{waitlist_entry_id}/offer':
    'All places of the entry or none, and only free ones: with `over_capacity` those that do not fit are extra. The family is mailed and has as long as in turn. Before an entry that waits longer it needs a `reason`. A second call returns the open offer.',
  'POST /v1/organiser/programs/{program_id}/orders/{order_id}/payments':
    'All that is due makes the order paid and mails the receipt; a part leaves the rest due. The same `reference` again answers what was recorded (200). For an order that ran out, the places are taken again, or the money has to go back and the program is told.',
  'POST /v1/organiser/programs/{program_id}/registrations/{registration_id}/cancel':
    'Refunds what the policy refunds, or another `amount` with a `reason`. A place that has begun is not cancelled: refund it by `orders/{order_id}/refund`. The family is mailed. A second call returns what was cancelled.',
  'POST /v1/organiser/programs/{program_id}/appointments/{registration_id}/cancel':
    'As for a registration, by the `id` of the appointment’s Registration.',
  'POST /v1/organiser/programs/{program_id}/orders/{order_id}/cancel':
    'All its places or none. Another `amount` is shared over the places by what was paid. An order with store products, packages or memberships is cancelled place by place.',
  'POST /v1/organiser/programs/{program_id}/orders/{order_id}/payments/{payment_id}/correct':
    'The payment stays as it was recorded; a counter-entry with a credit note subtracts the rest. Record more than that as another payment. The family is mailed.',
  'POST /v1/organiser/programs/{program_id}/orders/{order_id}/charges':
    'The charge is the one item of a new order of the same customer, `pending` for 30 days and named by `about_order_id`. The family is mailed a link that pays it by card, or how to pay it where the program takes no cards; record other money with POST orders/{id}/payments. No stored card is charged. Only the organisation may take it back: orders/{id}/cancel before it is paid, orders/{id}/refund afterwards.',
  'POST /v1/organiser/programs/{program_id}/people/{customer_id}/export':
    'For a customer who cannot log in. A customer with a log-in gets 409 `state_conflict` and requests the archive in the account. The archive is built after the response: read `…/privacy` until its `status` is `ready`, then open `url`. It holds health information and the team’s notes. An unfinished one is returned unchanged; a new one can be asked for an hour after the last.',
  'POST /v1/organiser/programs/{program_id}/people/{customer_id}/erasure':
    'For a customer who cannot log in; one who can gets 409 `state_conflict` and deletes their account themselves. Their memberships are cancelled, and they are erased after 14 days, until which `DELETE` keeps them. Refused with bookings that have not ended: 409 `has_future_registrations`. Sums, receipts and the history stay without names and without the words of staff.',
  'POST /v1/organiser/programs/{program_id}/people/{customer_id}/merge':
    'People, bookings, orders, payments, memberships, visits, notes, conversations and the balance move to `into`, who keeps their log-in, cards and consent to marketing. Refused (409 `state_conflict`) when the customer has a log-in: two accounts are never merged. `…/merge/undo` undoes it within 30 days, unless a place, a person or the balance changed since.',
  'POST /v1/profile/customer_claims':
    'When an organisation enters the email of this account for a customer without a log-in, the account gets a mail with the token. It works for ten days, for this account alone, and needs a date of birth of the bookings or the token of a completion link. Six wrong dates close it for an hour.',
  'POST /v1/organiser/programs/{program_id}/people/{customer_id}/charges':
    'As `orders/{order_id}/charges`, about no order.',
  'POST /v1/organiser/programs/{program_id}/bookings':
    'As `POST /v1/profile/bookings` of the customer: the same checks, prices, coupons and refusals, and all or none. The customer’s own limits of held places, open orders and offline payment do not apply. The order is then paid, or held as an offline order. The family is mailed what was booked; the history names the caller.',
  'POST /v1/organiser/programs/{program_id}/events/{key}/dates/{date}/cancel':
    'Pages and calendars show it at once. Ten minutes later each family gets one mail and its refund; until then `…/restore` undoes it without a mail. Only days that have not begun, of an event with several. Any `return` but `none` needs the right `exceptions`. The same call again returns the day that is off.',
  'POST /v1/organiser/programs/{program_id}/registrations/{registration_id}/move':
    'Until the place starts, also after the deadline of its family. Age, sale and free places are checked as for the family. For a cheaper place, the policy decides the refund; a more expensive one needs `difference`: `charge` opens an order as the family’s own move does. The family is mailed.',
  'POST /v1/organiser/programs/{program_id}/registrations/{registration_id}/undo':
    'Only a change that was sent with `undo`, until its `undo_until`, and only while the booking and its order did not change since. The place is taken again if it is still free (else 409 `sold_out`); the mail and the refund that waited do not leave.',
  'PUT /v1/organiser/programs/{program_id}/registrations/{registration_id}': 'As `…/move`, without a preview.',
  'PUT /v1/organiser/programs/{program_id}/registrations/{registration_id}/answers':
    'Also after the deadline of its family, until the place starts. The history names the organisation.',
  'POST /v1/organiser/programs/{program_id}/orders/{order_id}/refund':
    'The places stay. Never more than was paid for the items less what was refunded. A later cancellation refunds only the rest. The family is mailed.',
  'POST /v1/organiser/programs/{program_id}/refund_requests/{refund_request_id}/approve':
    'Never more than was paid and not yet returned. The same decision again answers the first; another one is 409 `state_conflict`.',
  'POST /v1/support':
    'Open to anyone. The report goes to the program for `program_information`, `refund_missing` and `cannot_register`, otherwise to the people who run the site; a confirmation with its `reference` is mailed. At most 5 an hour of one email.',
  'POST /v1/profile/programs/{program_id}':
    'Makes the caller a customer of the program (201), or answers the profile there is (200). Its `id` is the `customer_profile_id` of registrations and orders. `is_subscribed: true` is refused (403 `email_not_verified`) while mail to the address is stopped.',
  'POST /v1/profile/customer_addresses':
    'Adds an address, of at most ten. Its country decides whether a region and a postal code are needed, and how they are written.',
  'POST /v1/profile/attendees':
    'Adds a person to register. With `program_ids` the person is connected to these programs at once; `profiles[].id` is the `attendee_profile_id` of registrations.',
  'PUT /v1/profile/attendees/{attendee_id}/merge':
    '`attendee_id` is one of the two. Fields of the kept record win where they are filled; medical and dietary notes are joined, emergency contacts listed. Registrations, programs, waivers and relations move. Can be undone for 30 days while nothing is added.',
  'POST /v1/profile/attendees/{attendee_id}/merge/preview':
    'A dry run of the merge with the same body: refused where the merge would be, changes nothing.',
  'POST /v1/profile/attendees/{attendee_id}/merge/undo':
    'Both records are what they were. 409 with `param` `expired` after 30 days, `changed` where something was added since, `undone` where it was undone.',
  'POST /v1/profile/invitations':
    'Mails a link that is good for 10 days and names no one. The email must be another than your own; yours must be confirmed. You can pass on only rights that you have. With the relation `self` it invites a child of 14 or more to a log-in of their own. A new invitation to the same email takes the place of one that waits; 20 a day.',
  'POST /v1/invitations/{invite_code}/accept':
    'Needs a bearer token of the account with the email that was invited, and that email confirmed.',
  'POST /v1/organiser/programs/{program_id}/team':
    'Mails a link that is good for 10 days. A former member is invited again under the same `id`; a person who is invited or active is `state_conflict`.',
  'PUT /v1/organiser/programs/{program_id}/team/{staff_id}':
    'Takes effect with the next call of the member. The last owner keeps their role: `last_owner`.',
  'DELETE /v1/organiser/programs/{program_id}/team/{staff_id}':
    'Takes effect with the next call of the member. The last owner stays: `last_owner`.',
  'PUT /v1/organiser/programs/{program_id}/today/first_day':
    'Steps that are left out stay. Only `look` can be set to `done`; what is stored shows it of the others. A step that was looked at is not opened again: `state_conflict`.',
  'PUT /v1/organiser/programs/{program_id}/questions/{key}':
    'A question with a registration keeps its type: `state_conflict`. A field that is left out has its default.',
  'DELETE /v1/organiser/programs/{program_id}/questions/{key}':
    'Also takes it from the events that have it. A question with a registration stays, and so does one whose answer shows another: `state_conflict`.',
  'GET /v1/organiser/programs/{program_id}/notices':
    'The caller’s own, for every role. A client of the API gets no mails: `not_allowed`.',
  'PUT /v1/organiser/programs/{program_id}/notices':
    'A topic whose right the role lacks is `not_allowed` with its name in `param`. A coach or a nurse with events of their own gets the mails about those.',
  'POST /v1/staff_invitations/{invite_code}/accept':
    'For the account with the email that the invitation was sent to; the email must be confirmed.',
  'POST /v1/staff_invitations/{invite_code}/decline': 'Needs no log-in: the code is enough.',
  'POST /v1/invitations/{invite_code}/decline': 'Needs no log-in: whoever has the code may decline.',
  'PUT /v1/profile/attendees/{attendee_id}/members/{member_id}':
    'Needs the right `manage`. All rights of the other adult are replaced; `view` stays.',
  'DELETE /v1/profile/attendees/{attendee_id}/members/{member_id}':
    'Needs the right `manage`, or your own `customer_id`. The last one who manages stays.',
  'GET /v1/profile/attendees/{attendee_id}/access_log': 'Needs the right `manage`. Newest first, kept for 12 months.',
  'GET /v1/profile/attendees/{attendee_id}/bookings':
    'Bookings of all who look after this person. Prices and orders are shown to who paid alone.',
  'POST /v1/profile/programs/{program_id}/attendees':
    'Connects a person to a program. The answer’s `id` is the `attendee_profile_id` of registrations.',
  'DELETE /v1/profile/attendees/{attendee_id}':
    'Erases a person of whom there is no record; anyone else is archived for the caller and can be restored. Refused while there are bookings to come, and for the caller’s own person.',
  'POST /v1/profile/programs/{program_id}/attendees/{program_attendee_id}/disconnect':
    'The program keeps the name and past records; the answers about health that it holds are erased. Connect again with `POST …/attendees`.',
  'POST /v1/profile/registrations':
    'Holds a place and answers the registration as `pending`. Put its `id` into an order as `source` before `hold_expires_at`; it is `confirmed` when the order is paid. Free options need an order too.',
  'POST /v1/profile/bookings':
    'Holds the places of several people in one cart, of an event or at times of an appointment type, with everything that goes before: the caller joins the program, new people are added, all people join the program. All places are held or nothing is written: each refusal is in `errors[]`, with the person in its `param`. Pay the order before `hold_expires_at`. With `dry_run` it answers 200 with the items, discounts and total, and with the refusals by person.',
  'GET /v1/profile/registrations/{registration_id}':
    'A caller who no longer looks after the person reads the names as at booking in `attendee_profile`; everything else of the person is null, empty or as it was then, and `form_response.answers` is empty.',
  'PUT /v1/profile/registrations/{registration_id}':
    'Changes the fields that are present. Fields that only the server sets are accepted and ignored. Another `option_id` or `attendee_profile_id` moves a confirmed place: the new one is taken and the old one given back at once, and what it costs less comes back as the policy says. A move that costs more is 403 `transition_not_allowed`: `POST …/moves` begins it.',
  'GET /v1/profile/programs/{program_id}/later_places':
    'Where the end of a membership moves (it is cancelled, its trial or its renewal fails, the organisation ends it), the booked places for days after that end are mailed, and each is kept for seven days. Read it before `POST …/memberships/{membership_id}/cancel` to know them.',
  'GET /v1/profile/registrations/{registration_id}/moves':
    'The amounts are exact now and are decided again when the place moves. With `attendee_profile_id` it answers the same place for another person.',
  'POST /v1/profile/registrations/{registration_id}/moves':
    'The dearer place is held as any other, and the order is paid as any other; `amount_due` is the difference, fee and taxes with it. The booking keeps its place until the order is paid: then it moves in the same moment, and keeps its id. If the order lapses, only the new place goes back. Again it answers the order that is open; another place gives that one up. A place that its membership no longer opens (`GET …/later_places`) stays where it is when its own option is named, or none: then the order is for its normal price.',
  'POST /v1/profile/registrations/{registration_id}/cancel':
    'Cancels one place and returns what `cancellation` promised. Send the `expected_amount` you showed, so that nobody is surprised.',
  'POST /v1/profile/appointments':
    'Holds a time and answers the registration as `pending`. Put its `id` into an order as `source` of an item `appointment_option` before `hold_expires_at`. 409 `slot_taken` has the nearest free times in `available_times`.',
  'PUT /v1/profile/appointments/{registration_id}':
    'Changes the fields that are present. Another time or length of the same price keeps the id; the new time is taken and the old one freed at once, until `move_until` of the policy.',
  'POST /v1/profile/appointments/{registration_id}/cancel':
    'Cancels an appointment as its `session_cancellation_policy` says, and returns what `cancellation` promised.',
  'POST /v1/profile/orders':
    'Opens a cart. Its items are pending registrations: `{"type": "event_option", "source": "<id of the registration>"}`, and things of the store: `{"type": "product_variation", "source": "<id of the variation>", "quantity": 2}`.',
  'PUT /v1/profile/orders/{order_id}':
    'Takes an order as it was read; the only change a customer can make is `status: cancelled`.',
  'POST /v1/profile/orders/{order_id}/quote':
    'Prices the order again, and takes its places back where their hold has lapsed. Show `amount_due`, then pay with this `quote_version`.',
  'POST /v1/profile/orders/{order_id}/hold': 'Lengthens the hold by ten minutes, once per order.',
  'POST /v1/profile/orders/{order_id}/discounts':
    'Enters a code. An order has at most one: another takes its place. Read the order or a quote for the new price.',
  'POST /v1/profile/orders/{order_id}/payments':
    'Pays the order. 201 with a new payment; 200 with the live or finished one. With `has_next_action` send the customer to `next_action_url`, then call `…/confirm`. A declined card is 402 with its reason; the places stay held.',
  'POST /v1/profile/orders/{order_id}/payments/{payment_id}/confirm':
    'Asks the payment provider how the payment stands. Safe to repeat.',
  'POST /v1/profile/orders/{order_id}/cancel':
    'Cancels the whole order, each place by its policy. `amount_returning` is what comes back. A paid order with things of the store is not cancelled as a whole.',
  'POST /v2/profile/orders':
    'Opens a cart. Its items are named by what is bought; the order is the same one in version 1. Packages cannot be bought here yet: `option_not_on_sale` says whom to ask.',
  'POST /v2/profile/orders/{order_id}/items':
    'Adds a place that the customer holds (an event is a product, its option the variation) or a thing of the store. Packages cannot be bought here yet: `option_not_on_sale` says whom to ask.',
  'PUT /v2/profile/orders/{order_id}/items/{item_id}':
    'Gives a place another option of its event, or a line of the store another variation or quantity, in one step: where it is sold out, nothing changes. The time of an appointment stays.',
  'GET /v1/explore/events/{event_id}': 'Also answers cancelled events, which lists show only with `status=cancelled`.',
  'GET /v1/explore/availability/dates':
    'Every day of the `month` or `week`: one of them is needed, and a program, a type or an option. For a program alone a day is free when any of its types is.',
  'GET /v1/explore/availability/times':
    'A program, a type or an option is needed. For a program alone the times of all its types; where two are alike, their places are added up.',
  'POST /v1/files':
    'Takes a JPG, PNG or WebP picture or, as an `attachment`, a PDF, by its content: at most 10 MB, pictures at most 10,000 pixels on a side. A picture is kept as WebP, without camera data and place. What is used nowhere, in an answer or as a picture, is deleted after a day.',
  'GET /v1/files/{file_id}': 'Read it again when its addresses have run out.',
  'PUT /v1/organiser/programs/{program_id}':
    'Takes a program as one file: what is not in it is removed, what is sold is never dropped. `dry_run=true` only plans. Answers 200 with `refusals` when something stands against it.',
  'PUT /v1/organiser/programs/{program_id}/billing':
    'Changes the fields that are present; `products` is given whole. Only a client of every program (`id:secret:*`) may: an organisation reads it.',
  'PUT /v1/organiser/programs/{program_id}/settings': 'Changes the fields that are present; a list is given whole.',
  'PUT /v1/organiser/programs/{program_id}/events/{key}':
    'Changes the fields that are present. A list merges by key: an item changes its given fields, a new one is added, and `remove` takes away; a list that names every item sets their order. With `version`, a change by someone else since it was read is 409 `state_conflict`.',
}
export const deprecatedRoutes: readonly string[] = ['POST /v1/token/refresh']

/** The notes of a call; version 2 shares those of version 1. */
export const wordsOfOperation = (route: string): string | undefined =>
  operationWords[route] ?? operationWords[route.replace(' /v2/', ' /v1/')]
