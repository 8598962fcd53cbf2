import { expect, test } from 'vitest'
import { instance, pass, settle } from '../support/instance.ts'
import { never } from '../../mocks/index.ts'

async function copying(write: (text: string) => Promise<void>) {
  const written: string[] = []
  const made = instance({
    ports: {
      clipboard: {
        write: (text) => {
          written.push(text)
          return write(text)
        },
      },
    },
  })
  made.latchkey.start()
  await settle()
  const said = () => made.latchkey.actor('snackbar').getSnapshot().context.message
  const busy = () => made.latchkey.actor('clipboard').getSnapshot().hasTag('busy')
  made.latchkey.dispatch({ type: 'clipboard.copy', text: 'hello', notice: 'address.copied' })
  return { ...made, written, said, busy }
}

test('the clipboard confirms a copy once it is written, with the notice that the caller passed', async () => {
  let finish = () => {}
  const { written, said, busy } = await copying(() => new Promise((resolve) => (finish = resolve)))
  expect(written).toEqual(['hello'])
  expect(said()).toBeUndefined()
  expect(busy()).toBe(true)
  finish()
  await settle()
  expect(said()).toMatchObject({ variant: 'success', code: 'address.copied' })
  expect(busy()).toBe(false)
})

test('the clipboard reports a copy that the browser denies', async () => {
  const { said } = await copying(async () => {
    throw new Error('NotAllowedError')
  })
  await settle()
  expect(said()).toMatchObject({ variant: 'error', code: 'copy.failed' })
})

test('the clipboard gives up after 3 s when the browser does not answer', async () => {
  const { said, clock, busy } = await copying(never)
  await pass(clock, 2_999, 1)
  expect(said()).toBeUndefined()
  await pass(clock, 1, 1)
  expect(said()).toMatchObject({ variant: 'error', code: 'copy.failed' })
  expect(busy()).toBe(false)
})

test('the clipboard replaces a copy in progress with the next one, and shows no notice after the modal closes', async () => {
  const { latchkey, said, written, busy } = await copying(never)
  latchkey.dispatch({ type: 'clipboard.copy', text: 'other', notice: 'link.copied' })
  expect(written).toEqual(['hello', 'other'])
  latchkey.dispatch({ type: 'modal.open' })
  latchkey.dispatch({ type: 'modal.close' })
  await settle()
  expect(busy()).toBe(false)
  expect(said()).toBeUndefined()
})
