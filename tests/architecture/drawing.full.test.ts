import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { statesOf } from '../../sdk/devtools/mermaid.ts'
import type { Box } from '../../sdk/devtools/layout.ts'
import { isLarge, toSvg } from '../../docs/scripts/chartDrawing.ts'
import { layoutFile, layoutOf, layoutsFile } from '../../docs/scripts/layOut.ts'
import { shortText } from '../../sdk/devtools/mask.ts'
import { activeIds, linesOf, valueText } from '../../sdk/devtools/words.ts'
import * as machines from '../../machines/index.ts'

const all: readonly AnyStateMachine[] = Object.values(machines)

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** States that are not drawn, outside of their parent, or overlap a sibling. */
function drawingFaults(machine: AnyStateMachine, boxes: readonly Box[]): string[] {
  const at = new Map(boxes.map((box) => [box.id, box]))
  return statesOf(machine.root).flatMap(({ id, parent }) => {
    const box = at.get(id)
    if (!box) return [`${id} is not drawn`]
    const around = parent && at.get(parent.id)
    const siblings = Object.keys(parent?.states ?? {}).flatMap((key) => at.get(`${parent?.id}.${key}`) ?? [])
    return [
      ...(around && (!overlap(box, around) || box.width >= around.width) ? [`${id} is outside ${around.id}`] : []),
      ...siblings.filter((other) => other !== box && overlap(box, other)).map((other) => `${id} is on ${other.id}`),
    ]
  })
}

test.each(all.map((machine) => [machine.id, machine] as const))('%s has a valid layout', async (_, machine) => {
  expect(drawingFaults(machine, (await layoutOf(machine)).boxes)).toEqual([])
})

test.each(all.map((machine) => [machine.id, machine] as const))('no label of %s is cut off', async (_, machine) => {
  const { width, height, arrows } = await layoutOf(machine)
  const cut = arrows.flatMap(({ labels }) =>
    labels.filter(
      (label) => label.x < 0 || label.y < 0 || label.x + label.width > width || label.y + label.height > height,
    ),
  )
  expect(cut).toEqual([])
})

test.each(all.map((machine) => [machine.id, machine] as const))('%s is shipped as it is drawn', async (id, machine) => {
  await expect(layoutFile(await layoutOf(machine))).toMatchFileSnapshot(`../../sdk/devtools/layouts/${id}.ts`)
})

test('large charts are pictures in the pages about machines, and no other is', async () => {
  const drawn: string[] = []
  for (const machine of all) {
    const layout = await layoutOf(machine)
    if (!isLarge(layout)) continue
    drawn.push(`${machine.id}.svg`)
    const svg = toSvg(machine.id, layout)
    // Each state and each line of a label is in it as text.
    const lines = layout.arrows.flatMap(({ labels }) => labels.flatMap((label) => label.lines))
    const texts =
      lines.length +
      layout.boxes.reduce((sum, { kind, reactions }) => sum + (kind === 'dot' ? 0 : 1) + reactions.length, 0)
    expect(svg.match(/<text /g)).toHaveLength(texts)
    await expect(svg).toMatchFileSnapshot(`../../docs/machines/${machine.id}.svg`)
  }
  const published = globSync('*.svg', { cwd: new URL('../../docs/machines/', import.meta.url) })
  expect(published.toSorted()).toEqual(drawn.toSorted())
})

test('every drawing can be loaded, and no drawing stays whose machine is gone', async () => {
  const ids = all.map(({ id }) => id).toSorted()
  await expect(layoutsFile(ids)).toMatchFileSnapshot('../../sdk/devtools/layouts/index.ts')
  const shipped = globSync('*.ts', { cwd: new URL('../../sdk/devtools/layouts/', import.meta.url) })
  expect(shipped.toSorted()).toEqual([...ids, 'index'].map((id) => `${id}.ts`).toSorted())
})

test('a state that is missing, outside of its parent or on another one is reported', async () => {
  const { boxes } = await layoutOf(machines.modalMachine)
  const moved = boxes
    .filter(({ id }) => id !== 'modal.open.idle')
    .map((box) => (box.id === 'modal.open.shaking' ? { ...box, x: -500 } : box))
    .map((box) => (box.id === 'modal.closed' ? { ...box, x: 0, y: 0, width: 5_000, height: 5_000 } : box))
  expect(drawingFaults(machines.modalMachine, moved)).toEqual([
    'modal.closed is on modal.open',
    'modal.open is on modal.closed',
    'modal.open.idle is not drawn',
    'modal.open.shaking is outside modal.open',
  ])
})

describe("the panel's text", () => {
  test('shortens addresses and hashes everywhere', () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(shortText(`transaction:${address}`)).toBe('transaction:0xf3…2266')
    expect(linesOf({ accounts: [{ address }], [address]: 'mine', tab: undefined, open: [] })).toEqual([
      'accounts',
      '  1.',
      '    address: 0xf3…2266',
      '0xf3…2266: mine',
      'tab: –',
      'open: none',
    ])
  })
  test('names states by their paths, and highlights their ids', () => {
    expect(valueText({ changing: 'switching' })).toBe('changing.switching')
    expect(valueText({ open: { still: {}, idle: {} } })).toBe('open.still · idle')
    expect(activeIds('network', { changing: 'switching' })).toEqual(['network.changing', 'network.changing.switching'])
  })
})
