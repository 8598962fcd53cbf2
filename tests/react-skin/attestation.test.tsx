/** The verification service in a frame of a real page: what it tells counts, and nobody else's word, and none is waited for without end. */
import { expect, test } from 'vitest'
import { attestationFrom } from '../../sdk/pairing/attestation.ts'

/** A page of the service that does this. */
const service = (script: string) => `data:text/html,${encodeURIComponent(`<script>${script}</script>`)}`
const telling = (told: unknown) => `parent.postMessage(${JSON.stringify(told)}, '*')`
const token = (attestation: unknown) => JSON.stringify({ type: 'verify_attestation', attestation })
const frames = () => document.querySelectorAll('iframe').length

test('a page is vouched for by its frame, unseen, and the frame is gone then; two at once get each their own [7.35]', async () => {
  const before = frames()
  const both = ['one', 'two'].map((one) => attestationFrom(service(telling(token(one)))))
  expect(frames()).toBe(before + 2)
  for (const frame of [...document.querySelectorAll('iframe')].slice(before))
    expect(frame.checkVisibility()).toBe(false)
  expect(await Promise.all(both)).toEqual(['one', 'two'])
  expect(frames()).toBe(before)
})

test('a service without a token of its own is waited for as long as it may take, and holds nothing up then [7.35]', async () => {
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

test('what another window tells is nobody’s word [7.35]', async () => {
  const vouched = attestationFrom(service(`setTimeout(() => ${telling(token('its own'))}, 50)`))
  window.postMessage(token('the page’s'), '*')
  const stranger = document.createElement('iframe')
  stranger.src = service(telling(token('a stranger’s')))
  document.body.append(stranger)
  expect(await vouched).toBe('its own')
  stranger.remove()
})
