import { describe, expect, test } from 'vitest'
import { sourceOf } from '../../docs/machineSource.ts'
import { createReader, type Shape } from '../../docs/types.ts'

const reader = createReader({
  'a/facts.ts': `
    /** Things. */
    export type Fact =
      | { type: 'sun.risen' }
      /** With how much. */
      | { type: 'rain.fallen'; litres: number; where?: string }
    export type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>`,
  'a/b/thing.contract.ts': `
    import type { FactOf } from '../facts.ts'
    import type { Elsewhere as Other } from './other.ts'
    interface Told {
      /** In words. */
      words: 'a' | 'b'
    }
    export interface ThingContract {
      event:
        // Not for readers.
        | { type: 'thing.go' }
        /**
         * Over two
         * lines.
         */
        | { type: 'thing.stop' | 'thing.rest'; why: /* because */ string }
        | FactOf<'rain.fallen'>
        /** Said here. */
        | FactOf<'sun.risen'>
        | Other['said']
        | ({ type: 'thing.tell' } & Told)
        | { type: \`thing.\${string}.over\` }
    }`,
  'a/b/other.ts': `
    export interface Elsewhere { said: { type: 'other.said' }; unsaid: { type: 'other.unsaid' } }`,
  'a/b/thing.machine.ts': `
    export const thingMachine = setup({
      actors: {
        /** Asks. */
        ask: effect<string, { of: string }>('thing.ask'),
        hear: listener<Heard | undefined>(
          'thing.hear',
        ),
        other: seal<OtherContract>()(otherMachine),
      },
      delays: {
        patience: TIMEOUTS.patienceMs,
        /** A little less. */
        life: ({ context }) => context.left - 1,
      },
    }).createMachine({ id: 'thing' })`,
})
const events = reader.shapesOfField('a/b/thing.contract.ts', 'ThingContract', 'event')
const eventOf = (type: string): Shape | undefined => events.find((shape) => reader.typesOf(shape).includes(type))
const fieldsOf = (type: string) => eventOf(type)?.fields.map(({ name, optional, type: is }) => [name, optional, is])

describe('of events it reads', () => {
  test('every member of a union, by way of names, imports, parameters, fields and what is left open', () => {
    expect(events.flatMap(reader.typesOf)).toEqual([
      'thing.go',
      'thing.stop',
      'thing.rest',
      'rain.fallen',
      'sun.risen',
      'other.said',
      'thing.tell',
      'thing.*.over',
    ])
  })
  test('what each brings, without comments in between', () => {
    expect(fieldsOf('thing.rest')).toEqual([
      ['type', false, "'thing.stop' | 'thing.rest'"],
      ['why', false, 'string'],
    ])
    expect(fieldsOf('rain.fallen')?.slice(1)).toEqual([
      ['litres', false, 'number'],
      ['where', true, 'string'],
    ])
    expect(eventOf('thing.tell')?.fields.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['type', ''],
      ['words', 'In words.'],
    ])
  })
  test('what is said of them: here, else where they are declared, and by doc comments only', () => {
    expect(eventOf('thing.go')?.meaning).toBe('')
    expect(eventOf('thing.stop')?.meaning).toBe('Over two lines.')
    expect(eventOf('rain.fallen')?.meaning).toBe('With how much.')
    expect(eventOf('sun.risen')?.meaning).toBe('Said here.')
    expect(eventOf('other.said')?.meaning).toBe('')
  })
  test('the file that they are declared in', () => {
    expect(eventOf('thing.go')?.path).toBe('a/b/thing.contract.ts')
    expect(eventOf('sun.risen')?.path).toBe('a/facts.ts')
  })
})

test('of a machine it reads the slots, not the machines behind it, and the delays', () => {
  expect(sourceOf(reader, 'a/b/thing.machine.ts', 'thingMachine')).toEqual({
    slots: [
      { name: 'ask', kind: 'effect', gives: 'string', given: '{ of: string }', meaning: 'Asks.' },
      { name: 'hear', kind: 'listener', gives: 'Heard | undefined', given: '', meaning: '' },
    ],
    delays: [
      { name: 'patience', meaning: '' },
      { name: 'life', meaning: 'A little less.' },
    ],
  })
})

test('a file that is missing or cannot be read is no empty page', () => {
  expect(() => reader.shapesIn('a/none.ts', 'None')).toThrow('a/none.ts is not among the sources')
  expect(() => createReader({ 'a.ts': 'const' }).shapesIn('a.ts', 'A')).toThrow('a.ts cannot be read')
})
