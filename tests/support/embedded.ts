import { withSession } from '../../sdk/chains/session.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { Secret } from '../../sdk/index.ts'
import { scriptedFrame } from './frame.ts'
import { CountingClock, instance, pass, settle } from './instance.ts'
import { offlineAdapter } from './offline.ts'

const email = 'ann@example.com'
const code = () => new Secret('123456')

const reads = { fetchBalances: async () => [], fetchAssets: async () => undefined }
const adapter = { ...offlineAdapter, ...reads }
const onEthereum = { ...withSession(offlineAdapter), ...reads }
const onSolana = { ...withSession(solanaAdapter), ...reads }

/** A page with the embedded wallet. With `connect`, a user is signed in. */
export async function embeddedPage(
  frame = scriptedFrame(),
  { connect = false, ...options }: Parameters<typeof instance>[0] & { connect?: boolean } = {},
) {
  const clock = options.clock ?? new CountingClock()
  const made = instance({
    features: { email: true },
    secureSite: 'https://secure.example',
    ...options,
    clock,
    ports: {
      chains: {
        at: async (namespace, connector) =>
          namespace === 'solana' ? onSolana : connector === 'AUTH' ? onEthereum : adapter,
      },
      ...options.ports,
      frame: frame.port,
    },
  })
  made.latchkey.start()
  await settle()
  /** Lets the frame load and answer. */
  const go = async () => {
    await settle()
    await pass(clock, 500, 1)
    await settle()
  }
  const submit = async (address = email) => {
    made.latchkey.dispatch({ type: 'email.submit', email: address })
    await go()
  }
  const type = async (typed = code()) => {
    made.latchkey.dispatch({ type: 'email.submitCode', code: typed })
    await go()
  }
  const state = () => made.latchkey.find('email')?.getSnapshot()
  const view = () => made.latchkey.actor('view').getSnapshot().context.stack.at(-1)
  if (connect) {
    await submit()
    await type()
    if (made.latchkey.getAccount().status !== 'connected') throw new Error('nobody is signed in')
  }
  return { ...made, clock, frame, go, submit, type, state, view }
}
