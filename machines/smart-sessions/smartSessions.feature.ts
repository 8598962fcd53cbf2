import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { hasSmartSessions } from '../project/project.rules.ts'
import { modal } from '../shell/modal.contract.ts'
import { view } from '../shell/view.contract.ts'
import { smartSessions } from './smartSessions.contract.ts'

const ofAccount = { for: 'connected', until: 'activeAccount' } as const

export const smartSessionsFeature = featureOfAccount(smartSessions, {
  views: { SmartSessionList: ofAccount, SmartSessionCreated: ofAccount },
  isOffered: hasSmartSessions,
  input: (activeAccount, _, system) => {
    const shell = getActorSnapshot(system, modal)
    const isModalVisible = shell !== undefined && (shell.context.embedded || shell.hasTag('open'))
    return {
      ...activeAccount,
      isListVisible: isModalVisible && getActorSnapshot(system, view)?.context.stack.at(-1) === 'SmartSessionList',
    }
  },
  load: async () => (await import('./smartSessions.machine.ts')).smartSessionsLogic,
})
