import { expect, test } from 'vitest'
import { follow } from '../../sdk/index.ts'
import { connected, settle } from '../support/instance.ts'

test('calls the listener now and on each change, and not after it unsubscribes', async () => {
  const { latchkey } = await connected()
  const choices: unknown[] = []
  const unsubscribe = follow(latchkey, 'theme', (state) => choices.push(state?.context.choice))
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  expect([choices[0], choices.at(-1)]).toEqual(['system', 'dark'])
  const count = choices.length
  unsubscribe()
  latchkey.dispatch({ type: 'theme.set', choice: 'light' })
  expect(choices).toHaveLength(count)
})

test('calls the listener with `undefined` while the actor does not run, and with the next actor', async () => {
  const { latchkey, connectorId } = await connected()
  const networks: unknown[] = []
  follow(latchkey, 'account', (state) => networks.push(state?.context.connection.networkId))
  expect(networks).toEqual(['eip155:1'])
  await latchkey.disconnect()
  await settle()
  expect(networks.at(-1)).toBeUndefined()
  await latchkey.connect({ connectorId })
  await settle()
  expect(networks.at(-1)).toBe('eip155:1')
})
