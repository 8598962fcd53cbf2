/** Cryptography with the site's secret: encryption of seeds, and hashes of tokens and codes. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const secretBytes = 32
const ivBytes = 12
const tagBytes = 16

/** 256 random bits as text. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Six random digits. */
export const createCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/** Tokens are stored as hashes, so that the stored data cannot be used to sign in. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Compares two texts in constant time. */
export const isSame = (first: string, second: string): boolean =>
  timingSafeEqual(createHash('sha256').update(first).digest(), createHash('sha256').update(second).digest())

/** What the secret is used for. */
export interface Vault {
  /** Encrypts with AES-256-GCM. The text can only be decrypted with the same name. */
  seal(bytes: Uint8Array, name: string): string
  /** Decrypts. Throws if the secret or the name differs, or the text was changed. */
  open(sealed: string, name: string): Uint8Array
  /** A keyed hash, which cannot be calculated without the secret. */
  mac(text: string): string
}

export function createVault(secret: Uint8Array): Vault {
  if (secret.length !== secretBytes) throw new Error(`The secret has to have ${secretBytes} bytes.`)
  const deriveKey = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  const sealKey = deriveKey('latchkey secure site: seeds')
  const hashKey = deriveKey('latchkey secure site: codes')
  return {
    seal(bytes, name) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(name))
      const text = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed, name) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    },
    mac: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
  }
}

/** Parses 64 hex digits. An error names their source. */
export function readSecret(text: string, source: string): Uint8Array {
  const hex = text.trim()
  if (!/^[\da-f]{64}$/i.test(hex)) throw new Error(`${source} has to hold 64 hex digits.`)
  return Buffer.from(hex, 'hex')
}

/** Reads the secret from a file, which is created if it does not exist. */
export async function loadSecret(path: string): Promise<Uint8Array> {
  try {
    // `wx` fails if the file exists.
    await writeFile(path, `${randomBytes(secretBytes).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readSecret(await readFile(path, 'utf8'), path)
}
