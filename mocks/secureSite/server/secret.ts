/** What is made of the site's secret: encryption of seeds, and hashes of tokens and codes. */
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

/** How a token is stored: who reads it cannot use it. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Whether two texts are the same, in a time that does not tell where they differ. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

/** What the secret is good for. */
export interface Vault {
  /** AES-256-GCM; what is sealed for one name is not opened for another. */
  seal(bytes: Uint8Array, name: string): string
  /** Throws where the secret or the name is another one, or the text was changed. */
  open(sealed: string, name: string): Uint8Array
  /** A hash that nobody can work out without the secret. */
  mac(text: string): string
}

export function createVault(secret: Uint8Array): Vault {
  if (secret.length !== secretBytes) throw new Error(`The secret has to have ${secretBytes} bytes.`)
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  const sealing = keyFor('latchkey secure site: seeds')
  const hashing = keyFor('latchkey secure site: codes')
  return {
    seal(bytes, name) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(name))
      const text = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed, name) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    },
    mac: (text) => createHmac('sha256', hashing).update(text).digest('base64url'),
  }
}

/** Reads 64 hex digits. Throws with what they are of where they are none. */
export function readSecret(text: string, from: string): Uint8Array {
  const hex = text.trim()
  if (!/^[\da-f]{64}$/i.test(hex)) throw new Error(`${from} has to hold 64 hex digits.`)
  return Buffer.from(hex, 'hex')
}

/** The secret in a file, which is made where there is none. */
export async function loadSecret(path: string): Promise<Uint8Array> {
  try {
    // `wx` writes nothing where there is a file already.
    await writeFile(path, `${randomBytes(secretBytes).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readSecret(await readFile(path, 'utf8'), path)
}
