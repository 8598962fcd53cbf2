/** Handles the messages of the embedding page. */
import type { FrameAnswer, FrameMessageType, FramePayload, FrameUser } from 'latchkey/frame'
import type { SecureSiteNetwork } from '../network.ts'
import { getAccountAddress } from '../smartAccount.ts'
import { isDeployed, servicesOf, type Accounts, type AccountType } from './accounts.ts'
import { protocolChainId, type ChainReference, type Networks } from './networks.ts'
import type { Requests } from './requests.ts'
import { namespaceOf } from './rpc.ts'
import type { Keys } from './keys.ts'
import type { Session } from './session.ts'

/** What the page claims about itself. */
export interface PageMetadata {
  name: string | undefined
}

interface Parts {
  networks: Networks
  session: Session
  accounts: Accounts
  requests: Requests
  pageMetadata: PageMetadata
  /** The origin of the embedding page. */
  parent(): string | undefined
}

export type Handlers = {
  [Type in FrameMessageType]: (payload: FramePayload<Type>, id: string | undefined) => Promise<FrameAnswer<Type>>
}

export function createHandlers({ networks, session, accounts, requests, pageMetadata, parent }: Parts): Handlers {
  /** The user on a network. Saves the preferred account type first, if one is given and the network supports smart accounts. */
  async function readUser(chain: ChainReference | undefined, type?: AccountType): Promise<FrameUser> {
    const network = networks.find(chain)
    const { email, userName, keys } = await session.wallet()
    if (type && network.smartAccount) accounts.setPreferred(network, keys.ethereum.address, type)
    const userAccounts = await readAccounts(network, keys)
    return {
      ...(email !== undefined && { email }),
      ...(userName !== undefined && { userName }),
      ...userAccounts,
      chainId: protocolChainId(network),
    }
  }
  async function readAccounts(network: SecureSiteNetwork, { ethereum, solana }: Keys) {
    const { preferred, eoa, smartAccount, all } = accounts.get(network, ethereum.address)
    const address = namespaceOf(network) === 'solana' ? solana.address : eoa
    return {
      address: smartAccount ? (all[0] ?? eoa) : address,
      accounts: [
        { address, type: 'eoa' as const },
        ...(smartAccount ? [{ address: smartAccount, type: 'smartAccount' as const }] : []),
      ],
      preferredAccountType: preferred,
      // An unresponsive node must not delay the sign-in.
      smartAccountDeployed: smartAccount ? await isDeployed(network, smartAccount).catch(() => false) : false,
    }
  }
  return {
    CONNECT_EMAIL: async ({ email }) => ({ action: await session.connect(email, parent()) }),
    CONNECT_DEVICE: () => session.device(),
    CONNECT_OTP: ({ otp }) => session.code(otp),
    IS_CONNECTED: async (payload) => ({ isConnected: await session.isConnected(payload?.token || undefined) }),
    async GET_USER(payload) {
      if (payload?.socialUri !== undefined) await session.social(payload.socialUri)
      return readUser(payload?.chainId, payload?.preferredAccountType)
    },
    async SIGN_OUT() {
      requests.abort()
      await session.signOut()
    },
    UPDATE_EMAIL: async ({ email }) => ({ action: await session.changeEmail(email) }),
    UPDATE_EMAIL_PRIMARY_OTP: ({ otp }) => session.confirmOldEmail(otp),
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }) => ({ newEmail: await session.confirmNewEmail(otp) }),

    GET_CHAIN_ID: async () => ({ chainId: protocolChainId(networks.current()) }),
    SWITCH_NETWORK: async ({ chainId }) => ({ chainId: protocolChainId(networks.switchTo(chainId)) }),
    RPC_REQUEST: (call, id) => requests.request(id, call),
    RPC_ABORT: async (payload) => requests.abort(payload?.id),

    async SYNC_THEME({ themeMode }) {
      if (themeMode) document.documentElement.dataset['scheme'] = themeMode
    },
    async SYNC_DAPP_DATA({ metadata }) {
      pageMetadata.name = metadata?.name
    },
    // The answer must be sent before the page unloads.
    RELOAD: async () => void setTimeout(() => location.reload()),

    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
      smartAccountEnabledNetworks: networks.all
        .filter((network) => network.smartAccount)
        .map((network) => Number(protocolChainId(network))),
    }),
    async INIT_SMART_ACCOUNT() {
      const network = networks.current()
      const { keys } = await session.wallet()
      const address = getAccountAddress(servicesOf(network).factory, keys.ethereum.address)
      return { address, isDeployed: await isDeployed(network, address) }
    },
    async SET_PREFERRED_ACCOUNT({ type }) {
      const network = networks.current()
      const { keys } = await session.wallet()
      accounts.setPreferred(network, keys.ethereum.address, type)
      return { type, address: (await readAccounts(network, keys)).address }
    },
    GET_SOCIAL_REDIRECT_URI: async ({ provider }) => ({ uri: await session.socialUri(provider, parent()) }),
    async CONNECT_SOCIAL({ uri, preferredAccountType }) {
      await session.social(uri)
      return readUser(undefined, preferredAccountType)
    },
    GET_FARCASTER_URI: async () => ({ url: await session.farcasterUrl() }),
    async CONNECT_FARCASTER() {
      await session.farcaster()
      // Other clients require a string, even if the person has no name.
      return { userName: (await session.wallet()).userName ?? '' }
    },
  }
}
