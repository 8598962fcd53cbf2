import { describe, expect, test } from 'vitest'
import { fakeWallet, memoryStorage } from '../../mocks/index.ts'
import { walletSchema } from '../../machines/shared/wallet.schemas.ts'
import { WALLETS } from '../../machines/constants.ts'
import { instance, settle, started } from '../support/instance.ts'
import { announce, pageWindow, picture } from '../support/page.ts'

const connectors = ({ latchkey }: Pick<ReturnType<typeof instance>, 'latchkey'>) =>
  latchkey.actor('connectors').getSnapshot().context.connectors
const connectorId = 'eip6963:dev.fox'

describe('a wallet that announces itself', () => {
  test("stores no picture in the app's storage, and shows none of several megabytes", async () => {
    const page = pageWindow()
    const storage = memoryStorage()
    const icon = `${picture}${'A'.repeat(4_900_000)}`
    const made = await started({ connectors: [], storage })
    announce(page, { rdns: 'dev.fox', name: 'Fox', icon }, fakeWallet())
    announce(page, { rdns: 'dev.owl', name: 'Owl', icon: picture }, fakeWallet())
    expect(connectors(made).map(({ name, imageUrl }) => [name, imageUrl])).toEqual([
      ['Fox', undefined],
      ['Owl', picture],
    ])
    for (const id of [connectorId, 'eip6963:dev.owl']) {
      expect(await made.latchkey.connect({ connectorId: id })).toMatchObject({ status: 'done' })
      await settle()
    }
    const kept = [...storage.entries.values()].join('')
    expect(kept).toContain('Owl')
    expect(kept).not.toContain('data:')
  })

  test.each([
    [`\n  ${picture}`, picture],
    ['DATA:image/png;base64,AA==', 'DATA:image/png;base64,AA=='],
    ['https://pictures.example/fox.png', 'https://pictures.example/fox.png'],
    ['', undefined],
    [undefined, undefined],
    ['http://pictures.example/fox.png', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,<p>', undefined],
    [{ toString: (): string => picture }, undefined],
  ])('is listed whatever its picture is: %j is shown as %j', async (icon, shown) => {
    const page = pageWindow()
    const made = await started({ connectors: [] })
    announce(page, { rdns: 'dev.fox', name: 'Fox', icon: icon as string }, fakeWallet())
    expect(connectors(made).map(({ name, imageUrl }) => [name, imageUrl])).toEqual([['Fox', shown]])
  })

  test('is restored from the storage without its picture', async () => {
    const recent = [
      { id: 'dev.fox', rdns: 'dev.fox', name: 'Fox', chains: [], imageUrl: `${picture}${'A'.repeat(99)}` },
    ]
    const storage = memoryStorage(
      new Map([['latchkey.default.recentWallets', JSON.stringify({ version: 1, value: recent })]]),
    )
    const { latchkey } = await started({ connectors: [], storage })
    expect(latchkey.actor('wallets').getSnapshot().context.recent).toEqual([
      { id: connectorId, rdns: 'dev.fox', name: 'Fox', chains: [] },
    ])
  })

  test('cannot hide or reverse its name, or make it longer than a line', async () => {
    const page = pageWindow()
    const made = await started({ connectors: [] })
    const names = ['Meta\u200bMask', '\u202eksaMateM', '\u0000\u200e \ufeff', 'x'.repeat(120), '🦊'.repeat(64), '']
    for (const [index, name] of names.entries()) announce(page, { rdns: `dev.${index}`, name }, fakeWallet())
    expect(connectors(made).map(({ name }) => name)).toEqual([
      'MetaMask',
      'ksaMateM',
      'x'.repeat(WALLETS.nameLength),
      '🦊'.repeat(WALLETS.nameLength),
    ])
    expect(walletSchema.parse({ id: 'w', name: 'Rain\u2066bow', chains: [] }).name).toBe('Rainbow')
  })

  test('cannot fill the list by announcing itself repeatedly', async () => {
    const page = pageWindow()
    const made = await started({ connectors: [] })
    for (let time = 0; time < 3 * WALLETS.announced; time += 1) {
      const detail = { info: { uuid: `${time}`, name: 'Fox', icon: picture, rdns: 'dev.fox' }, provider: fakeWallet() }
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    expect(connectors(made)).toHaveLength(WALLETS.announced)
  })
})
