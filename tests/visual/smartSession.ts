import { fakeWallet, never, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { type FakeAnswers } from '../../mocks/fakes/fakeApi.ts'
import type { CallOutput, Latchkey, PermissionRequest } from '../../sdk/index.ts'
import { complete, connected, go, profile, provider, sign, type Scene, type Stage } from './stage.tsx'

const key = { type: 'secp256k1', publicKey: `0x02${'5e'.repeat(32)}` } as const
const native = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x2386f26fc10000', start: 1_790_000_000, period: 3_600 },
} as const
const contract = {
  type: 'contract-call',
  data: {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    abi: [],
    functions: [{ functionName: 'placeOrder', args: [{ operator: 'LESS_THAN', value: '0x64' }], valueLimit: '0x0' }],
  },
} as const

const session = (pci: string, name: string | null, more: object = {}) => ({
  pci,
  project: name === null ? null : { id: pci, name, url: `https://${name.toLowerCase()}.example`, iconUrl: sign(name) },
  expiry: 4_000_000_000,
  createdAt: 1_790_000_000,
  permissions: [native, contract],
  ...more,
})
const pcis: CallOutput<'smartSessions'>['pcis'] = [
  session('pci-1', 'Orchard'),
  session('pci-2', 'Tidewater games with a name that no row has room for'),
  session('pci-3', null),
  session('pci-4', 'Marigold', { expiry: 1_700_000_000 }),
]

const request: PermissionRequest = {
  chainId: '0x1',
  expiry: 4_000_000_000,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [native, contract],
  policies: [],
}
const granting = (answer: unknown = never) =>
  fakeWallet({
    wallet_getCapabilities: {
      '0x1': {
        permissions: {
          supported: true,
          permissionTypes: [native.type, contract.type],
          signerTypes: ['keys'],
          policyTypes: [],
        },
      },
    },
    wallet_grantPermissions: answer,
  })

const visit = (stage: Stage, answers: FakeAnswers = {}, wallet?: FakeWallet) =>
  connected(stage, {
    ...(wallet && { wallet }),
    api: provider({
      ...profile,
      smartSessions: { pcis },
      addSmartSession: { pci: 'pci-9', key: { ...key, publicKey: `0x03${'7a'.repeat(32)}` } },
      activateSmartSession: {},
      ...answers,
    }),
    options: { features: { smartSessions: true } },
    until: '[data-part="sums"]',
  })
const list = async (stage: Stage, answers: FakeAnswers = {}, until = '[data-part="panel"] [data-part="row"]') => {
  const latchkey = await visit(stage, answers)
  await go(latchkey, 'SmartSessionList', until)
  return latchkey
}
const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

async function granted(stage: Stage, answers: FakeAnswers = {}): Promise<Latchkey> {
  const wallet = granting((params: unknown) => ({ ...(params as [object])[0], context: '0x01' }))
  const latchkey = await visit(stage, answers, wallet)
  void latchkey.grantPermissions(request)
  await complete('[data-part="emblem"]', 'SmartSessionCreated')
  return latchkey
}

export const smartSession: Record<string, Scene> = {
  'Account, with smart sessions': (stage) => visit(stage),
  SmartSessionList: (stage) => list(stage),
  'SmartSessionList, what one allows': async (stage) => {
    const latchkey = await list(stage)
    press('[data-part="panel"] [data-part="row"]')
    await complete('[data-part="facts"]')
    return latchkey
  },
  'SmartSessionList, none': (stage) => list(stage, { smartSessions: { pcis: [] } }, '[data-part="hint"]'),
  'SmartSessionList, failed': (stage) =>
    list(
      stage,
      {
        smartSessions: () => {
          throw new Error('no')
        },
      },
      '[data-part="retry"]',
    ),
  SmartSessionCreated: async (stage) => {
    const latchkey = await granted(stage)
    await complete('[data-state="success"]')
    return latchkey
  },
  'SmartSessionCreated, under way': (stage) => granted(stage, { activateSmartSession: never }),
  'ApproveTransaction, a grant': async (stage) => {
    const latchkey = await visit(stage, {}, granting())
    void latchkey.grantPermissions(request)
    await complete('[data-part="step"]', 'ApproveTransaction')
    return latchkey
  },
}
