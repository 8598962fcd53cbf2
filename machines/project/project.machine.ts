/** Service: which networks the API serves, whether the project may be used on this page, and what API errors mean. */
import { assign, setup } from 'xstate'
import type { AlertCode } from '../shared/errors/catalog.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { alertOf, isOriginAllowed, needsProject } from './project.rules.ts'
import type { ViewName } from '../shell/view.types.ts'
import { project, type Origins, type ProjectContract } from './project.contract.ts'
import { feature } from '../core/feature.ts'
import { alerts } from '../shell/alerts.contract.ts'

export const projectMachine = setup({
  types: {} as SetupTypes<ProjectContract>,
  actors: {
    /** Fetches the CAIP-2 ids of the networks that the API serves. */
    fetchSupportedChains: promiseActor<readonly string[]>('project.fetchSupportedChains'),
    /** Fetches the origins on which the project may be used, and reads the origin of the page. */
    fetchAllowedOrigins: promiseActor<Origins>('project.fetchAllowedOrigins'),
    /** Reports each failed API call and each error of the relay. */
    watchCalls: callbackActor<Extract<ProjectContract['event'], { type: 'call.failed' }>>('project.watchCalls'),
  },
  actions: {
    setSupported: assign({ supported: (_, { output }: { output: readonly string[] }) => output, error: undefined }),
    setOrigin: assign({ origin: (_, { output }: { output: Origins }) => output.origin }),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    openMissingAlert: sendToActor(alerts)({ type: 'alerts.open', alert: { code: 'alert.projectIdNotConfigured' } }),
    openAlert: sendToActor(alerts)(({ code, origin }: { code: AlertCode; origin: string | undefined }) => ({
      type: 'alerts.open',
      alert: { code, params: { origin: origin ?? 'of this page' } },
    })),
  },
  guards: {
    /** The app has a project id, so the API can be used. */
    isConfigured: ({ context }) => context.configured,
    /** The view needs the API, for its data or its QR code, so the developers see an alert about the missing project id. */
    isProvided: (_, { view }: { view: ViewName }) => needsProject(view),
    /** The server's error has a known cause, such as an invalid project id, so the developers see an alert about it. */
    hasAlert: (_, { error }: { error: unknown }) => alertOf(error) !== undefined,
    /** The project may not be used on the origin of this page, so the developers see an alert. */
    isForeignOrigin: (_, { output }: { output: Origins }) =>
      output.origin !== undefined && !isOriginAllowed(output.origin, output.allowed),
  },
  delays: { /** Timeout of each API request. */ api: configurableDelay('apiMs') },
}).createMachine({
  id: 'project',
  description:
    'Fetches which networks the API serves, checks whether the project may be used on this page, and explains API errors.',
  meta: {
    kind: 'service',
    spec: [
      '5.8',
      '5.17',
      '5.18',
      '7.3',
      '7.32',
      '8.18',
      '8.21',
      '8.22',
      '8.23',
      '8.24',
      '8.25',
      '8.26',
      '8.27',
      '9.39',
    ],
  },
  context: ({ input }) => ({
    supported: [],
    origin: undefined,
    configured: input.configured,
    error: undefined,
  }),
  initial: 'deciding',
  invoke: {
    id: 'watchCalls',
    src: 'watchCalls',
    onError: { actions: { type: 'setError', params: ({ event }) => event } },
  },
  on: {
    'call.failed': {
      guard: { type: 'hasAlert', params: ({ event }) => event },
      actions: {
        type: 'openAlert',
        params: ({ context, event }) => ({
          code: alertOf(event.error) ?? 'alert.invalidProjectId',
          origin: context.origin,
        }),
      },
    },
  },
  states: {
    deciding: {
      description: 'Decides whether there is a project id.',
      always: [{ guard: 'isConfigured', target: 'idle' }, { target: 'unconfigured' }],
    },
    unconfigured: {
      description:
        'There is no project id, so no requests are made. Something that needs one opens an alert for the developers [5.18].',
      on: {
        'project.load': { actions: 'openMissingAlert' },
        'project.need': { actions: 'openMissingAlert' },
        'view.shown': { guard: { type: 'isProvided', params: ({ event }) => event }, actions: 'openMissingAlert' },
      },
    },
    idle: {
      description: 'No requests are made before the modal is visible or a wallet is connected.',
      on: {
        'project.load': 'loading',
        'modal.opened': 'loading',
        'modal.shown': 'loading',
        'account.connected': 'loading',
      },
    },
    loading: {
      description: 'The networks that the API serves are being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchSupportedChains',
        src: 'fetchSupportedChains',
        onDone: { target: 'checking', actions: { type: 'setSupported', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      after: {
        api: {
          target: 'failed',
          actions: { type: 'setError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    checking: {
      description:
        'Checks whether the project may be used on this page. Only a definite answer opens an alert: errors and timeouts are ignored.',
      tags: 'busy',
      invoke: {
        id: 'fetchAllowedOrigins',
        src: 'fetchAllowedOrigins',
        onDone: [
          {
            guard: { type: 'isForeignOrigin', params: ({ event }) => event },
            target: 'ready',
            actions: [
              { type: 'setOrigin', params: ({ event }) => event },
              {
                type: 'openAlert',
                params: ({ event }) => ({ code: 'alert.invalidAppConfiguration', origin: event.output.origin }),
              },
            ],
          },
          { target: 'ready', actions: { type: 'setOrigin', params: ({ event }) => event } },
        ],
        onError: 'ready',
      },
      after: { api: 'ready' },
    },
    ready: { description: 'The networks that the API serves are known.' },
    failed: {
      description: 'The networks that the API serves are unknown. The next use fetches them again.',
      on: {
        'project.load': 'loading',
        'modal.opened': 'loading',
        'modal.shown': 'loading',
        'account.connected': 'loading',
      },
    },
  },
})

export const projectFeature = feature(project, {
  input: ({ projectId }) => ({ configured: projectId !== undefined }),
  logic: withContract<ProjectContract>()(projectMachine),
})
