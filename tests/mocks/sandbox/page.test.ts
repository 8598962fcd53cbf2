import { expect, test } from 'vitest'
import { announceWallet, walletInfo } from '../../../mocks/sandbox/announce.ts'
import { createApprovals } from '../../../mocks/sandbox/approvals.ts'
import { memoryStorage, walletOf } from './setup.ts'

const request = (id: number) => ({
  id,
  origin: 'https://shop.example',
  kind: 'switch' as const,
  details: { chainId: 31338, network: 'Sandbox Two' },
})

test('the wallet announces itself now and whenever a page asks, until taken back', () => {
  const page = new EventTarget()
  const heard: unknown[] = []
  page.addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent) heard.push(event.detail)
  })
  const { provider } = walletOf([]).wallet
  const takeBack = announceWallet(provider, page)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  takeBack()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveLength(2)
  expect(heard[0]).toBe(heard[1])
  expect(heard[0]).toEqual({ info: { ...walletInfo, uuid: expect.stringMatching(/^[\da-f-]{36}$/) }, provider })
  expect(Object.isFrozen(heard[0])).toBe(true)
  expect(walletInfo.icon).toMatch(/^data:image\/svg\+xml,/)
})

test('questions wait in their order until the person answers each', async () => {
  const approvals = createApprovals()
  const answers = [approvals.approve(request(1)), approvals.approve(request(2))]
  expect(approvals.pending().map(({ id }) => id)).toEqual([1, 2])
  approvals.answer(2, true)
  approvals.answer(1, false)
  approvals.answer(1, true)
  expect(await Promise.all(answers)).toEqual([false, true])
  expect(approvals.pending()).toEqual([])
})

test('approving everything answers what waits and what comes, after a reload too', async () => {
  const storage = memoryStorage()
  const approvals = createApprovals(storage)
  let changes = 0
  approvals.subscribe(() => (changes += 1))
  const waiting = approvals.approve(request(1))
  approvals.setEverything(true)
  expect(await waiting).toBe(true)
  expect(changes).toBe(3)
  const reloaded = createApprovals(storage)
  expect(await reloaded.approve(request(2))).toBe(true)
  reloaded.setEverything(false)
  expect(createApprovals(storage).everything()).toBe(false)
})
