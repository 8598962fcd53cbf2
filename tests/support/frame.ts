/** A frame of the embedded wallet with scripted answers. */
import { LatchkeyError as Failure } from '../../machines/shared/errors/error.ts'
import type { FrameMessageType, FrameQuestion } from '../../machines/embedded/frame.schemas.ts'
import type { FramePort } from '../../sdk/embedded/port.ts'

type Answers = { [Type in FrameMessageType]?: unknown }

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const onSolana = 'So11111111111111111111111111111111111111112'

export const refused = (reason: string) => new Failure('embedded.refused', { params: { reason } })

/**
 * Without a script, a message is answered as by a secure site without a signed-in user. An answer may be a function of the
 * payload. If it throws, the message is refused. `silent` never answers.
 */
export const silent = () => new Promise<never>(() => {})

export function scriptedFrame(answers: Answers = {}, { listens = true }: { listens?: boolean } = {}) {
  const asked: FrameQuestion[] = []
  const ids: string[] = []
  const aborted: FrameMessageType[] = []
  const site = { reached: false }
  const synced: string[] = []
  let heard: Parameters<FramePort['open']>[1] | undefined
  let isSignedIn = false
  let newEmail = ''
  let shown = 0
  let opened = 0
  const usual: Answers = {
    CONNECT_EMAIL: { action: 'VERIFY_OTP' },
    CONNECT_DEVICE: undefined,
    CONNECT_OTP: () => void (isSignedIn = true),
    IS_CONNECTED: () => ({ isConnected: isSignedIn }),
    GET_USER: ({ chainId }: { chainId: string | number }) => ({
      email: 'ann@example.com',
      address: typeof chainId === 'number' ? address : onSolana,
      chainId,
    }),
    SWITCH_NETWORK: (payload: unknown) => payload,
    SIGN_OUT: () => void (isSignedIn = false),
    GET_SOCIAL_REDIRECT_URI: ({ provider }: { provider: string }) => ({ uri: `https://${provider}.example/authorize` }),
    CONNECT_SOCIAL: () => {
      isSignedIn = true
      return { address, chainId: 1, email: 'ann@example.com', userName: 'Ann' }
    },
    GET_FARCASTER_URI: { url: 'https://farcaster.example/connect?token=1' },
    CONNECT_FARCASTER: () => {
      isSignedIn = true
      return { userName: 'ann' }
    },
    UPDATE_EMAIL: ({ email }: { email: string }) => {
      newEmail = email
      return { action: 'VERIFY_PRIMARY_OTP' }
    },
    UPDATE_EMAIL_PRIMARY_OTP: undefined,
    UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail }),
    RPC_ABORT: undefined,
    RPC_REQUEST: silent,
  }
  const port: FramePort = {
    open(_, hear) {
      opened += 1
      heard = hear
      if (listens) queueMicrotask(() => hear.listening())
      return () => {
        if (heard === hear) heard = undefined
      }
    },
    async ask(id, message, signal) {
      asked.push(message)
      ids.push(id)
      signal.addEventListener('abort', () => aborted.push(message.type))
      const answer = message.type in answers ? answers[message.type] : usual[message.type]
      return typeof answer === 'function' ? answer(message.payload) : answer
    },
    sync: (theme) => void synced.push(theme),
    isReached: async () => site.reached,
    show() {
      shown += 1
      return () => {
        shown -= 1
      }
    },
  }
  return {
    port,
    asked,
    ids,
    aborted,
    /** Whether the site is reachable although the frame does not listen. */
    site,
    /** The color schemes that it received with the page's data. */
    synced,
    address,
    onSolana,
    types: () => asked.map(({ type }) => type),
    isShown: () => shown > 0,
    isOpen: () => heard !== undefined,
    opened: () => opened,
    listen: () => heard?.listening(),
    lose: () => heard?.lost(new Failure('embedded.lost', { params: { reason: 'it was loaded anew' } })),
    signIn: () => void (isSignedIn = true),
    /** Signs out, as another tab does. */
    signOut() {
      isSignedIn = false
      heard?.signedOut()
    },
  }
}
