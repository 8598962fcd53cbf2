import { PAIRING } from '../../constants.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { fromBase64 } from '../../shared/base64.rules.ts'
import { isExpired } from './expiry.ts'
import { isText, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** The content of a pairing URI. The key is a secret: it decrypts the messages of the pairing. */
export interface PairingUriParts {
  /** 64 hex characters. */
  topic: string
  /** 64 hex characters. */
  symKey: string
  relayProtocol: string
  /** Seconds since 1970. */
  expiryTimestamp: number | undefined
  /** The messages that the app will send, such as `wc_sessionAuthenticate`. */
  methods: readonly string[] | undefined
}

const isKey = (value: string): boolean => /^[0-9a-f]{64}$/i.test(value)

/** Returns the URI that a wallet scans, or is opened with. */
export function formatPairingUri({ topic, symKey, relayProtocol, expiryTimestamp, methods }: PairingUriParts): string {
  const params = new URLSearchParams({ 'relay-protocol': relayProtocol, symKey })
  if (expiryTimestamp !== undefined) params.set('expiryTimestamp', String(expiryTimestamp))
  if (methods !== undefined) params.set('methods', methods.join(','))
  return `wc:${topic}@2?${params.toString()}`
}

/** Returns a URI without its secret, for error messages: the part before its parameters, or the start of any other text. */
const withoutSecret = (uri: unknown): string => {
  const text = toText(uri)
  return text.includes('wc:') ? text.replace(/\?.*$/s, '?…') : text.replace(/^(.{16}).+$/s, '$1…')
}

/** Parses a URI, which may be base64, or start with `wc://`. Throws a `LatchkeyError` that does not contain the secret. */
export function parsePairingUri(uri: unknown): PairingUriParts {
  const invalid = () => new LatchkeyError('pairing.uriInvalid', { params: { uri: withoutSecret(uri) } })
  if (!isText(uri)) throw invalid()
  const text = (uri.includes('wc:') ? uri : (fromBase64(uri.trim()) ?? '')).trim()
  const { topic, version, query } =
    /^wc:(?:\/\/)?(?<topic>[^@?/]+)@(?<version>\d+)\/?\?(?<query>.*)$/.exec(text)?.groups ?? {}
  if (topic === undefined || version !== '2' || query === undefined || !isKey(topic)) throw invalid()
  const params = new URLSearchParams(query)
  const relayProtocol = params.get('relay-protocol')
  if (!isText(relayProtocol)) throw new LatchkeyError('pairing.uriRelayMissing')
  const symKey = params.get('symKey')
  if (symKey === null || !isKey(symKey)) throw new LatchkeyError('pairing.uriKeyMissing')
  const expiry = params.get('expiryTimestamp')
  if (expiry !== null && !/^\d{1,15}$/.test(expiry)) throw invalid()
  return {
    topic,
    symKey,
    relayProtocol,
    expiryTimestamp: expiry === null ? undefined : Number(expiry),
    methods: params.get('methods')?.split(','),
  }
}

/** Returns an error if a URI has expired or is about to. A URI without an expiry is accepted. */
export const validateUri = ({ expiryTimestamp }: Pick<PairingUriParts, 'expiryTimestamp'>, nowMs: number): MaybeError =>
  expiryTimestamp === undefined || !isExpired(expiryTimestamp - PAIRING.uriMarginSeconds, nowMs)
    ? undefined
    : new LatchkeyError('pairing.uriExpired')
