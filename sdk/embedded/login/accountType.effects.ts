import { accountTypeMachine } from '../../../machines/embedded/login/accountType.machine.ts'
import { referenceOf } from '../../../machines/shared/namespace.types.ts'
import { implement } from '../../../machines/core/actors.ts'
import type { Ports } from '../../instance/ports.ts'
import { loginEffects } from './loginMethods.ts'

export const accountTypeEffects = (ports: Ports) => {
  const { ask } = loginEffects(ports)
  return implement(accountTypeMachine, {
    fetchNetworks: async ({ signal }) =>
      (await ask({ type: 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', payload: undefined }, signal))
        .smartAccountEnabledNetworks,
    async setPreferred({ input: { accountType, networkId }, signal }) {
      await ask({ type: 'SWITCH_NETWORK', payload: { chainId: Number(referenceOf(networkId)) } }, signal)
      return ask({ type: 'SET_PREFERRED_ACCOUNT', payload: { type: accountType } }, signal)
    },
  })
}
