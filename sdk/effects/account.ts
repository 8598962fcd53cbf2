import { fromPromise } from 'xstate'
import type { BalanceContract } from '../../machines/account/balance.contract.ts'
import { balanceMachine } from '../../machines/account/balance.machine.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'

export const balanceLogic = ({ chains }: Ports, { balanceMs }: Timeouts) =>
  seal<BalanceContract>()(
    balanceMachine.provide({
      actors: {
        fetchBalances: fromPromise(async ({ input, signal }) => {
          const chain = await chains.at(input.network.chainNamespace)
          return chain.fetchBalances(input, signal)
        }),
      },
      delays: { balance: balanceMs },
    }),
  )
