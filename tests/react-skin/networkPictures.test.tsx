/** Images of networks that are known by an id: loaded when the user opens the modal, and shown wherever networks are. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { LatchkeyModal, LatchkeyProvider, NetworkButton } from '../../react-skin/index.ts'
import { defineNetwork, mainnet } from '../../sdk/index.ts'
import { emptyAnswers, instance, second } from './support.tsx'

const picture = (id: string) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><title>${id}</title></svg>`
const picturesIn = (part: string) =>
  Array.from(document.querySelectorAll(`${part} img`), (image) => image.getAttribute('src'))

test('a network’s image is that of its id, in the app’s button and in the list, and none loads before the modal opens [3.11] [9.41]', async () => {
  const networks = [defineNetwork(mainnet, { imageId: 'one' }), defineNetwork(second, { imageId: 'two' })]
  const api = {
    ...fakeApi(emptyAnswers, { serves: false }),
    networkImage: ({ assets }: (typeof networks)[number]) => picture(assets?.imageId ?? ''),
  }
  await render(
    <LatchkeyProvider latchkey={instance(fakeWallet(), { embedded: false, networks }, api)}>
      <NetworkButton data-test="button" />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  const button = page.getByRole('button', { name: 'Select network' })
  await expect.element(button).toBeVisible()
  expect(picturesIn('body')).toEqual([])
  await button.click()
  await expect.element(page.getByRole('heading', { name: 'Choose network' })).toBeVisible()
  await expect.poll(() => picturesIn('[data-part="list"]')).toEqual([picture('one'), picture('two')])
  expect(picturesIn('[data-test="button"]')).toEqual([picture('one')])
})

test('without a project id, an app’s image is shown at once, a letter replaces a missing or broken one, and no API is called [3.11]', async () => {
  const networks = [
    defineNetwork(mainnet, { imageUrl: picture('ours') }),
    second,
    {
      ...defineNetwork(second, { imageUrl: 'data:image/png;base64,AAAA' }),
      id: 7,
      caipNetworkId: 'eip155:7',
      name: 'Torn',
    } as const,
  ]
  const api = fakeApi(emptyAnswers, { serves: false })
  await render(
    <LatchkeyProvider latchkey={instance(fakeWallet(), { embedded: false, networks, projectId: '' }, api)}>
      <NetworkButton data-test="button" />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await expect.poll(() => picturesIn('[data-test="button"]')).toEqual([picture('ours')])
  await page.getByRole('button', { name: 'Select network' }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose network' })).toBeVisible()
  await expect.poll(() => picturesIn('[data-part="list"]')).toEqual([picture('ours')])
  const letters = Array.from(
    document.querySelectorAll('[data-part="list"] span[data-part="picture"]'),
    (part) => part.textContent,
  )
  expect(letters).toEqual(['S', 'T'])
  expect(api.calls).toEqual([])
})
