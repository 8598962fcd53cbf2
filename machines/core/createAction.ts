import { enqueueActions, type ParameterizedObject } from 'xstate'

// oxlint-disable-next-line no-explicit-any
type Any = any
type Collect<Params extends ParameterizedObject['params']> = Parameters<
  typeof enqueueActions<Any, Any, Params, Any, Any, never, never, never, Any>
>[0]
type ActionArgs<Context> = Omit<Parameters<Collect<undefined>>[0], 'context'> & { context: Context }

/**
 * Creates an action outside of `setup`, where XState cannot infer the types: one that several machines share, or that has a file of
 * its own. It may spawn any actor of its machine.
 * @example
 * const emitSettled = createAction<Context, { outcome: Outcome<string> }>(({ context, enqueue }, { outcome }) => {
 *   enqueue.emit({ type: 'send.settled', requestId: context.requestId, outcome })
 * })
 */
export const createAction = <Context extends object, Params extends ParameterizedObject['params'] = undefined>(
  collect: (args: ActionArgs<Context>, params: Params) => void,
) => enqueueActions<Any, Any, Params, Any, never, never, never, never, Any>(collect as Any)
