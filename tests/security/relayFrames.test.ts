/** A relay's frames are checked one by one: none breaks the page or counts as an event of the client. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { closeClient, openClient } from '../../sdk/pairing/client/client.ts'
import { openWalletKit } from '../mocks/relay/clients.ts'
import { asked, namespacesOn, openRelay, storageOf } from '../sdk/pairing/support.ts'

/** Stands for the topic that the page is subscribed to. */
const TOPIC = '<topic>'
const message = { topic: 'a'.repeat(64), message: 'x', publishedAt: 1, tag: 1 }
const pushed = (more: object) => ({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', ...more })

const frames: [string, unknown][] = [
  ['a method that is an object', { id: 1, jsonrpc: '2.0', method: { toString: 1 } }],
  ['an id that is an object', { id: { toString: 1 }, jsonrpc: '2.0', result: true }],
  ['an id that is the event name error', { id: 'error', jsonrpc: '2.0', result: true }],
  ['an id that is the event name disconnect', { id: 'disconnect', jsonrpc: '2.0', result: true }],
  ['a subscription id that is an event name', pushed({ params: { id: 'error', data: message } })],
  ['a subscription id that is the client’s own event', pushed({ params: { id: 'relayer_disconnect', data: message } })],
  ['a message that bypasses the subscriptions', pushed({ params: { id: 'relayer_message', data: message } })],
  ['no params', pushed({})],
  ['invalid params', pushed({ params: [] })],
  [
    'a message that is not a string',
    pushed({ params: { id: 'abcdef0123', data: { ...message, topic: TOPIC, message: {} } } }),
  ],
  ['null', null],
  ['a number', 7],
]

test.each(frames)('the page keeps working when a relay sends %s', async (_, frame) => {
  const unhandled = vi.fn<() => void>()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const { url } = await openRelay()
  const client = await openClient({
    role: 'requester',
    projectId: sandboxProject,
    relayUrl: url,
    id: `page-${Math.random()}`,
    metadata: { name: 'page', description: 'page', url: 'https://page.example', icons: [] },
    verify: false,
    storage: storageOf(),
  })
  const { uri = '', approval } = await client.connect(asked)
  const settled = approval()
  const { relayer } = client.core as unknown as {
    relayer: {
      connected: boolean
      events: { on(name: string, heard: () => void): void }
      provider: { onPayload(frame: unknown): void }
    }
  }
  const heard = vi.fn<() => void>()
  for (const event of ['relayer_message', 'relayer_disconnect', 'relayer_error']) relayer.events.on(event, heard)
  const [, topic = ''] = /^wc:(\w+)/.exec(uri) ?? []
  const sent: unknown = JSON.parse(JSON.stringify(frame).replace(TOPIC, topic))
  expect(() => relayer.provider.onPayload(sent)).not.toThrow()
  expect(heard).not.toHaveBeenCalled()
  expect(relayer.connected).toBe(true)
  const wallet = await openWalletKit(url)
  wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces: namespacesOn(1) }))
  await wallet.pair({ uri })
  expect(await settled).toMatchObject({ namespaces: namespacesOn(1) })
  await closeClient(client)
  expect(unhandled).not.toHaveBeenCalled()
})
