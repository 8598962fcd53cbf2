/** A driver and its messages, and official clients, over a local relay. */
import { onTestFinished, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import type { MessageOf, PairingMessage } from '../../../machines/pairing/messages.ts'
import { startRelay } from '../../../mocks/relay/node.ts'
import type { RelayOptions } from '../../../mocks/relay/relay.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import type { DriverOptions } from '../../../sdk/pairing/client/client.types.ts'
import { openDriver } from '../../../sdk/pairing/client/driver.ts'
import { storageOf } from '../../support/clientStorage.ts'
import { openClient, openWalletKit, type Client } from '../../mocks/relay/clients.ts'

export { storageOf } from '../../support/clientStorage.ts'
export const { signal } = new AbortController()
export const methods = ['personal_sign', 'eth_sendTransaction']
export const events = ['accountsChanged', 'chainChanged']
export const accountOn = (chain: number) => `eip155:${chain}:${firstAccount.address}`
export const namespacesOn = (...chains: number[]) => ({ eip155: { accounts: chains.map(accountOn), methods, events } })
export const asked = { optionalNamespaces: { eip155: { chains: ['eip155:1', 'eip155:10'], methods, events } } }
export const declined = { code: 5000, message: 'User rejected.' }
export const left = { code: 6000, message: 'User disconnected.' }
export const sign = { method: 'personal_sign', params: ['0x68656c6c6f', firstAccount.address] }
export const resultOf = (id: number, result: unknown) => ({ id, jsonrpc: '2.0', result })

export async function openRelay(options?: RelayOptions) {
  const server = await startRelay(options)
  onTestFinished(() => server.stop())
  return server
}

/** Collects messages, and returns each once to a caller that waits for its type. */
export function inbox<Message extends { type: string }>() {
  const messages: Message[] = []
  const waiting: { type: string; resolve: (message: Message) => void }[] = []
  return {
    messages,
    put(message: Message) {
      const index = waiting.findIndex(({ type }) => type === message.type)
      if (index < 0) messages.push(message)
      else waiting.splice(index, 1)[0]?.resolve(message)
    },
    take: (type: Message['type']) =>
      new Promise<Message>((resolve) => {
        const index = messages.findIndex((message) => message.type === type)
        const [message] = index < 0 ? [] : messages.splice(index, 1)
        if (message) resolve(message)
        else waiting.push({ type, resolve })
      }),
  }
}

let opened = 0

/** Opens a driver, in the role of an app by default. `heard` returns the next message of a type, also an earlier one. */
export async function open(relayUrl: string, options: Partial<DriverOptions> = {}) {
  const driver = await openDriver({
    role: 'requester',
    projectId: sandboxProject,
    relayUrl,
    id: `driver-${(opened += 1)}`,
    metadata: { name: 'driver', description: 'driver', url: 'https://driver.example', icons: [] },
    verify: false,
    storage: storageOf(),
    ...options,
  })
  onTestFinished(() => driver.close())
  const { put, take, messages } = inbox<PairingMessage>()
  driver.watch(put)
  const heard = <Type extends PairingMessage['type']>(type: Type) => take(type) as Promise<MessageOf<Type>>
  return { driver, heard, messages }
}

export type Kit = Awaited<ReturnType<typeof openWalletKit>>
type KitEvent = Parameters<Kit['on']>[0]

/** The next event of the official wallet. */
export const nextOf = <Event extends KitEvent>(wallet: Kit, event: Event) =>
  new Promise<Parameters<Parameters<typeof wallet.on<Event>>[1]>[0]>((resolve) => wallet.once(event, resolve))

/** The driver of an app, and the official wallet with its proposal. */
export async function proposed(options: Partial<DriverOptions> = {}) {
  const server = await openRelay()
  const [page, wallet] = await Promise.all([open(server.url, options), openWalletKit(server.url)])
  const pairingUri = await page.driver.propose(asked, signal)
  const proposal = nextOf(wallet, 'session_proposal')
  await wallet.pair({ uri: pairingUri.uri })
  return { server, relay: server.relay, ...page, wallet, pairingUri, proposal: await proposal }
}

/** The driver of an app, connected to the official wallet. */
export async function connectedPage(options: Partial<DriverOptions> = {}) {
  const { proposal, ...rest } = await proposed(options)
  const { topic } = await rest.wallet.approveSession({ id: proposal.id, namespaces: namespacesOn(1, 10) })
  await rest.heard('proposal.settled')
  return { ...rest, topic }
}

/** The driver of a wallet, and the official app that sent it a proposal. */
export async function asking({
  server: given,
  ...options
}: Partial<DriverOptions> & { server?: Awaited<ReturnType<typeof openRelay>> } = {}) {
  const server = given ?? (await openRelay())
  const [dapp, wallet] = await Promise.all([
    openClient(server.url, 'shop'),
    open(server.url, { role: 'responder', ...options }),
  ])
  const { uri = '', approval } = await dapp.connect(asked)
  const settled = approval()
  await wallet.driver.pair(uri, signal)
  const proposal = await wallet.heard('proposal.received')
  return { server, relay: server.relay, dapp, uri, ...wallet, settled, proposal }
}

/** The driver of a wallet, connected to the official app. */
export async function connectedWallet(options: Parameters<typeof asking>[0] = {}) {
  const { proposal, ...rest } = await asking(options)
  const session = await rest.driver.approve({ id: proposal.id, namespaces: namespacesOn(1, 10) }, signal)
  const { topic } = await rest.heard('session.acknowledged')
  await rest.settled
  return { ...rest, session, topic }
}

/** The reason that a promise rejects with. It is handled from now on. */
export const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

interface Engine {
  sendError(message: { id: number; topic: string; error: object }): Promise<void>
  sendRequest(message: { topic: string; method: string; params: unknown }): Promise<number>
  sendResult(message: object): Promise<void>
}

/** The answer to the next message of a method: its result, or its error. */
export const answerTo = (client: Pick<Client, 'core'>, method: string) =>
  new Promise<unknown>((resolve) =>
    client.core.history.on(
      'history_updated',
      ({ request, response }: { request: { method: string }; response: unknown }) => {
        if (request.method === method) resolve(response)
      },
    ),
  )

/** Messages that the official client does not let a wallet send. */
export const engineOf = (client: object) => (client as unknown as { engine: Engine }).engine
export const say = (client: object, topic: string, method: string, params: unknown) =>
  engineOf(client).sendRequest({ topic, method, params })

/** Makes the random bits equal for a while, so that ids of the same millisecond collide. */
export function fixChance(times: number) {
  const chance = vi.mocked(Math.random)
  const usual = chance.getMockImplementation() ?? (() => 0.25)
  onTestFinished(() => void chance.mockImplementation(usual))
  let calls = 0
  chance.mockImplementation(() => ((calls += 1) <= times ? 0.5 : usual()))
}
