/** What the frame does for each message of the page. */
import type { FrameAnswer, FrameMessageType, FramePayload, FrameUser } from '../../../machines/schemas/frame.ts'
import { nameOf, type ChainName, type Networks } from './networks.ts'
import { Refused } from './refusals.ts'
import type { Requests } from './requests.ts'
import { namespaceOf } from './rpc.ts'
import type { Session } from './session.ts'

/** What the page said of itself. */
export interface Told {
  name: string | undefined
}

interface Parts {
  networks: Networks
  session: Session
  requests: Requests
  told: Told
  /** The origin of the page around the frame. */
  parent(): string | undefined
}

export type Handlers = {
  [Type in FrameMessageType]: (payload: FramePayload<Type>, id: string | undefined) => Promise<FrameAnswer<Type>>
}

/** This site has accounts of one kind yet. */
const noSmartAccounts = async (): Promise<never> => {
  throw new Refused('This wallet offers no smart accounts')
}

export function createHandlers({ networks, session, requests, told, parent }: Parts): Handlers {
  async function userOn(chain: ChainName | undefined): Promise<FrameUser> {
    const network = networks.find(chain)
    const { email, userName, keys } = await session.wallet()
    const address = namespaceOf(network) === 'solana' ? keys.solana.address : keys.ethereum.address
    return {
      ...(email !== undefined && { email }),
      ...(userName !== undefined && { userName }),
      address,
      chainId: nameOf(network),
      accounts: [{ address, type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    }
  }
  return {
    CONNECT_EMAIL: async ({ email }) => ({ action: await session.connect(email, parent()) }),
    CONNECT_DEVICE: () => session.device(),
    CONNECT_OTP: ({ otp }) => session.code(otp),
    IS_CONNECTED: async (asked) => ({ isConnected: await session.isConnected(asked?.token) }),
    async GET_USER(asked) {
      if (asked?.socialUri !== undefined) await session.social(asked.socialUri)
      return userOn(asked?.chainId)
    },
    async SIGN_OUT() {
      requests.abort()
      await session.signOut()
    },
    UPDATE_EMAIL: async ({ email }) => ({ action: await session.changeEmail(email) }),
    UPDATE_EMAIL_PRIMARY_OTP: ({ otp }) => session.confirmOldEmail(otp),
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }) => ({ newEmail: await session.confirmNewEmail(otp) }),

    GET_CHAIN_ID: async () => ({ chainId: nameOf(networks.current()) }),
    SWITCH_NETWORK: async ({ chainId }) => ({ chainId: nameOf(networks.switchTo(chainId)) }),
    RPC_REQUEST: (call, id) => requests.request(id, call),
    RPC_ABORT: async (asked) => requests.abort(asked?.id),

    async SYNC_THEME({ themeMode }) {
      if (themeMode) document.documentElement.dataset['scheme'] = themeMode
    },
    async SYNC_DAPP_DATA({ metadata }) {
      told.name = metadata?.name
    },
    // Answered before the page goes.
    RELOAD: async () => void setTimeout(() => location.reload()),

    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [] }),
    INIT_SMART_ACCOUNT: noSmartAccounts,
    async SET_PREFERRED_ACCOUNT({ type }) {
      if (type !== 'eoa') return noSmartAccounts()
      return { type, address: (await userOn(undefined)).address }
    },
    GET_SOCIAL_REDIRECT_URI: async ({ provider }) => ({ uri: await session.socialUri(provider, parent()) }),
    async CONNECT_SOCIAL({ uri }) {
      await session.social(uri)
      return userOn(undefined)
    },
    GET_FARCASTER_URI: async () => ({ url: await session.farcasterUrl() }),
    async CONNECT_FARCASTER() {
      await session.farcaster()
      return { userName: (await session.wallet()).userName }
    },
  }
}
