import type { Implementations } from '../../machines/core/implementations.ts'
import { implement } from '../../machines/core/actors.ts'
import { signatureMachine } from '../../machines/sign-in/signature.machine.ts'
import { signInMachine } from '../../machines/sign-in/signIn.machine.ts'
import { signOutMachine } from '../../machines/sign-in/signOut.machine.ts'
import type { Ports } from '../instance/ports.ts'
import { signInStoreOf, type SignInStore } from './signInStore.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { watchPage } from '../shell/visibility.ts'

export const signInEffects = (ports: Ports, settings: AppSettings): Implementations => ({
  ...implement(signatureMachine, {
    prepare: async ({ input, signal }) => (await signInStoreOf(ports, settings)).prepare(input, signal),
    verify: async ({ input, signal }) => (await signInStoreOf(ports, settings)).verify(input, signal),
  }),
  ...implement(signInMachine, {
    fetchSession: async ({ input, signal }) => (await signInStoreOf(ports, settings)).findSession(input, signal),
    watchSessions({ sendBack }) {
      let stop = () => {}
      let isStopped = false
      const watch = ({ watch: watchStored }: SignInStore) => {
        if (!isStopped) stop = watchStored(() => sendBack({ type: 'signIn.checkAgain' }))
      }
      // A failed load is reported when the session is fetched.
      signInStoreOf(ports, settings).then(watch, () => {})
      return () => {
        isStopped = true
        stop()
      }
    },
    watchPage: watchPage(ports),
  }),
})

export const signOutEffects = (ports: Ports, settings: AppSettings) =>
  implement(signOutMachine, {
    end: async ({ input, signal }) => (await signInStoreOf(ports, settings)).end(input, signal),
  })
