type Returns = { amount_paid: number; amount_refunding: number; amount_disputed: number }

/** What of an order may still be returned: what is on its way back is not there, nor what its cardholder's bank took back in a dispute. */
export const returnable = ({ amount_paid, amount_refunding, amount_disputed }: Returns): number =>
  Math.max(0, amount_paid - amount_refunding - amount_disputed)
