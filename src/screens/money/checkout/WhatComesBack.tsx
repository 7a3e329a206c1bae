import { Glyph } from '../../../ui/icons.tsx'
import { useCheckout, useFirstPart, useShown } from './checkout-context.ts'
import { returnLine } from './return-line.ts'

/** The refund if the customer cancels, shown before payment. */
export function WhatComesBack() {
  const { store, setup } = useCheckout()
  const { returns_if_cancelled, items } = useShown(store.sum)
  const places = items.filter(({ registration_id }) => registration_id !== null).length
  const isInParts = useFirstPart() !== null
  // These amounts apply to an order that is paid at once. With instalments, at most the paid instalments are
  // refunded.
  const line =
    (isInParts
      ? null
      : returnLine(returns_if_cancelled, { language: setup.language, deadlines: setup.returnDeadlines, places })) ??
    setup.refundNote
  return (
    line && (
      <p className="row held fine" id="returns">
        <Glyph name="back" /> <span>{line}</span>
      </p>
    )
  )
}
