import { whenShown, whenUsed } from '../../../ui/when-used.tsx'

/** Parts of checkout whose script loads later: the sum and the code when the page is used, the others when shown. */
export const CheckoutNotice = await whenShown(async () => (await import('./CheckoutNotice.tsx')).CheckoutNotice)
export const CardsToPayWith = await whenShown(async () => (await import('./CardsToPayWith.tsx')).CardsToPayWith)
export const CardForLater = await whenShown(async () => (await import('./CardsToPayWith.tsx')).CardForLater)
export const CodeForm = await whenUsed(async () => (await import('./CodeForm.tsx')).CodeForm)
export const EmailCode = await whenShown(async () => (await import('./EmailCode.tsx')).EmailCode)
export const ProductChoice = await whenShown(async () => (await import('./ProductChoice.tsx')).ProductChoice)
export const Lines = await whenUsed(async () => (await import('./Lines.tsx')).Lines)
export const WhatComesBack = await whenUsed(async () => (await import('./WhatComesBack.tsx')).WhatComesBack)
export const NoWayToPay = await whenShown(async () => (await import('./CardsToPayWith.tsx')).NoWayToPay)
