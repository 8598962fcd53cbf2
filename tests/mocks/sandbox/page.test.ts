import { expect, test } from 'vitest'
import { announceWallet, walletInfo } from '../../../mocks/sandbox/eip155/announce.ts'
import { createApprovals, createConsent } from '../../../mocks/sandbox/approvals.ts'
import { memoryStorage, walletOf } from './setup.ts'

const request = (chainId: number) => ({
  origin: 'https://shop.example',
  kind: 'switch' as const,
  details: { chainId, network: 'Sandbox Two' },
})

test('the wallet announces itself immediately and on each request of the page, until it is removed', () => {
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

test('requests wait in order until the user answers each', async () => {
  const approvals = createApprovals()
  const answers = [approvals.approve(request(1)), approvals.approve(request(2))]
  const [first, second] = approvals.pending()
  if (!first || !second) throw new Error('two questions wait')
  expect([first, second]).toMatchObject([request(1), request(2)])
  approvals.answer(second.id, true)
  approvals.answer(first.id, false)
  approvals.answer(first.id, true)
  expect(await Promise.all(answers)).toEqual([false, true])
  expect(approvals.pending()).toEqual([])
})

test('approving everything answers waiting and future requests, also after a reload', async () => {
  const storage = memoryStorage()
  const approvals = createApprovals(createConsent(storage))
  let changes = 0
  approvals.subscribe(() => (changes += 1))
  const waiting = approvals.approve(request(1))
  approvals.setApproveAll(true)
  expect(await waiting).toBe(true)
  expect(changes).toBe(3)
  const reloaded = createApprovals(createConsent(storage))
  expect(await reloaded.approve(request(2))).toBe(true)
  reloaded.setApproveAll(false)
  expect(createApprovals(createConsent(storage)).isApprovingAll()).toBe(false)
})

test('the same request twice counts as two requests, as from two sites in one queue', async () => {
  const approvals = createApprovals()
  const answers = [approvals.approve(request(1)), approvals.approve(request(1))]
  for (const [index, { id }] of approvals.pending().entries()) approvals.answer(id, index === 0)
  expect(await Promise.all(answers)).toEqual([true, false])
})

test('queues of several wallets share one consent', async () => {
  const consent = createConsent()
  const [one, other] = [createApprovals(consent), createApprovals(consent)]
  const waiting = one.approve(request(1))
  other.setApproveAll(true)
  expect(await waiting).toBe(true)
  expect(await other.approve(request(2))).toBe(true)
  expect([one.isApprovingAll(), other.isApprovingAll()]).toEqual([true, true])
  one.setApproveAll(false)
  void other.approve(request(3))
  expect(other.pending()).toHaveLength(1)
  expect(one.pending()).toEqual([])
})
