import { whenShown, whenUsed } from '../../../ui/when-used.tsx'

// These parts change only after the customer acts, so that their script loads when the page is first used.
export const CodeForm = await whenUsed(async () => (await import('./CodeForm.tsx')).CodeForm)
export const Lines = await whenUsed(async () => (await import('./Lines.tsx')).Lines)
export const WhatComesBack = await whenUsed(async () => (await import('./WhatComesBack.tsx')).WhatComesBack)

// These parts are not in every order. Their controls work without a press before, so that their script loads at once.
export const CheckoutNotice = await whenShown(async () => (await import('./CheckoutNotice.tsx')).CheckoutNotice)
export const ProductChoice = await whenShown(async () => (await import('./ProductChoice.tsx')).ProductChoice)
export const EmailCode = await whenShown(async () => (await import('./EmailCode.tsx')).EmailCode)

// The choice of a card loads when the customer pays by card, or needs a card for later.
export const CardsToPayWith = await whenShown(async () => (await import('./CardsToPayWith.tsx')).CardsToPayWith)
export const CardForLater = await whenShown(async () => (await import('./CardsToPayWith.tsx')).CardForLater)
export const NoWayToPay = await whenShown(async () => (await import('./CardsToPayWith.tsx')).NoWayToPay)
