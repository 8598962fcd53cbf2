/** A refused request: the status and the JSON body of the response. */
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

/** A refusal with one error text. */
export const refuse = (status: number, error: string): Refusal => new Refusal(status, { error })

/** A refusal in the format of the name service and the sessions, with the name of the invalid field. */
export const refuseField = (status: number, name: string, description: string): Refusal =>
  new Refusal(status, { status: 'FAILED', reasons: [{ name, description }] })
