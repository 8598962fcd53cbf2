/** Slots: the places in a machine where the outside world is let in. The sdk fills them with `machine.provide`. */
import { fromCallback, fromPromise, type EventObject, type NonReducibleUnknown } from 'xstate'

/** A machine was started with a slot that nobody filled. */
export class EffectNotProvidedError extends Error {
  override name = 'EffectNotProvidedError'
  readonly slot: string
  constructor(slot: string) {
    super(`The effect "${slot}" was not provided. Use createLatchkey, or machine.provide({ actors }).`)
    this.slot = slot
  }
}

/** A slot for work that ends: one input, one output. */
export const effect = <Output, Input = NonReducibleUnknown>(slot: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new EffectNotProvidedError(slot)))

/** A slot for something to listen to for as long as a state lasts. */
export const listener = <Heard extends EventObject, Input = NonReducibleUnknown>(slot: string) =>
  fromCallback<Heard, Input>(() => {
    throw new EffectNotProvidedError(slot)
  })
