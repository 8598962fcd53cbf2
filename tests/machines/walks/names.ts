import { TIMEOUTS } from '../../../machines/constants.ts'
import type * as machines from '../../../machines/index.ts'
import { cancelled, declined, done } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { Walk } from '../../support/walker.ts'
import { connection, error } from './samples.ts'

export const namesMachine: Walk<typeof machines.namesMachine> = {
  inputs: [{ connection, network: mainnet }],
  events: [
    { type: 'names.setName', name: 'Ann-1' },
    { type: 'names.setName', name: 'ab' },
    { type: 'names.setName', name: '' },
    { type: 'names.submit', requestId: '1' },
    { type: 'names.cancel', requestId: '1' },
    { type: 'names.viewLeft', view: 'RegisterAccountName' },
  ],
  answers: {
    fetchOwned: [undefined, 'ann.reown.id'],
    nameLookup: (['nobody', 'own', 'other', undefined] as const).map((holder) => ({
      holder,
      lookupError: holder ? undefined : error,
      suggestions: [{ label: 'ann-2', taken: false }],
      suggestionsError: undefined,
    })),
    registration: [done('ann.reown.id'), declined(error), cancelled],
  },
  lasting: { owned: 'an account has one name' },
  boundMs: TIMEOUTS.walletRequestMs + TIMEOUTS.apiMs * 2,
}

export const registrationMachine: Walk<typeof machines.registrationMachine> = {
  inputs: [{ connection, network: mainnet, name: 'ann1' }],
  answers: {
    walletRequest: [done(`0x${'1'.repeat(130)}`), done('no signature'), declined(error), cancelled],
    register: [undefined],
  },
  refusals: { register: [error] },
}

export const nameLookupMachine: Walk<typeof machines.nameLookupMachine> = {
  inputs: [{ address: connection.address, network: mainnet, name: 'ann1' }],
  answers: { fetchHolder: ['nobody', 'own', 'other'], fetchSuggestions: [[{ label: 'ann-2', taken: false }]] },
}
