/** Farcaster on this machine: its registries, its relay, and an app where the user picks an identity. */
import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { close, listen } from '../../sandbox/listen.ts'
import { readForm, readJson, writeHeaders, writeHtml, writeJson } from '../../secureSite/server/http.ts'
import { escapeHtml, linkPage, linkPolicy, noticePage } from '../../secureSite/server/pages.ts'
import { Refusal } from '../../secureSite/server/refusal.ts'
import { createToken } from '../../secureSite/server/secret.ts'
import { channelAnswer, channelRequest, createRelay } from './relay.ts'
import { startRegistry, type Registry } from './registry.ts'

export interface FarcasterServer {
  relayUrl: string
  /** The RPC URL of the chain that has the registries. */
  rpcUrl: string
  registry: Registry
  /** The key with which apps authenticate to the relay. */
  authKey: string
  stop(): Promise<void>
}

/** A Farcaster user: a name, an FID, and the account that signs in for it. */
export interface FarcasterUser {
  username: string
  fid: number
  account: PrivateKeyAccount
}

const app = '/~/siwf'
const usernames = ['ann', 'bob', 'cleo']
/** This person signs in with an auth address instead of the custody address that owns the FID. */
const authAddressUser = 'cleo'

/** The person with this name. The same name always returns the same FID and account. */
export const farcasterUser = (username: string): FarcasterUser => ({
  username,
  fid: 1 + createHash('sha256').update(username).digest().readUIntBE(0, 4),
  account: privateKeyToAccount(keccak256(stringToHex(`farcaster ${username}`))),
})

async function register(registry: Registry, { username, fid, account }: FarcasterUser) {
  if (username === authAddressUser) await registry.addAuthAddress(BigInt(fid), account.address)
  else await registry.register(account.address, BigInt(fid))
}

/** Acts as the app after its user has agreed: signs the channel's message and posts it to the relay. */
export async function confirmAs(
  { username, fid, account }: FarcasterUser,
  channelToken: string,
  { relayUrl: relay, rpcUrl, authKey }: Pick<FarcasterServer, 'relayUrl' | 'rpcUrl' | 'authKey'>,
) {
  const ethereum = viemConnector({ rpcUrl })
  const { data, isError } = await createAppClient({ relay, ethereum }).status({ channelToken })
  if (isError) throw new Error('There is no such channel.')
  const { siweUri: uri, domain, expirationTime } = data.signatureParams
  const wallet = createWalletClient({ relay, ethereum })
  const { message, error } = wallet.buildSignInMessage({
    address: account.address,
    fid,
    uri,
    domain,
    nonce: data.nonce,
    ...(expirationTime !== undefined && { expirationTime: new Date(expirationTime) }),
  })
  if (error) throw error
  const signature = await account.signMessage({ message })
  const authMethod = username === authAddressUser ? 'authAddress' : 'custody'
  await wallet.authenticate({ channelToken, authKey, message, signature, authMethod, fid, username })
}

function confirmPage(channelToken: string, domain: string): string {
  const form = (...fields: string[]) => `<form method="post" action="${app}">
<input type="hidden" name="channelToken" value="${escapeHtml(channelToken)}">
${fields.map((field) => `<p>${field}</p>`).join('\n')}
</form>`
  const buttons = usernames.map((name) => `<button name="username" value="${name}">Confirm as @${name}</button>`)
  return linkPage(
    'Sign in with Farcaster',
    [
      `<p>${escapeHtml(domain)} asks for your signature. This is a sandbox: be whoever you like.</p>`,
      form(...buttons),
      form(
        '<label>Username <input name="username" required pattern="[a-z0-9.\\-]{1,64}"></label>',
        '<button>Confirm with this name</button>',
      ),
    ].join('\n'),
  )
}

/** Starts the registries, the relay and the app on free ports. */
export async function startFarcaster(): Promise<FarcasterServer> {
  const registry = await startRegistry()
  const listening = await listen(0)
  if (!listening) throw new Error('Farcaster listens on no port.')
  const { server, port } = listening
  const origin = `http://farcaster.localhost:${port}`
  // Node cannot always resolve `*.localhost`; browsers can.
  const relayUrl = `http://127.0.0.1:${port}`
  const relay = createRelay((channelToken) => `${origin}${app}?${new URLSearchParams({ channelToken }).toString()}`)
  const authKey = createToken()

  const sendNotFound = (response: ServerResponse) =>
    writeHtml(response, 404, noticePage('This did not work', 'Nobody asks.'))
  async function decide(request: IncomingMessage, response: ServerResponse) {
    const form = await readForm(request)
    const channelToken = form.get('channelToken') ?? ''
    if (relay.status(channelToken)?.state !== 'pending') return sendNotFound(response)
    const user = farcasterUser(form.get('username') ?? '')
    await register(registry, user)
    await confirmAs(user, channelToken, { relayUrl, rpcUrl: registry.rpcUrl, authKey })
    writeHtml(response, 200, noticePage('You have signed in', 'Go back to the site where you began.'))
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    writeHeaders(response, origin, linkPolicy)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    switch (`${request.method} ${pathname}`) {
      case 'POST /v1/channel':
        return writeJson(response, 201, relay.create(await readJson(request, channelRequest)))
      case 'GET /v1/channel/status': {
        const status = relay.status(bearer)
        return writeJson(response, status ? (status.state === 'pending' ? 202 : 200) : 401, status ?? {})
      }
      case 'POST /v1/channel/authenticate': {
        const isApp = request.headers['x-farcaster-auth-relay-key'] === authKey
        const isAccepted = isApp && relay.answer(bearer, await readJson(request, channelAnswer))
        return writeJson(response, isAccepted ? 201 : 401, relay.status(bearer) ?? {})
      }
      case `GET ${app}`: {
        const channelToken = searchParams.get('channelToken') ?? ''
        const status = relay.status(channelToken)
        if (!status) return sendNotFound(response)
        return writeHtml(response, 200, confirmPage(channelToken, status.signatureParams.domain))
      }
      case `POST ${app}`:
        return decide(request, response)
    }
    response.writeHead(404).end()
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500).end()
    })
  })
  return {
    relayUrl,
    rpcUrl: registry.rpcUrl,
    registry,
    authKey,
    async stop() {
      await close(server)
      await registry.stop()
    },
  }
}
