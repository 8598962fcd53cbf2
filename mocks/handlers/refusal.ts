/** A request that the API does not carry out: the status and the JSON that say so. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** A refusal with one text. */
export const refused = (status: number, error: string): Refusal => new Refusal(status, { error })

/** A refusal as the name service and the sessions give it: with a reason that names what was wrong. */
export const refusedFor = (status: number, name: string, description: string): Refusal =>
  new Refusal(status, { status: 'FAILED', reasons: [{ name, description }] })
