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
  made.latchkey.send({ type: 'clipboard.copy', text: 'hello', notice: 'address.copied' })
  return { ...made, written, said, busy }
}

test('a text is copied, and that it was is said once it was, in the words of whoever asked', async () => {
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

test('where the browser forbids it, the visitor is told: the copy is waited for', async () => {
  const { said } = await copying(async () => {
    throw new Error('NotAllowedError')
  })
  await settle()
  expect(said()).toMatchObject({ variant: 'error', code: 'copy.failed' })
})

test('a copy that the browser does not answer is given up after 3 s', async () => {
  const { said, clock, busy } = await copying(never)
  await pass(clock, 2_999, 1)
  expect(said()).toBeUndefined()
  await pass(clock, 1, 1)
  expect(said()).toMatchObject({ variant: 'error', code: 'copy.failed' })
  expect(busy()).toBe(false)
})

test('what is copied next takes the place of what is under way; a closed modal says nothing any more', async () => {
  const { latchkey, said, written, busy } = await copying(never)
  latchkey.send({ type: 'clipboard.copy', text: 'other', notice: 'link.copied' })
  expect(written).toEqual(['hello', 'other'])
  latchkey.send({ type: 'modal.open' })
  latchkey.send({ type: 'modal.close' })
  await settle()
  expect(busy()).toBe(false)
  expect(said()).toBeUndefined()
})
