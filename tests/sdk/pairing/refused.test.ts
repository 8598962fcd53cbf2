/** A relay that rejects the app: the reason is shown to the developers, and to the user. */
import { expect, test } from 'vitest'
import type { RelayOptions } from '../../../mocks/relay/relay.ts'
import { alertTexts } from '../../../sdk/index.ts'
import { openPage } from './namespaces.ts'
import { openRelay } from './support.ts'

const HOUR = 3_600_000
const originRefused = 'Unauthorized: origin not allowed'

test.each<[string, RelayOptions & { turnAway?: string }, keyof typeof alertTexts, string]>([
  [
    'Unauthorized: invalid key',
    { verifyProjectId: () => false },
    'alert.invalidProjectId',
    'Invalid App Configuration',
  ],
  [originRefused, { turnAway: originRefused }, 'alert.invalidAppConfiguration', 'Invalid App Configuration'],
  [
    'JWT validation error: JWT Token is not yet valid',
    { now: () => Date.now() - HOUR },
    'alert.sessionExpired',
    'Session Expired',
  ],
])(
  '"%s" opens its alert once, and the connection fails with the text of the protocol [8.21] [8.22] [8.24] [8.25] [8.26] [8.27]',
  async (reason, { turnAway, ...options }, alert, short) => {
    const relay = await openRelay(options)
    if (turnAway) relay.relay.faults.closeOnConnect = { code: 3000, reason: turnAway }
    const { latchkey, errors } = await openPage(relay, { debug: true })
    for (let time = 0; time < 2; time += 1)
      expect(await latchkey.connect({ connectorId: 'walletConnect' })).toMatchObject({
        status: 'failed',
        error: {
          code: 'pairing.refused',
          message: `The relay for wallets on other devices rejected this app: ${reason}`,
        },
      })
    const { opened, queue } = latchkey.actor('alerts').getSnapshot().context
    expect([opened, queue.map(({ code }) => code)]).toEqual([[alert], [alert]])
    expect(alertTexts[alert].short).toBe(short)
    expect(errors).toHaveLength(1)
  },
)

test('an unknown reason opens no alert', async () => {
  const relay = await openRelay()
  relay.relay.faults.closeOnConnect = { code: 3000, reason: 'Project ID is missing' }
  const { latchkey } = await openPage(relay)
  expect(await latchkey.connect({ connectorId: 'walletConnect' })).toMatchObject({ error: { code: 'pairing.refused' } })
  expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual([])
})
