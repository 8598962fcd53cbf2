/** Both sides of the pairing on our machines, over a local relay. */
import { onTestFinished } from 'vitest'
import { matchesState, type StateValue } from 'xstate'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { createPairing, signInText, type Cacao, type Pairing, type PairingOptions } from '../../../sdk/pairing/index.ts'
import type { PublishedMessage } from '../../../mocks/relay/methods.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { openDriver } from '../../../sdk/pairing/client/driver.ts'
import type { Call } from '../../../sdk/pairing/pairing.ts'
import type { PairingDriver } from '../../../sdk/pairing/port.ts'
import { accountOn, asked, namespacesOn, openRelay, storageOf } from './support.ts'

interface State {
  value: StateValue
}

let made = 0
const names = new WeakMap<Pairing, string>()
const drivers = new WeakMap<Pairing, PairingDriver>()

/** One side, with its own storage by default. `as` is the side that is reloaded. */
export function sideOf(
  role: PairingOptions['role'],
  relayUrl: string,
  {
    storage = storageOf(),
    as,
    verify = false,
    ...options
  }: Partial<PairingOptions> & { storage?: ReturnType<typeof storageOf>; as?: Pairing; verify?: boolean | string } = {},
): Pairing {
  const id = (as && names.get(as)) ?? `${role}-${(made += 1)}`
  const metadata = { name: role, description: role, url: `https://${role}.example`, icons: [] }
  const driver = async () => {
    const opened = await openDriver({ role, projectId: sandboxProject, relayUrl, id, metadata, verify, storage })
    drivers.set(pairing, opened)
    return opened
  }
  const pairing = createPairing({ role, driver, ...options })
  names.set(pairing, id)
  onTestFinished(() => pairing.close())
  return pairing
}

/** The effect of a page reload on a side: it sends nothing. */
export const crash = (pairing: Pairing) => drivers.get(pairing)?.close()

/** The id of the next question of a kind to the wallet's user, or of one that is already open. */
export const askedOf = (wallet: Pairing, kind: 'proposal' | 'sessionRequest' | 'authentication') =>
  new Promise<number>((resolve) => {
    const take = (name: string | undefined) => {
      if (!name?.startsWith(`${kind}:`)) return false
      resolve(Number(name.slice(kind.length + 1)))
      return true
    }
    if (Object.keys(wallet.actor.getSnapshot().context.pendingItems).some(take)) return
    const stop = wallet.on('pairing.requested', ({ name }) => take(name) && stop())
  })

/** The next event of a side. */
export const heard = <Type extends Parameters<Pairing['on']>[0]>(side: Pairing, type: Type) =>
  new Promise<Parameters<Parameters<typeof side.on<Type>>[1]>[0]>((resolve) => {
    const stop = side.on(type, (event) => {
      stop()
      resolve(event)
    })
  })

/** An app that has proposed a session, with the pairing URI and the pending outcome. */
export async function proposing(page: Pairing, more: Partial<typeof asked> = {}) {
  let made: (uri: string) => void = () => {}
  const uriCreated = new Promise<string>((resolve) => (made = resolve))
  const outcome = page.propose({ ...asked, ...more }, { onUri: ({ uri }) => made(uri) })
  return { outcome, uri: await uriCreated }
}

const claims = {
  chains: ['eip155:1'],
  domain: 'requester.example',
  uri: 'https://requester.example/login',
  nonce: 'k3x9z2q8w7',
  methods: ['personal_sign'],
}

/** An app that has requested a sign-in, with its URI and the pending outcome. */
export async function signingIn(page: Pairing, { nonce = claims.nonce, signal }: Call & { nonce?: string } = {}) {
  let made: (uri: string) => void = () => {}
  const uriCreated = new Promise<string>((resolve) => (made = resolve))
  const outcome = page.authenticate({ ...claims, nonce }, { signal, onUri: ({ uri }) => made(uri) })
  return { outcome, uri: await uriCreated }
}

/** The credentials that the wallet's user signs for a sign-in. */
export async function signed(wallet: Pairing, id: number): Promise<Cacao[]> {
  const { request } = wallet.find(`authentication:${id}`)?.getSnapshot().context ?? {}
  if (!request) throw new Error('Nobody asks for that sign-in.')
  const { type: _, chains: __, ...fields } = request.authPayload
  const p = { ...fields, iss: `did:pkh:${accountOn(1)}` }
  const message = signInText(p, p.iss)
  return [{ h: { t: 'caip122' }, p, s: { t: 'eip191', s: await firstAccount.signMessage({ message }) } }]
}

/** Runs a function as soon as an actor enters a state, and before it leaves it. */
export const whileIn = <Value>(
  item: { getSnapshot(): State; subscribe(heard: (snapshot: State) => void): unknown } | undefined,
  state: StateValue,
  act: () => Promise<Value>,
) =>
  new Promise<Value>((resolve, reject) => {
    if (!item) throw new Error('It is not there.')
    let acted = false
    const look = ({ value }: State) => {
      if (acted || !matchesState(state, value)) return
      acted = true
      act().then(resolve, reject)
    }
    item.subscribe(look)
    look(item.getSnapshot())
  })

interface Connecting {
  page?: ReturnType<typeof storageOf>
  wallet?: ReturnType<typeof storageOf>
  /** Messages that the relay loses meanwhile. */
  lost?: (message: PublishedMessage) => boolean
}

/** Our two sides, connected. */
export async function connectedSides(options: Connecting = {}) {
  const server = await openRelay()
  server.relay.faults.drop = options.lost ?? false
  const page = sideOf('requester', server.url, options.page && { storage: options.page })
  const wallet = sideOf('responder', server.url, options.wallet && { storage: options.wallet })
  const { outcome, uri } = await proposing(page)
  await wallet.pair(uri)
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1, 10) })
  const settled = await outcome
  if (settled.status !== 'done') throw new Error(settled.status)
  return { server, relay: server.relay, page, wallet, topic: settled.value.topic }
}
