/** A relay’s frames are read one by one: none of them stops the page, or passes for an event of the client’s own. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { closeClient, openClient } from '../../sdk/pairing/client.ts'
import { openWalletKit } from '../mocks/relay/clients.ts'
import { asked, namespacesOn, openRelay, storageOf } from '../sdk/pairing/support.ts'

/** Stands for the topic that the page listens to. */
const OFFER = '<offer>'
const message = { topic: 'a'.repeat(64), message: 'x', publishedAt: 1, tag: 1 }
const pushed = (more: object) => ({ id: 1, jsonrpc: '2.0', method: 'irn_subscription', ...more })

const frames: [string, unknown][] = [
  ['a method that is an object', { id: 1, jsonrpc: '2.0', method: { toString: 1 } }],
  ['an id that is an object', { id: { toString: 1 }, jsonrpc: '2.0', result: true }],
  ['an id that is an event', { id: 'error', jsonrpc: '2.0', result: true }],
  ['an id that cuts the line', { id: 'disconnect', jsonrpc: '2.0', result: true }],
  ['a subscription that is an error', pushed({ params: { id: 'error', data: message } })],
  ['a subscription that is the client’s own event', pushed({ params: { id: 'relayer_disconnect', data: message } })],
  ['a message past what is subscribed to', pushed({ params: { id: 'relayer_message', data: message } })],
  ['no parameters', pushed({})],
  ['parameters that are none', pushed({ params: [] })],
  [
    'a message that is no text',
    pushed({ params: { id: 'abcdef0123', data: { ...message, topic: OFFER, message: {} } } }),
  ],
  ['nothing', null],
  ['a number', 7],
]

test.each(frames)('a page goes on when a relay sends %s', async (_, frame) => {
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
  const sent: unknown = JSON.parse(JSON.stringify(frame).replace(OFFER, topic))
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
