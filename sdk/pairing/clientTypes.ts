/** The official WalletConnect client as it is used here. */
import type { SignClient } from '@walletconnect/sign-client'
import type { Cacao, ProposalNamespaces, SessionNamespaces, SessionProperties } from '../../machines/schemas/pairing.ts'
import type { Answer, Role } from '../../machines/pairing/sessionRequest.contract.ts'
import type { SignInParams } from '../../machines/rules/pairing/authenticate.ts'

type Official = InstanceType<typeof SignClient>
interface Properties {
  sessionProperties?: SessionProperties
  scopedProperties?: SessionProperties
}

/** Calls whose parameters are narrower in the client's types than what it takes. */
interface Calls {
  connect(
    params: Properties & { optionalNamespaces: ProposalNamespaces },
  ): Promise<{ uri?: string; approval(): Promise<unknown> }>
  authenticate(params: SignInParams): Promise<{
    uri: string
    response(): Promise<{ auths?: unknown; session?: unknown }>
  }>
  approve(params: Properties & { id: number; namespaces: SessionNamespaces }): Promise<{ topic: string }>
  approveSessionAuthenticate(params: { id: number; auths: readonly Cacao[] }): Promise<{ session: unknown }>
  update(params: { topic: string; namespaces: SessionNamespaces }): Promise<{ acknowledged(): Promise<void> }>
  respond(params: { topic: string; response: { id: number; jsonrpc: string } & Answer }): Promise<void>
  emit(params: { topic: string; chainId: string; event: { name: string; data?: unknown } }): Promise<void>
}

export type Client = Omit<Official, keyof Calls> & Calls

export interface ClientOptions {
  projectId: string
  relayUrl: string
  /** Tells the stored keys and sessions of instances apart. */
  id: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  /**
   * Has the verification service asked, the protocol's own or one by its URL: by a wallet, where a question comes from; by a page, to vouch
   * for it, which costs a hidden frame and up to two seconds for each offer and each request.
   */
  verify: boolean | string
  /** Where keys and sessions are kept; the browser's database when it is left out. */
  storage?: NonNullable<Parameters<typeof SignClient.init>[0]>['storage']
}

/** `role`: on which side of the protocol the client stands. A page's is asked nothing. */
export type DriverOptions = ClientOptions & { role: Role }
