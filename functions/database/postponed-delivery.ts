/**
 * Thrown by a delivery that is not made yet for a reason of its own, such as quiet hours or a service that asks for patience:
 * nothing is wrong with it. `until` null waits as long as after a failure.
 */
export class PostponedDelivery extends Error {
  readonly until: number | null
  constructor(code: string, until: number | null) {
    super(code)
    this.name = 'PostponedDelivery'
    this.until = until
  }
}
