/** The verification service in a frame of a real page: only its own messages count, and none is awaited without a limit. */
import { expect, test } from 'vitest'
import { attestationFrom } from '../../sdk/pairing/client/attestation.ts'

/** A page of the service that runs this script. */
const service = (script: string) => `data:text/html,${encodeURIComponent(`<script>${script}</script>`)}`
const telling = (told: unknown) => `parent.postMessage(${JSON.stringify(told)}, '*')`
const token = (attestation: unknown) => JSON.stringify({ type: 'verify_attestation', attestation })
const frames = () => document.querySelectorAll('iframe').length

test('an attestation comes from a hidden frame, which is then removed; two at once get a frame each [7.35]', async () => {
  const before = frames()
  const both = ['one', 'two'].map((one) => attestationFrom(service(telling(token(one)))))
  expect(frames()).toBe(before + 2)
  for (const frame of [...document.querySelectorAll('iframe')].slice(before))
    expect(frame.checkVisibility()).toBe(false)
  expect(await Promise.all(both)).toEqual(['one', 'two'])
  expect(frames()).toBe(before)
})

test('a service without a valid token is awaited for the time limit, and then skipped [7.35]', async () => {
  const scripts = {
    'says nothing': '',
    'has nothing to say': telling(token(null)),
    'says more than a token': telling(token('x'.repeat(5_000))),
    'says something else': telling(JSON.stringify({ type: 'verify_ready', attestation: 'one' })),
    'says what is no text of an object': telling('{') + telling(null) + telling({ type: 'verify_attestation' }),
  }
  const before = frames()
  const entries = Object.entries(scripts).map(
    async ([name, script]) => [name, await attestationFrom(service(script), 300)] as const,
  )
  expect(Object.fromEntries(await Promise.all(entries))).toEqual(
    Object.fromEntries(Object.keys(scripts).map((name) => [name, ''])),
  )
  expect(frames()).toBe(before)
})

test('a message from another window is ignored [7.35]', async () => {
  const vouched = attestationFrom(service(`setTimeout(() => ${telling(token('its own'))}, 50)`))
  window.postMessage(token('the page’s'), '*')
  const stranger = document.createElement('iframe')
  stranger.src = service(telling(token('a stranger’s')))
  document.body.append(stranger)
  expect(await vouched).toBe('its own')
  stranger.remove()
})
