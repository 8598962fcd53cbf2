import type { SimulatedClock } from 'xstate'
import type { Clock } from '../../machines/core/time.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import type { PairingSession } from '../../machines/pairing/pairing.schemas.ts'
import { peerError } from '../../machines/pairing/rules/peerErrors.ts'
import { formatPairingUri, parsePairingUri } from '../../machines/pairing/rules/uri.ts'
import { createPairing, type Pairing } from '../../sdk/pairing/pairing.ts'
import type { PairingUri } from '../../machines/pairing/proposal.contract.ts'
import type { PairingDriver, ProposeParams } from '../../sdk/pairing/port.ts'
import { abortable } from '../../sdk/platform/abort.ts'

export type SideName = 'page' | 'wallet'

/** A message in transit from one side to the other. */
export interface Letter {
  to: SideName
  about: string
  deliver(): void
}

interface Proposal {
  topic: string
  params: ProposeParams
  open: boolean
  expiresAt: number
}

const METADATA = { name: 'Somebody', description: '', url: 'https://somebody.example', icons: [] }
const VERIFY = { verified: { origin: 'https://somebody.example', validation: 'VALID', verifyUrl: '' } } as const
const reasonOf = (reason: { code: number; message: string }) => Object.assign(new Error(reason.message), reason)

/**
 * Two sides of the pairing protocol with a relay in between, all in memory. Each side's driver keeps what a client would store,
 * so that it survives a reload. In `manual` mode, messages wait until the test delivers, drops or duplicates them.
 */
export function pairingWire(clock: SimulatedClock, { manual = false } = {}) {
  const letters: Letter[] = []
  const proposals = new Map<string, Proposal>()
  const waiting = new Map<number, (letter: { result: unknown } | { error: unknown }) => void>()
  let ids = 0
  const nextId = () => clock.now() * 1_000 + (ids += 1)
  const hex = (text: string) =>
    Array.from(text)
      .map((letter) => letter.charCodeAt(0).toString(16))
      .join('')
      .padStart(64, '0')

  const side = (name: SideName) => {
    const sessions = new Map<string, PairingSession>()
    const agreed = new Map<string, PairingSession['namespaces']>()
    const received = new Map<number, PairingMessage>()
    const watchers = new Set<(message: PairingMessage) => void>()
    const opened: PairingDriver[] = []
    /** Messages that arrived while the page was closed, as in a relay's mailbox. */
    const mailbox: PairingMessage[] = []
    const hear = (message: PairingMessage) => {
      if (watchers.size === 0) mailbox.push(message)
      else for (const heard of watchers) heard(message)
    }
    return { name, sessions, agreed, received, watchers, hear, mailbox, opened }
  }
  const sides = { page: side('page'), wallet: side('wallet') }
  const otherOf = (name: SideName) => (name === 'page' ? sides.wallet : sides.page)
  const post = (to: SideName, about: string, deliver: () => void) => {
    const letter = { to, about, deliver }
    if (manual) letters.push(letter)
    else queueMicrotask(deliver)
  }

  const sessionFor = (proposal: Proposal, namespaces: PairingSession['namespaces'], name: SideName, topic: string) =>
    ({
      topic,
      pairingTopic: proposal.topic,
      expiry: Math.floor(clock.now() / 1_000) + 7 * 24 * 3_600,
      acknowledged: name === 'page',
      controller: 'wallet',
      self: { publicKey: name, metadata: METADATA },
      peer: { publicKey: name === 'page' ? 'wallet' : 'page', metadata: METADATA },
      namespaces,
      requiredNamespaces: {},
      optionalNamespaces: proposal.params.optionalNamespaces,
      relay: { protocol: 'irn' },
    }) satisfies PairingSession

  const pairingUriOf = (proposal: Proposal): PairingUri => {
    const { expiresAt } = proposal
    const uri = formatPairingUri({
      topic: proposal.topic,
      symKey: 'a'.repeat(64),
      relayProtocol: 'irn',
      expiryTimestamp: Math.floor(expiresAt / 1_000),
      methods: undefined,
    })
    return { uri, pairingTopic: proposal.topic, expiresAt }
  }

  const driverOf = (name: SideName): PairingDriver => {
    const own = sides[name]
    const other = otherOf(name)
    const mine = new Set<(message: PairingMessage) => void>()
    /** Sends a request to the other side, and settles with its response. */
    const ask = (about: string, signal: AbortSignal, arrive: (id: number, confirm: () => void) => void) => {
      const id = nextId()
      const answered = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, (letter) => {
          waiting.delete(id)
          if ('error' in letter) reject(letter.error)
          else resolve(letter.result)
        })
      })
      post(other.name, about, () =>
        arrive(id, () => post(name, `${about}.confirmed`, () => waiting.get(id)?.({ result: undefined }))),
      )
      return abortable(answered, signal) as Promise<void>
    }
    const gone = () => reasonOf({ code: 6000, message: 'User disconnected.' })
    const settle = (
      proposal: Proposal,
      namespaces: PairingSession['namespaces'],
      tell: (session: PairingSession) => PairingMessage,
    ) => {
      const topic = hex(`s${nextId()}`)
      const session = sessionFor(proposal, namespaces, 'wallet', topic)
      sides.wallet.sessions.set(topic, session)
      post('page', 'settle', () => {
        if (!proposal.open) return post('wallet', 'delete', () => deleted(sides.wallet, topic))
        proposal.open = false
        const theirs = sessionFor(proposal, namespaces, 'page', topic)
        sides.page.sessions.set(topic, theirs)
        sides.page.hear(tell(theirs))
        post('wallet', 'acknowledge', () => {
          const settled = sides.wallet.sessions.get(topic)
          if (settled) sides.wallet.sessions.set(topic, { ...settled, acknowledged: true })
          sides.wallet.hear({ type: 'session.acknowledged', topic })
        })
      })
      return session
    }
    const deleted = (at: typeof own, topic: string) => {
      at.sessions.delete(topic)
      at.hear({ type: 'session.deleted', topic })
    }
    const propose = (params: ProposeParams, signal: AbortSignal) => {
      const topic = hex(`p${nextId()}`)
      const proposal: Proposal = { topic, params, open: true, expiresAt: clock.now() + 300_000 }
      proposals.set(proposal.topic, proposal)
      const withdraw = () => {
        proposal.open = false
      }
      signal.addEventListener('abort', withdraw, { once: true })
      return Promise.resolve(pairingUriOf(proposal))
    }
    const proposalOf = (id: number): Proposal => {
      const message = sides.wallet.received.get(id)
      const found = message && 'pairingTopic' in message ? proposals.get(message.pairingTopic) : undefined
      if (!found) throw new Error('No matching key. proposal')
      return found
    }

    const made: PairingDriver = {
      propose: (params, signal) => propose(params, signal),
      // As the official client does for wallets without sign-in support.
      authenticate: ({ chains, methods = [] }, signal) => {
        const events = ['chainChanged', 'accountsChanged']
        const eip155 = { chains: [...chains], methods: ['personal_sign', ...methods], events }
        return propose({ optionalNamespaces: { eip155 } }, signal)
      },
      request: ({ topic, chainId, request, expirySeconds }, signal) => {
        const id = nextId()
        const answered = new Promise<unknown>((resolve, reject) => {
          waiting.set(id, (letter) => {
            waiting.delete(id)
            if ('error' in letter) reject(letter.error)
            else resolve(letter.result)
          })
        })
        post('wallet', 'request', () => {
          if (!sides.wallet.sessions.has(topic)) return
          const expiryTimestamp = Math.floor(clock.now() / 1_000) + expirySeconds
          const message: PairingMessage = {
            type: 'request.received',
            id,
            topic,
            params: { request: { ...request, expiryTimestamp }, chainId },
            verifyContext: VERIFY,
          }
          sides.wallet.received.set(id, message)
          sides.wallet.hear(message)
        })
        return abortable(answered, signal)
      },
      withdraw: async ({ pairingTopic }) => {
        const proposal = proposals.get(pairingTopic)
        if (proposal) proposal.open = false
      },
      pair: async (uri) => {
        const { topic } = parsePairingUri(uri)
        const proposal = proposals.get(topic)
        if (!proposal) return
        const id = nextId()
        post('wallet', 'propose', () => {
          const proposer = { publicKey: 'page', metadata: METADATA }
          const message: PairingMessage = {
            type: 'proposal.received',
            id,
            proposal: {
              pairingTopic: topic,
              expiryTimestamp: Math.floor(clock.now() / 1_000) + 300,
              proposer,
              relays: [{ protocol: 'irn' }],
              ...proposal.params,
              requiredNamespaces: {},
            },
            verifyContext: VERIFY,
          }
          sides.wallet.received.set(id, { ...message, pairingTopic: topic } as never)
          sides.wallet.hear(message)
        })
      },
      approve: async ({ id, namespaces }) =>
        settle(proposalOf(id), namespaces, (session) => ({
          type: 'proposal.settled',
          pairingTopic: session.pairingTopic,
          session,
        })),
      reject: async ({ id, reason }) => {
        const proposal = proposalOf(id)
        post('page', 'reject', () => {
          if (!proposal.open) return
          proposal.open = false
          const error = peerError(reasonOf(reason), 'connect')
          sides.page.hear({ type: 'proposal.refused', pairingTopic: proposal.topic, error })
        })
      },
      respond: async ({ id, answer }) => {
        sides.wallet.received.delete(id)
        post(other.name, 'respond', () =>
          waiting.get(id)?.('error' in answer ? { error: peerError(answer.error, 'request') } : answer),
        )
      },
      approveSignIn: () => Promise.reject(new Error('The wire knows no sign-in.')),
      rejectSignIn: () => Promise.reject(new Error('The wire knows no sign-in.')),
      update: ({ topic, namespaces }, signal) =>
        ask('update', signal, (id) => {
          if (!other.sessions.has(topic)) return
          other.hear({ type: 'session.updated', id, topic, namespaces })
        }),
      extend: ({ topic }, signal) =>
        ask('extend', signal, (id, confirm) => {
          other.hear({ type: 'session.extended', id, topic })
          confirm()
        }),
      ping: ({ topic }, signal) =>
        own.sessions.has(topic)
          ? ask('ping', signal, (_, confirm) => other.sessions.has(topic) && confirm())
          : Promise.reject(gone()),
      emit: ({ topic, chainId, event }, signal) =>
        ask('emit', signal, (id, confirm) => {
          other.hear({ type: 'session.emitted', id, topic, params: { event, chainId } })
          confirm()
        }),
      disconnect: async ({ topic }) => {
        own.sessions.delete(topic)
        post(other.name, 'delete', () => deleted(other, topic))
      },
      keep: async ({ topic, namespaces }) => {
        const session = own.sessions.get(topic)
        if (!session) return
        own.agreed.set(topic, namespaces)
        own.sessions.set(topic, { ...session, namespaces })
      },
      sessions: () => [...own.sessions.values()],
      agreed: () => Object.fromEntries(own.agreed),
      pairings: () =>
        [...proposals.values()].map(({ topic, expiresAt }) => ({ topic, expiry: Math.floor(expiresAt / 1_000) })),
      pairingUris: () => (name === 'page' ? [...proposals.values()].filter(({ open }) => open).map(pairingUriOf) : []),
      received: () => [...own.received.values()].filter(({ type }) => type === 'request.received'),
      watch: (heard) => {
        mine.add(heard)
        own.watchers.add(heard)
        for (const message of own.mailbox.splice(0)) heard(message)
        return () => own.watchers.delete(heard)
      },
      close: async () => {
        for (const heard of mine) own.watchers.delete(heard)
      },
    }
    own.opened.push(made)
    return made
  }

  const open = (name: SideName, options: { queueDisabled?: boolean; clock?: Clock } = {}): Pairing =>
    createPairing({
      role: name === 'page' ? 'requester' : 'responder',
      driver: async () => driverOf(name),
      clock: clock as never,
      ...options,
    })
  return { sides, letters, open }
}
