/** What a request means, in two steps: its explanation, then a forecast of its effects. */
import { describe, expect, test } from 'vitest'
import type { Explanation, Forecast } from '../../machines/wallet-requests/explanation.types.ts'
import { approvalMachine } from '../../machines/wallet-requests/approval.machine.ts'
import { never } from '../../mocks/index.ts'
import { pass, settle } from '../support/instance.ts'
import { run } from '../support/run.ts'
import { connection, error } from './walks/samples.ts'

const call = { method: 'eth_sendTransaction', params: [{ to: '0x00' }] }
const pendingCall = { id: '1', connection, call }
const code = { label: 'data', value: '0x00', as: 'code' } as const
const words: Explanation = { kind: 'contractCall', parts: [code], warnings: ['unreadable'] }
const out = { label: 'out', value: '1 ETH', as: 'amount' } as const

/** A promise that the test resolves. */
function waiting<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((end) => (resolve = end))
  return { promise, resolve: (value: Value) => resolve(value) }
}

async function showing(forecast: () => Promise<Forecast | undefined>) {
  const made = run(approvalMachine, { works: { explain: async () => words, forecast } })
  made.actor.send({ type: 'approval.show', pendingCall })
  await settle()
  const told = () => {
    const { value, context } = made.actor.getSnapshot()
    return [value, context.explanation]
  }
  return { ...made, told }
}

describe('the explanation of a request', () => {
  test('is shown before the forecast, and combined with it once it arrives', async () => {
    const { promise, resolve } = waiting<Forecast>()
    const { told } = await showing(() => promise)
    expect(told()).toEqual(['forecasting', words])
    resolve({ parts: [out], warnings: ['wouldFail', 'unreadable'] })
    await settle()
    expect(told()).toEqual(['explained', { ...words, parts: [out, code], warnings: ['unreadable', 'wouldFail'] }])
  })

  test('stays unchanged when there is no forecast, or none within 5 s', async () => {
    expect((await showing(async () => undefined)).told()).toEqual(['explained', words])
    expect((await showing(() => Promise.reject(error))).told()).toEqual(['explained', words])
    const { told, clock } = await showing(never)
    await pass(clock, 5_000)
    expect(told()).toEqual(['explained', words])
  })

  test('shows nothing of the previous request’s forecast', async () => {
    const { promise, resolve } = waiting<undefined>()
    const { actor, told } = await showing(() => promise)
    actor.send({ type: 'approval.show', pendingCall: { ...pendingCall, id: '2' } })
    expect(told()).toEqual(['explaining', undefined])
    resolve(undefined)
    await settle()
    expect(told()).toEqual(['explained', words])
    actor.send({ type: 'approval.hide' })
    expect(told()).toEqual(['idle', undefined])
  })
})
