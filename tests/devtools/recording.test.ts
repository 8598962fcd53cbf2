/** Recordings of sessions on fakes, and their replays. */
import { expect, test } from 'vitest'
import { createRecording, recordingText } from '../../sdk/devtools/recording/createRecording.ts'
import { parseRecording } from '../../sdk/devtools/recording/recording.schemas.ts'
import { loadReplay } from '../../sdk/devtools/recording/replay.ts'
import { createSessionLog } from '../../sdk/devtools/sessionLog.ts'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { instance, settle } from '../support/instance.ts'

test('try', async () => {
  const wallet = fakeWallet({ personal_sign: `0x${'1b'.repeat(65)}` })
  const { latchkey, clock } = instance({ wallet })
  const log = createSessionLog()
  latchkey.inspect(log.inspect)
  clock.increment(1000)
  latchkey.start()
  await settle()
  await latchkey.connect({ connectorId: 'fake' })
  await settle()
  await latchkey.signMessage('Hello')
  await settle()
  wallet.answers['personal_sign'] = () => {
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  await latchkey.signMessage('Hello')
  await settle()
  const session = log.session()
  if (!session) throw new Error('none')
  const text = recordingText(createRecording(session, latchkey.configuration))
  const { writeFileSync } = await import('node:fs')
  writeFileSync('/tmp/rec.json', text)
  const replay = await loadReplay(parseRecording(text))
  replay.goTo(10_000)
  console.log(session.steps.length, text.length)
  console.log(JSON.stringify(replay.firstDifference(), null, 1))
  expect(replay.firstDifference()).toBeUndefined()
})
